/** Connections that send nothing keep their place for only a few seconds. */
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../support/clients.ts';
import { raw } from './raw.ts';
import { startReplica } from './support.ts';

it.each([
  { it: 'nothing', bytes: '' },
  { it: 'half a head', bytes: 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ' },
])('a connection that sends $it is closed, and makes room for others', async ({ bytes }) => {
  const replica = await startReplica({ args: ['--sandbox', '--http-max-connections', '1'] });
  onTestFinished(async () => {
    await replica.stop('SIGKILL');
  });
  const socket = connectSocket(replica.port, '127.0.0.1');
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.resume();
  socket.once('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  socket.write(bytes);
  await expect(raw(replica.url, { path: '/healthz' })).rejects.toThrow();
  await until('it is closed', () => isClosed);
  expect((await raw(replica.url, { path: '/healthz' })).status).toBe(200);
});
