/** The main job in three calls, with the client of each SDK, on a server that is started in any way. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { catalogue } from '../../src/cli/catalogue.ts';
import { TOOLSETS } from '../../src/mcp/contract/tool.ts';

export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment, but for what the SDKs pass on by themselves unless it stands here. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Outcome {
  readonly tools: number;
  /** Status of the approved thread. */
  readonly status: unknown;
  readonly decidedBy: unknown;
}

/** The tasks of both clients. */
interface Caller {
  listTools(): Promise<{ tools: readonly unknown[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

export type Version = 'v1' | 'v2';
export const VERSIONS: readonly Version[] = ['v1', 'v2'];

/** Tools that a session offers unless told otherwise. */
export const DEFAULT_TOOLS = catalogue.tools.filter(({ toolset }) => TOOLSETS[toolset].isDefault).length;

/** The expected result in the sandbox. */
export const DONE: Outcome = { tools: DEFAULT_TOOLS, status: 'RUNNING', decidedBy: 'not-asked' };

/** Lists waiting requests, reads one and approves it. @returns the outcome */
export async function mainJob(version: Version, start: Start): Promise<Outcome> {
  const client = await connect(version, start);
  try {
    const { tools } = await client.listTools();
    const inbox = await call(client, 'list_pending_approvals', {});
    // What contradicts itself comes first, and is not approved where nobody can be asked.
    const waiting: { threadId?: string; brief?: { contradictions?: unknown } }[] = Array.isArray(inbox.approvals)
      ? inbox.approvals
      : [];
    const first = waiting.find(({ brief }) => brief?.contradictions === undefined);
    const { reviewToken } = await call(client, 'get_thread', { threadId: first?.threadId });
    const decided = await call(client, 'approve_thread', {
      threadId: first?.threadId,
      reviewToken,
      status: 'APPROVED',
    });
    return { tools: tools.length, status: decided.status, decidedBy: decided.decidedBy };
  } finally {
    await client.close();
  }
}

/** Calls one tool on a server of its own. */
export async function oneCall(
  version: Version,
  start: Start,
  tool: string,
): Promise<{ text: string; isError: boolean }> {
  const client = await connect(version, start);
  try {
    const result = Object(await client.callTool({ name: tool, arguments: {} }));
    const [content] = result.content;
    return { text: String(content?.text), isError: result.isError === true };
  } finally {
    await client.close();
  }
}

async function connect(version: Version, { command, args, env, cwd }: Start): Promise<Caller> {
  const parameters = {
    command,
    args: [...args],
    stderr: 'pipe' as const,
    ...(env && { env: { ...env } }),
    ...(cwd && { cwd }),
  };
  const info = { name: `package-${version}`, version: '1.0.0' };
  if (version === 'v1') {
    const client = new ClientV1(info);
    await client.connect(new TransportV1(parameters));
    return client;
  }
  const client = new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new TransportV2(parameters));
  return client;
}

async function call(client: Caller, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = Object(await client.callTool({ name, arguments: args }));
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  return Object(result.structuredContent);
}
