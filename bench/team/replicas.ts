/** Two replicas as deploy/ runs them: starts, kills and restarts them, and measures their memory and the latency of probes. */
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Replica, startReplica } from '../http/replica.ts';
import { BUNDLE, memoryMb } from '../wire.ts';

/** `mem_limit` of deploy/compose.yaml and `limits` of deploy/kubernetes.yaml. */
export const LIMIT_MB = 384;
/** Half of the container's memory, as V8 sizes its heap (a process knows no container here), and NODE_OPTIONS of deploy/Dockerfile. */
const HEAP = ['--max-old-space-size=192', '--max-semi-space-size=16'];
const PROBE_MS = 250;
/** Time limit of a probe; a probe that fails counts as this long. */
const HUNG_MS = 10_000;

export interface Team {
  /** The highest memory of any replica so far, including killed ones. */
  peakMb(): number;
  /** Milliseconds of every probe of `/healthz` since the last call. */
  probes(): readonly number[];
  /** Kills one (SIGKILL) and starts it again on its port. */
  restart(at: number): Promise<void>;
  cpuMs(): number;
  /** @throws if one ended by itself */
  stop(): Promise<void>;
}

/** Starts a replica on each port, and probes each four times a second, on a new connection, as the kubelet does. */
export async function startTeam(ports: readonly number[], env: Readonly<Record<string, string>>): Promise<Team> {
  const start = (port: number): Promise<Replica> =>
    startReplica(
      [
        ...HEAP,

        BUNDLE,
        'http',
        '--port',
        String(port),
      ],
      port,
      env,
    );
  const replicas = await Promise.all(ports.map(start));
  const isDown = new Set<number>();
  let peak = 0;
  let cpuOfKilled = 0;
  let times: number[] = [];
  let isOver = false;
  const watch = async (at: number): Promise<void> => {
    for (; !isOver; await sleep(PROBE_MS)) {
      const { port, pid } = replicas[at] as Replica;
      if (isDown.has(port)) continue;
      peak = Math.max(peak, peakOf(pid));
      const ms = await probe(port);
      // Not counted if the replica was killed or stopped meanwhile.
      if (!isOver && !isDown.has(port) && replicas[at]?.pid === pid) times.push(ms);
    }
  };
  const watching = Promise.all(ports.map((_, at) => watch(at)));
  // `stop` reports it.
  watching.catch(() => undefined);
  return {
    peakMb: () => peak,
    probes: () => {
      const since = times;
      times = [];
      return since;
    },
    async restart(at) {
      const { port, pid, stop, cpuMs } = replicas[at] as Replica;
      isDown.add(port);
      peak = Math.max(peak, peakOf(pid));
      cpuOfKilled += cpuMs();
      await stop('SIGKILL');
      replicas[at] = await start(port);
      isDown.delete(port);
    },
    cpuMs: () => cpuOfKilled + replicas.reduce((sum, replica) => sum + replica.cpuMs(), 0),
    async stop() {
      isOver = true;
      await Promise.all(replicas.map((replica) => replica.stop()));
      await watching;
    },
  };
}

/** The system's own high-water mark, which no sample misses. @throws if the process is gone */
function peakOf(pid: number): number {
  try {
    return memoryMb(pid, 'VmHWM');
  } catch {
    throw new Error('a replica ended by itself');
  }
}

/** Milliseconds until `/healthz` has answered 200. */
function probe(port: number): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path: '/healthz', agent: false, timeout: HUNG_MS }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : HUNG_MS));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(HUNG_MS));
  });
}
