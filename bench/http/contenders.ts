/**
 * Who is measured over HTTP: this server in both protocol eras, and peers for Node that serve Streamable HTTP and do the
 * same work, a list read from a platform. They answer with the platform's JSON, at most reindented. The output of
 * openapi-mcp-generator 4.0.1 serves Streamable HTTP too, but crashes on its first request (ERR_INVALID_STATE in
 * fetch-to-node 2.1.0).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { openApiDocument } from '../openapi.ts';
import { openApiServer } from '../openapi-peers.ts';
import { FOLDER, OPENAPI_SERVER, peerOf } from '../peers.ts';
import { BUNDLE, platformEnv } from '../wire.ts';
import type { Era } from './client.ts';
import { type Replica, startReplica } from './replica.ts';

export const OURS = 'agent-platform-mcp';
/** Also in the older era. */
export const isOurs = (name: string): boolean => name.startsWith(OURS);

/** How to connect to a server. */
export interface Contender {
  readonly name: string;
  readonly era: Era;
  /** Whether a client's requests must reach the process of its session. */
  readonly hasSessions: boolean;
  readonly isAnsweredOnStream: boolean;
  readonly replicas: readonly Replica[];
  /** The list tool and its arguments. */
  call(agentId: string, limit: number): { readonly name: string; readonly args: object };
}

/** A server that can be started: `count` replicas of it. */
export interface Candidate {
  readonly name: string;
  start(count: number): Promise<Contender>;
}

/**
 * The candidates on a platform at that address. Each era has its own processes of this server, so that none does the work
 * of two.
 */
export function candidates(platformUrl: string, sharedEnv: Readonly<Record<string, string>>): Candidate[] {
  const ours = (name: string, era: Era): Candidate => ({
    name,
    start: (count) => startOurs({ name, era }, platformUrl, sharedEnv, count),
  });
  return [
    ours(OURS, '2026-07-28'),
    ours(`${OURS} (2025-11-25)`, '2025-11-25'),
    { name: OPENAPI_SERVER, start: (count) => startOpenApiServer(platformUrl, count) },
    { name: 'notion-mcp-server', start: (count) => startNotion(platformUrl, count) },
  ];
}

const list = (name: string) => (agentId: string, limit: number) => ({ name, args: { agentId, limit, offset: 0 } });

async function replicasOf(count: number, start: (port: number, at: number) => Promise<Replica>): Promise<Replica[]> {
  const replicas: Replica[] = [];
  for (let at = 0; at < count; at++) replicas.push(await start(await freePort(), at));
  return replicas;
}

async function startOurs(
  { name, era }: Pick<Contender, 'name' | 'era'>,
  platformUrl: string,
  sharedEnv: Readonly<Record<string, string>>,
  count: number,
): Promise<Contender> {
  const replicas = await replicasOf(count, (port) => {
    const args = [BUNDLE, 'http', '--port', String(port)];
    return startReplica(args, port, { ...platformEnv(platformUrl), ...sharedEnv });
  });
  return { name, era, hasSessions: false, isAnsweredOnStream: false, replicas, call: list('list_agent_threads') };
}

/** It answers calls on the stream of the session. Its logging of every message is turned off. */
async function startOpenApiServer(platformUrl: string, count: number): Promise<Contender> {
  const document = join(FOLDER, 'platform.json');
  await writeFile(document, JSON.stringify(openApiDocument(platformUrl)));
  const replicas = await replicasOf(count, async (port) => {
    const more = ['--transport', 'http', '--port', String(port), '--verbose', 'false'];
    const { args, env } = await openApiServer(platformUrl, document, more);
    return startReplica(args, port, { ...env });
  });
  const about = { era: '2025-11-25', hasSessions: true, isAnsweredOnStream: true } as const;
  return { name: OPENAPI_SERVER, ...about, replicas, call: list('list-agent-threads') };
}

/** It supports only its own API: the platform of the bench answers one of its paths with the same list. */
async function startNotion(platformUrl: string, count: number): Promise<Contender> {
  const replicas = await replicasOf(count, async (port) => {
    const { args } = await peerOf('@notionhq/notion-mcp-server', [
      ...['--transport', 'http', '--port', String(port), '--unsafe-disable-auth'],
    ]);
    return startReplica(args, port, { BASE_URL: platformUrl, NOTION_TOKEN: 'ntn_bench0123456789' });
  });
  const call = (agentId: string, limit: number) => ({
    name: 'API-get-block-children',
    args: { block_id: agentId, page_size: limit },
  });
  return { name: 'notion-mcp-server', era: '2025-11-25', hasSessions: true, isAnsweredOnStream: false, replicas, call };
}
