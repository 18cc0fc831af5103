/** A server whose wall clock jumps when the test says so. */
import { type ServerProcess, until } from './clients.ts';

const jumping = (ms: number): string => `
  const RealDate = Date;
  let ahead = 0;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
    static now() {
      return now();
    }
  };
  process.on('SIGUSR2', () => {
    ahead += ${ms};
    process.stderr.write('[the clock jumped]');
  });
`;

/** For the environment of a server whose wall clock {@link jump} moves by `ms`; a negative number moves it back. */
export const wallClock = (ms: number): { readonly NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jumping(ms))}`,
});

/** Moves the clock of such a server, once. */
export async function jump(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGUSR2');
  await until('its clock has jumped', () => server.stderr().includes('[the clock jumped]'));
}
