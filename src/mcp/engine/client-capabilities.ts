/** The client's capabilities, in both eras, and why it can't show a question. */
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { isObject, object } from '../../platform/parse/coerce.ts';
import { declaresPerRequest } from '../sdk/eras.ts';

/** Why no question reaches the human. */
export interface Obstacle {
  /** Completes "no human was asked: ...". */
  readonly why: string;
  /** How to fix it, as a sentence. */
  readonly fix: string;
  /** Replaces `why` and `fix` if nothing is refused because of it. */
  readonly short?: string;
  /** The client could show questions before: going on without the human would bypass them. */
  readonly isLost?: boolean;
}

/** What an entry knows about a client beyond the SDK. */
export interface ClientFacts {
  readonly capabilities?: unknown;
  readonly obstacle?: Obstacle | undefined;
}

/** The client's end of a call. */
export interface Connection {
  readonly server: Pick<Server, 'getClientCapabilities' | 'getNegotiatedProtocolVersion'>;
  /** Undefined if the SDK knows everything. */
  readonly reach?: ClientFacts | undefined;
}

/**
 * The client's capabilities: declared once in the handshake (2025-11-25 and older), or in each request since. After a handshake,
 * what a request says means nothing: it would switch the question to the human off.
 */
export function clientCapabilities({ server, reach }: Connection, context: ServerContext): unknown {
  if (!declaresPerRequest(server)) return reach?.capabilities ?? server.getClientCapabilities();
  return object(context.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
}

const NO_ELICITATION: Obstacle = {
  why: 'the client does not declare that it can show a question (form elicitation)',
  fix: 'Use a host that can ask.',
  short: "this client can't show questions",
};

/** Why the human can't be asked through this client; undefined if they can. */
export function obstacleToAsking(connection: Connection, context: ServerContext): Obstacle | undefined {
  const known = declaresPerRequest(connection.server) ? undefined : connection.reach?.obstacle;
  return known ?? (canElicit(clientCapabilities(connection, context)) ? undefined : NO_ELICITATION);
}

/** Whether the client can show a form: declared by the request (2026-07-28) or in the handshake (2025-11-25). */
export function canElicit(capabilities: unknown): boolean {
  const { elicitation } = object(capabilities);
  if (!isObject(elicitation)) return false;
  // An empty object means forms (2025-06-18); `url` alone means a browser page, not a form.
  return 'form' in elicitation || !('url' in elicitation);
}

/** The extension for cards (MCP Apps), and the media type of their pages. */
export const CARDS_EXTENSION = 'io.modelcontextprotocol/ui';
export const CARD_TYPE = 'text/html;profile=mcp-app';

/** Whether the client draws cards. One that lists no media types supports {@link CARD_TYPE}. */
export function drawsCards(capabilities: unknown): boolean {
  const extension = object(object(capabilities).extensions)[CARDS_EXTENSION];
  if (!isObject(extension)) return false;
  const { mimeTypes: types } = extension;
  return !Array.isArray(types) || types.includes(CARD_TYPE);
}
