/** The baseline for calls: the same requests through undici's keep-alive pool alone, with answers parsed as JSON. */
import { Pool } from 'undici';

/** The server's default for AGENT_PLATFORM_MAX_CONNECTIONS. */
export const CONNECTIONS = 64;

export interface BareClient {
  get(path: string): Promise<unknown>;
  close(): Promise<void>;
}

export function bareClient(url: string, connections = CONNECTIONS): BareClient {
  const pool = new Pool(url, { connections });
  return {
    async get(path) {
      const headers = { authorization: 'Bearer bench' };
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      if (statusCode !== 200) throw new Error(`${statusCode} for ${path}`);
      return body.json();
    },
    close: () => pool.close(),
  };
}

/** Runs `total` calls, `inFlight` at once. @returns the milliseconds of each call, and the calls per second overall */
export async function load(
  total: number,
  inFlight: number,
  call: (n: number) => Promise<unknown>,
): Promise<{ times: number[]; perSecond: number }> {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (next < total) {
      const begun = performance.now();
      await call(next++);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { times, perSecond: (total / (performance.now() - started)) * 1000 };
}
