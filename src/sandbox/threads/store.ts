/** All threads. There are no timers: reading a thread first performs the steps that are due. */
import { append, type Thread } from './thread.ts';

export class ThreadStore {
  readonly #threads = new Map<string, Thread>();
  readonly #now: () => number;
  readonly #speed: number;

  constructor(threads: readonly Thread[], now: () => number, speed: number) {
    this.#now = now;
    this.#speed = speed;
    for (const thread of threads) this.add(thread);
  }

  add(thread: Thread): void {
    this.#threads.set(thread.id, thread);
  }

  get(id: string): Thread | undefined {
    const thread = this.#threads.get(id);
    if (thread !== undefined) advance(thread, this.#now(), this.#speed);
    return thread;
  }

  /** Newest first. */
  all(): Thread[] {
    const threads = [...this.#threads.values()];
    for (const thread of threads) advance(thread, this.#now(), this.#speed);
    return threads.sort((a, b) => b.createdAt - a.createdAt);
  }

  /** Threads of one agent, newest first. */
  ofAgent(agentId: string): Thread[] {
    return this.all().filter((thread) => thread.agentId === agentId);
  }
}

/** @param speed 1 is real time; 0 stops all threads */
function advance(thread: Thread, now: number, speed: number): void {
  if (speed <= 0) return;
  while (thread.status === 'RUNNING') {
    const [step, ...rest] = thread.plan;
    if (step === undefined) return;
    const due = thread.stepFrom + step.afterMs / speed;
    if (due > now) return;
    thread.plan = rest;
    thread.stepFrom = due;
    append(thread, step.messages, due);
    thread.status = step.status;
    thread.request = step.request;
  }
}
