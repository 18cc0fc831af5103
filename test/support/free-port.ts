/** Ports for what has to know its own before it listens. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port below those that the system gives to others (from 32,768 on Linux): one of those may be another test's by the time
 * that it is used. Above 10,080, which fetch refuses to use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
