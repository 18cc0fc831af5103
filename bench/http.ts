/** The HTTP entry: requests a second and p99 for one and two replicas, memory of an idle connection, a server a request. */
import { connect, type Socket } from 'node:net';
import { catalogue } from '../src/catalogue.ts';
import { createApp } from '../src/mcp/engine/app.ts';
import { createServer } from '../src/mcp/protocol/factory.ts';
import { readSettings } from '../src/settings/read.ts';
import { load } from './bare-client.ts';
import { caller, type HttpReplica, startReplica } from './http-replica.ts';
import { startPlatform } from './platform.ts';
import { median, ms, type Part, quantile, type Row, whole } from './table.ts';
import { memoryMb } from './wire.ts';

const ARGS = { agentId: 'agent-1', limit: 20 };
const WARM_UP = 1_500;
const CALLS = 2_000;
const IDLE = 2_000;
const BUILDS = 3_000;

export const http: Part = {
  name: 'http',
  about: 'list_agent_threads over HTTP (one and two replicas), idle connections, building a server',
  async run(say) {
    const platform = await startPlatform();
    const replicas = [await startReplica(platform.url), await startReplica(platform.url)];
    try {
      const rows: Row[] = [];
      for (const count of [1, 2]) {
        say(`warming up ${count}`);
        await measure(replicas.slice(0, count), 16, WARM_UP);
        for (const connections of [1, 16, 64, 256]) {
          say(`${count} replicas, ${connections} connections`);
          const { times, perSecond } = await measure(replicas.slice(0, count), connections, CALLS);
          rows.push({
            what: `HTTP, ${count} replica${count > 1 ? 's' : ''}, ${connections} connection${connections > 1 ? 's' : ''}`,
            figure: `${whole(perSecond)}/s, p99 ${ms(quantile(times, 0.99))}`,
          });
        }
      }
      say('idle connections');
      rows.push(await idleConnections(platform.url), building());
      return rows;
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()));
      platform.close();
    }
  },
};

async function measure(replicas: readonly HttpReplica[], connections: number, calls: number) {
  const client = caller(replicas, connections);
  try {
    return await load(calls, connections, () => client.call('list_agent_threads', ARGS));
  } finally {
    await client.close();
  }
}

/** Connections that have had one answer each, and stay open, at a replica whose heap has no room left over from a load. */
async function idleConnections(platformUrl: string): Promise<Row> {
  const { pid, url, stop } = await startReplica(platformUrl);
  const port = Number(new URL(url).port);
  for (let n = 0; n < 10; n++) (await answered(port)).destroy();
  const before = memoryMb(pid, 'VmRSS');
  const sockets = await Promise.all(Array.from({ length: IDLE }, () => answered(port)));
  const after = memoryMb(pid, 'VmRSS');
  for (const socket of sockets) socket.destroy();
  await stop();
  const each = (Math.max(0, after - before) * 1024) / IDLE;
  return { what: `memory of an idle connection (${IDLE} open)`, figure: `${each.toFixed(1)} KB` };
}

function answered(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  });
}

/** The SDK's entry makes a server for every request; here from the sources, as the bundle can't be asked for it. */
function building(): Row {
  const app = createApp(readSettings({}).values, catalogue, () => Promise.reject(new Error('nothing is called')));
  const times = Array.from({ length: BUILDS }, () => {
    const started = performance.now();
    createServer(app);
    return performance.now() - started;
  });
  const warm = times.slice(BUILDS / 2);
  return { what: 'a server for one request', figure: `${(median(warm) * 1000).toFixed(0)} µs` };
}
