/** A proxy in front of a Redis that cuts, loses or delays the command of a test's choice. */

import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Socket } from 'node:net';

/**
 * What happens to a command: it never arrives, or only its answer doesn't, and the connection is cut; or it waits, with
 * everything after it on any connection, until the proxy is thawed.
 */
export type Fault = 'lost' | 'unanswered' | 'frozen';

export interface RedisProxy {
  readonly url: string;
  /** The next `times` commands that match fail so. The text has the command and its arguments, a line each. */
  fail(command: RegExp, fault: Fault, times?: number): void;
  /** No command fails any more. */
  mend(): void;
  /** How many have. */
  readonly failed: () => number;
  /** No byte passes any more, and no connection ends. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections. */
  cut(): void;
  /** No byte passes on these connections any more, and none ends; new ones are served. */
  forsake(): void;
  /** Every command takes so long. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** Starts the proxy in front of the Redis on that port. */
export async function startRedisProxy(port: number): Promise<RedisProxy> {
  let faults: { readonly command: RegExp; readonly fault: Fault; left: number }[] = [];
  let failed = 0;
  let delayMs = 0;
  let thawed = Promise.resolve();
  let thaw = (): void => undefined;
  const freeze = (): void => {
    thawed = new Promise((resolve) => {
      thaw = resolve;
    });
  };
  const sockets = new Set<Socket>();

  function faultOf(text: string): Fault | undefined {
    const found = faults.find(({ command, left }) => left > 0 && command.test(text));
    if (found === undefined) return undefined;
    found.left -= 1;
    failed += 1;
    return found.fault;
  }

  const server = createServer((client) => {
    const redis = dial(port, '127.0.0.1');
    const both = [client, redis];
    const end = (): void => {
      for (const socket of both) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    let isMute = false;
    /** In order, however long each piece waits. */
    let sent = Promise.resolve();
    client.on('data', (chunk: Buffer) => {
      const fault = faultOf(chunk.toString('latin1'));
      if (fault === 'frozen') freeze();
      sent = sent.then(async () => {
        await thawed;
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (fault === 'lost') return end();
        isMute ||= fault === 'unanswered';
        if (!redis.destroyed) redis.write(chunk);
      });
    });
    redis.on('data', (chunk: Buffer) => {
      void thawed.then(() => {
        if (isMute) end();
        else if (!client.destroyed) client.write(chunk);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (command, fault, times = 1) => {
      faults = [...faults.filter(({ left }) => left > 0), { command, fault, left: times }];
    },
    mend: () => {
      faults = [];
    },
    failed: () => failed,
    freeze,
    thaw: () => thaw(),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    forsake: () => {
      for (const socket of sockets) socket.removeAllListeners('data').pause();
    },
    delay: (ms) => {
      delayMs = ms;
    },
    async close() {
      thaw();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
