/** A replica for people with names, in front of a platform whose threads wait as soon as they are created. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json, type PlatformDouble, type Reply, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openReplica, type ReplicaHere } from './here.ts';

export const AGENT = 'agent-1';
/** Everybody has all rights, so that only four eyes can refuse. */
const RIGHTS = ['read', 'write', 'decide'];
export const PEOPLE = ['anna', 'bert'].map((name) => ({ name, token: `${name}-0123456789abcdefgh`, rights: RIGHTS }));
export const SHARED = 'shared-0123456789abcdefgh';
export const KEY = 'state-key-0123456789abcdefghijklmnop';
export const as = (name: string) => ({
  authorization: `Bearer ${name === 'shared' ? SHARED : `${name}-0123456789abcdefgh`}`,
});

interface Stored {
  readonly id: string;
  readonly agentId: string;
  status: string;
  metadata?: Record<string, unknown>;
  readonly messages: { readonly role: string; content: string }[];
}

export interface PeoplePlatform extends PlatformDouble {
  readonly threads: Map<string, Stored>;
  /** Decisions that arrived, by thread. */
  readonly decided: readonly string[];
  /** A thread that was not started through this server. */
  add(metadata?: Record<string, unknown>): string;
}

/** @param says what the agent asks with. @param guard what a request has to pass first */
export async function peoplePlatform(
  says = 'May I deploy it?',
  guard: (reply: Reply) => Reply = (reply) => reply,
): Promise<PeoplePlatform> {
  const threads = new Map<string, Stored>();
  const decided: string[] = [];
  const add = (first: string, metadata?: Record<string, unknown>): Stored => {
    const id = `thread-${threads.size + 1}`;
    const messages = [
      { role: 'user', content: first },
      { role: 'assistant', content: says },
    ];
    const thread = { id, agentId: AGENT, status: 'AWAITING_APPROVAL', messages, ...(metadata && { metadata }) };
    threads.set(id, thread);
    return thread;
  };
  const reply: Reply = (exchange) => {
    const { method, path, body } = exchange.request;
    const [, id = '', approval] = /^\/v1\/agents\/threads\/([^/]+)(\/approval)?$/.exec(path) ?? [];
    const thread = threads.get(id);
    if (method === 'POST' && path === `/v1/agents/${AGENT}/threads`) {
      const { message, messages, metadata } = JSON.parse(body);
      return json(201, add(message ?? messages[0].content, metadata))(exchange);
    }
    if (path === '/v1/agents') return json(200, [{ id: AGENT, name: 'Deployer' }])(exchange);
    if (path === `/v1/agents/${AGENT}/threads`) return json(200, [...threads.values()])(exchange);
    if (thread === undefined) return json(404, { error: 'no such thing' })(exchange);
    if (approval !== undefined) {
      decided.push(id);
      thread.status = JSON.parse(body).status === 'APPROVED' ? 'RUNNING' : 'FAILED';
    }
    return json(200, thread)(exchange);
  };
  const double = await startDouble(guard(reply));
  return { ...double, threads, decided, add: (metadata) => add('Do it.', metadata).id };
}

/** A replica with the people above, and one token that names nobody. */
export async function peopleReplica(
  platform: Pick<PlatformDouble, 'url'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ReplicaHere & { readonly auditLog: string }> {
  const folder = temporaryFolder('people');
  const file = join(folder, 'tokens.json');
  const auditLog = join(folder, 'audit.jsonl');
  writeFileSync(file, JSON.stringify(PEOPLE));
  const replica = await openReplica({
    args: ['--http-tokens-file', file],
    env: {
      AGENT_PLATFORM_BASE_URL: platform.url,
      AGENT_PLATFORM_TOKEN: 'platform-0123456789abcdefgh',
      AGENT_PLATFORM_HTTP_TOKEN: SHARED,
      AGENT_PLATFORM_STATE_KEY: KEY,
      AGENT_PLATFORM_AUDIT_LOG: auditLog,
      AGENT_PLATFORM_MAX_RETRIES: '0',
      ...env,
    },
  });
  return { ...replica, auditLog };
}
