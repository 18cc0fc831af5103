/**
 * What the platform sends without bounds, read by four callers at once beside another one: how long the other caller, a probe
 * and the readers wait, and what memory it takes. Then hostile requests of 60,000 characters, one after the other.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { freePort } from '../../test/support/free-port.ts';
import { mb, ms, type Part, type Row } from '../table.ts';
import { callTool } from '../team/callers.ts';
import { LIMIT_MB, startTeam } from '../team/replicas.ts';
import { needLinux, platformEnv } from '../wire.ts';
import { hostileRequests } from './hostile.ts';
import { startSizePlatform } from './platform.ts';

const READERS = 4;
/** What anybody else waits at most, in milliseconds. */
const MAX_WAIT_MS = 1_000;
/** Pause of the other caller between two calls. */
const PAUSE_MS = 50;

interface Case {
  readonly what: string;
  readonly calls: readonly (readonly [tool: string, args: object])[];
  /** Read before it is measured, so that the platform has made what it sends. */
  readonly prepare: string;
}

const ofThread = (what: string, threadId: string): Case => ({
  what,
  prepare: `/v1/agents/threads/${threadId}`,
  calls: [
    ['get_thread', { threadId }],
    ['approve_thread', { threadId, status: 'APPROVED' }],
  ],
});

const CASES: readonly Case[] = [
  ...[1, 8, 25, 100].map((size) => ofThread(`thread of ${size} MB`, `mb-${size}`)),
  ofThread('thread of 3,000 messages', 'messages-3000'),
  ofThread('thread 3,000 levels deep', 'depth-3000'),
  ofThread('argument of 20 MB', 'argument-20'),
  ofThread('cut-off mail of 200 KB in a call', 'mail-200'),
  { what: '1,000 waiting threads of 100 KB', prepare: '/with-inbox', calls: [['list_pending_approvals', {}]] },
];

export const size: Part = {
  name: 'size',
  about: `large, deep and long answers, each read by ${READERS} callers at once beside another; hostile requests`,
  needs: 'Linux',
  async run(say) {
    needLinux();
    const rows: Row[] = [];
    for (const one of CASES) {
      say(one.what);
      rows.push(await measure(one));
    }
    return [...rows, ...(await hostileRequests(say))];
  },
};

async function measure({ what, calls, prepare }: Case): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-size-'));
  const tokens = Array.from({ length: READERS + 1 }, () => randomBytes(32).toString('hex'));
  const people = tokens.map((token, n) => ({ name: `caller-${n}`, token, rights: ['read', 'write', 'decide'] }));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(people), { mode: 0o600 });
  const platform = await startSizePlatform();
  await (await fetch(platform.url + prepare)).arrayBuffer();
  const port = await freePort();
  const team = await startTeam([port], {
    ...platformEnv(platform.url),
    AGENT_PLATFORM_HTTP_TOKENS_FILE: join(folder, 'tokens.json'),
    AGENT_PLATFORM_STATE_KEY: randomBytes(32).toString('hex'),
  });
  const connect = (): Client => new Client(`http://127.0.0.1:${port}`, { headersTimeout: 0, bodyTimeout: 0 });
  const [own = '', ...others] = tokens;
  try {
    const other = otherCaller(connect(), own);
    await sleep(1_000);
    team.probes();
    other.longest();
    const started = performance.now();
    const told = await Promise.all(others.map((token) => readAll(connect(), token, calls)));
    const took = performance.now() - started;
    await sleep(300);
    const [probe, wait, memory] = [Math.max(...team.probes()), other.longest(), team.peakMb()];
    await other.stop();
    const refused = told.flat().filter((text) => text !== undefined);
    return {
      what: `${what}, read by ${READERS} at once`,
      figure: `other call ${ms(wait)}, probe ${ms(probe)}, ${mb(memory)}`,
      baseline: `readers ${ms(took)}${refused[0] === undefined ? '' : `; ${refused.length} refused: ${refused[0]}`}`,
      goal: `≤ ${ms(MAX_WAIT_MS)}, ≤ ${ms(MAX_WAIT_MS)}, ≤ ${mb(LIMIT_MB)}`,
      met: wait <= MAX_WAIT_MS && probe <= MAX_WAIT_MS && memory <= LIMIT_MB,
    };
  } finally {
    await team.stop();
    platform.close();
    await rm(folder, { recursive: true });
  }
}

/** Calls one after the other; the beginning of each refusal. */
async function readAll(http: Client, token: string, calls: Case['calls']): Promise<(string | undefined)[]> {
  const told: (string | undefined)[] = [];
  for (const [tool, args] of calls) {
    const { isError, text } = await callTool(http, token, tool, args);
    told.push(isError ? text.slice(0, 300) : undefined);
  }
  await http.close();
  return told;
}

/** Somebody who lists twenty small threads, again and again. `longest`: of the calls since it was last asked, the open one included. */
function otherCaller(http: Client, token: string): { longest(): number; stop(): Promise<void> } {
  let longest = 0;
  let isOver = false;
  let started: number | undefined;
  const take = (): void => {
    if (started !== undefined) longest = Math.max(longest, performance.now() - started);
  };
  const run = async (): Promise<void> => {
    for (; !isOver; await sleep(PAUSE_MS)) {
      started = performance.now();
      await callTool(http, token, 'list_agent_threads', { agentId: 'agent-1', limit: 20 });
      take();
      started = undefined;
    }
    await http.close();
  };
  const running = run();
  running.catch(() => undefined);
  return {
    longest() {
      take();
      const since = longest;
      longest = 0;
      return since;
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
