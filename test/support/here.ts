/**
 * The program from the sources in this very process, which has loaded them already: it starts in a few milliseconds instead
 * of a few hundred. For tests of what it answers; what only the built file in a process of its own shows is tested there.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';

/** What stands in for a process. */
export interface Here {
  /** What it wrote to stderr so far; what is written where nobody can tell whose it is, all that run have. */
  readonly stderr: readonly string[];
  signal(name: string): void;
  /** Its exit code. */
  readonly exited: Promise<number>;
}

interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

interface Running {
  readonly stderr: string[];
  readonly onSignal: Map<unknown, () => void>;
  readonly exit: (code: number) => void;
}

/** What a command starts runs in its context. */
const current = new AsyncLocalStorage<Running>();
const running = new Set<Running>();

/** Runs a command until it serves. @throws what the command throws */
export async function runHere(command: () => Promise<unknown>, streams?: Streams): Promise<Here> {
  let exit: Running['exit'] = () => undefined;
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  const one: Running = { stderr: [], onSignal: new Map(), exit };
  const leaveOn = standIn.on();
  const leaveStderr = standIn.write();
  running.add(one);
  const end = (): void => {
    running.delete(one);
    leaveStderr();
  };
  try {
    await current.run(one, () => (streams === undefined ? command() : withStreams(streams, command)));
  } catch (error) {
    end();
    throw error;
  } finally {
    leaveOn();
  }
  void exited.then(end);
  return {
    stderr: one.stderr,
    exited,
    signal(name) {
      const leaveExit = standIn.exit();
      const timers = timersOf(() => current.run(one, () => one.onSignal.get(name)?.()));
      void exited.then(() => {
        // With a process, its timers end.
        for (const timer of timers) clearTimeout(timer);
        leaveExit();
      });
    },
  };
}

/** What is said to the process in the context of a command is for its own; all else goes where it went. */
const standIn = {
  on: replacing(process, 'on', (own) => (...args: [unknown, () => void]) => {
    const one = current.getStore();
    return one === undefined ? own(args) : one.onSignal.set(...args);
  }),
  exit: replacing(process, 'exit', (own) => (code: number) => {
    const one = current.getStore();
    return one === undefined ? own([code]) : one.exit(code);
  }),
  write: replacing(process.stderr, 'write', () => (text: string) => {
    const one = current.getStore();
    for (const { stderr } of one === undefined ? running : [one]) stderr.push(text);
    return true;
  }),
};

/** Puts a function in the place of an object's own, until all who asked for that are done. */
function replacing<T extends object>(
  of: T,
  name: keyof T,
  by: (own: (args: unknown[]) => unknown) => (...args: never[]) => unknown,
): () => () => void {
  let users = 0;
  let own: unknown;
  return () => {
    if (users++ === 0) {
      own = of[name];
      const call = own as (...args: unknown[]) => unknown;
      Reflect.set(
        of,
        name,
        by((args) => Reflect.apply(call, of, args)),
      );
    }
    return () => {
      if (--users === 0) Reflect.set(of, name, own);
    };
  };
}

/** Calls it, and returns the timers that it set. */
function timersOf(act: () => void): readonly NodeJS.Timeout[] {
  const own = globalThis.setTimeout;
  const timers: NodeJS.Timeout[] = [];
  Reflect.set(globalThis, 'setTimeout', (...args: Parameters<typeof own>) => {
    const timer = own(...args);
    timers.push(timer);
    return timer;
  });
  try {
    act();
    return timers;
  } finally {
    Reflect.set(globalThis, 'setTimeout', own);
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One after another, since they share the process's streams until they serve. */
function withStreams(streams: Streams, command: () => Promise<unknown>): Promise<unknown> {
  const own = { stdin: process.stdin, stdout: process.stdout };
  const set = ({ stdin, stdout }: Streams): void => {
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    Object.defineProperty(process, 'stdout', { value: stdout, configurable: true });
  };
  const done = last.then(() => {
    set(streams);
    return command().finally(() => set(own));
  });
  last = done.catch(() => undefined);
  return done;
}
