/**
 * The clients of the stdio tests: both SDKs in all their modes behind one interface, each with its own process of the built
 * file; those of clients-here.ts have a server in this process. `describe.each(CLIENTS)` runs a test over all of them.
 */
import type {
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client';
import { watchProcess } from './client-process.ts';
import { connectV1, processV1 } from './client-v1.ts';
import { connectV2, processV2 } from './client-v2.ts';
import { PATIENCE_MS } from './patience.ts';

export { BUNDLE } from './client-process.ts';

export type ClientKind = 'v1' | 'v2-legacy' | 'v2-auto' | 'v2-modern';

/** `era`: the protocol that is spoken in the end; `legacy` is 2025-11-25, `modern` 2026-07-28. */
export const CLIENTS: readonly { readonly client: ClientKind; readonly era: 'legacy' | 'modern' }[] = [
  { client: 'v1', era: 'legacy' },
  { client: 'v2-legacy', era: 'legacy' },
  { client: 'v2-auto', era: 'modern' },
  { client: 'v2-modern', era: 'modern' },
];

/** A tool as a client lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** A result that the client has accepted. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** A server's question to the human. */
export interface ElicitRequest {
  readonly message: string;
  readonly requestedSchema: unknown;
  /** Of a question that a view can draw. */
  readonly _meta?: unknown;
}

/** The human's answer. */
export interface ElicitAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
  /** Both SDKs let results carry more. */
  [key: string]: unknown;
}

export interface ConnectOptions {
  readonly client: ClientKind;
  /** The whole environment, but for what the SDKs always pass on (HOME, PATH and the like). */
  readonly env?: Readonly<Record<string, string>>;
  /** After the file: `['--sandbox']`. */
  readonly args?: readonly string[];
  /** Declares that the human can be asked, and answers. */
  readonly elicit?: (request: ElicitRequest) => ElicitAnswer | Promise<ElicitAnswer>;
  /** Further client capabilities to declare. */
  readonly capabilities?: Readonly<Record<string, object>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Asks for progress. */
  readonly onProgress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
  readonly timeoutMs?: number;
  /** The time is that since the last progress. */
  readonly resetTimeoutOnProgress?: boolean;
}

type Resource = ListResourcesResult['resources'][number];

/** Whatever calls tools. */
export interface Caller {
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** A connected client. Calls reject with the SDK's own error: `code`, `message`, `data`. */
export interface TestClient {
  readonly protocolVersion: string | undefined;
  readonly instructions: string | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  listTools(): Promise<readonly ListedTool[]>;
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  listResources(): Promise<Resource[]>;
  listResourceTemplates(): Promise<ListResourceTemplatesResult['resourceTemplates']>;
  readResource(uri: string): Promise<ReadResourceResult>;
  listPrompts(): Promise<ListPromptsResult['prompts']>;
  getPrompt(name: string, args?: Record<string, string>): Promise<GetPromptResult>;
  complete(
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    argument: { name: string; value: string },
    chosen?: Record<string, string>,
  ): Promise<CompleteResult['completion']>;
  close(): Promise<void>;
}

/** A client of a process. */
export interface ProcessClient extends TestClient {
  readonly process: ServerProcess;
}

/** The server's process. */
export interface ServerProcess {
  readonly pid: number;
  stderr(): string;
  /** Every line that came on stdout. */
  stdoutLines(): string[];
  /** Errors of the client's transport: lines that are no JSON-RPC, for one. */
  readonly transportErrors: readonly Error[];
}

/** Starts the built server and connects a client to it. */
export async function connect(options: ConnectOptions): Promise<ProcessClient> {
  const errors: Error[] = [];
  if (options.client === 'v1') {
    const transport = processV1(options);
    const process = watchProcess(transport, errors);
    return { ...(await connectV1(options, transport, errors)), process };
  }
  const transport = processV2(options);
  const process = watchProcess(transport, errors);
  return { ...(await connectV2(options, transport, errors)), process };
}

/** The environment that points a server at a platform: a sandbox, say. */
export const platformEnv = (platform: { readonly url: string; readonly token: string }): Record<string, string> => ({
  AGENT_PLATFORM_BASE_URL: platform.url,
  AGENT_PLATFORM_TOKEN: platform.token,
});

/** All text of a tool's result. */
export const textOf = ({ content }: Pick<ToolResult, 'content'>): string =>
  content.map(({ text = '' }) => text).join('\n');

/** Waits until the condition is true. @throws Error that names the condition */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
