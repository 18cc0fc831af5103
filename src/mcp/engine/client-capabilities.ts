/** What the client at the other end can do, in both eras, and why it can't be asked where it can't. */
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';

/** Why no question reaches the human. */
export interface Obstacle {
  /** Completes "this server did not ask a human, because ...". */
  readonly why: string;
  /** What would help, as a sentence. */
  readonly fix: string;
  /** All that is said where nothing is refused for it. */
  readonly short?: string;
  /** The client could be asked before: going on without the human would get round them. */
  readonly isLost?: boolean;
}

/** What an entry knows of a client besides what the SDK does. */
export interface Reach {
  readonly capabilities?: unknown;
  readonly obstacle?: Obstacle | undefined;
}

/** The client's end of a call. */
export interface Connection {
  readonly server: Pick<Server, 'getClientCapabilities'>;
  /** Undefined where the SDK knows all there is to know. */
  readonly reach?: Reach | undefined;
  /** Notes that its model has been given: once is enough. */
  readonly told: Set<string>;
}

/**
 * The client's capabilities: carried by each request (2026-07-28), or declared once in the handshake (2025-11-25 and
 * older). On modern stdio the handshake's are undefined, so the request is asked first.
 */
export function clientCapabilities(
  { server, reach }: Pick<Connection, 'server' | 'reach'>,
  context: ServerContext,
): unknown {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? reach?.capabilities ?? server.getClientCapabilities();
}

const UNDECLARED: Obstacle = {
  why: 'the client does not declare that it can show a question (form elicitation)',
  fix: 'Use a host that can ask.',
  short: 'the client does not declare that it can show a question',
};

/** Why the human can't be asked through this client; undefined where they can. */
export function obstacleToAsking(connection: Connection, context: ServerContext): Obstacle | undefined {
  const known = context.mcpReq.envelope === undefined ? connection.reach?.obstacle : undefined;
  return known ?? (canElicit(clientCapabilities(connection, context)) ? undefined : UNDECLARED);
}

/** Whether the client can show a form: declared by the request (2026-07-28) or in the handshake (2025-11-25). */
export function canElicit(capabilities: unknown): boolean {
  const elicitation = field(capabilities, 'elicitation');
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  // An empty object means forms (2025-06-18); `url` alone means a browser page and no form.
  return 'form' in elicitation || !('url' in elicitation);
}

/** The extension by which hosts draw cards (MCP Apps), and the type of their pages. */
export const CARDS_EXTENSION = 'io.modelcontextprotocol/ui';
export const CARD_TYPE = 'text/html;profile=mcp-app';

/** What a client does with cards. */
export interface DrawsCards {
  /** Whether it draws questions by a card, too (SEP-3118). */
  readonly questions: boolean;
}

/** Whether the client draws cards; undefined where it does not. A client that names no types draws the one there is. */
export function drawsCards(capabilities: unknown): DrawsCards | undefined {
  const extension = field(field(capabilities, 'extensions'), CARDS_EXTENSION);
  if (typeof extension !== 'object' || extension === null) return undefined;
  const types = field(extension, 'mimeTypes');
  if (Array.isArray(types) && !types.includes(CARD_TYPE)) return undefined;
  const elicitation = field(extension, 'elicitation');
  return { questions: typeof elicitation === 'object' && elicitation !== null && canElicit(capabilities) };
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
