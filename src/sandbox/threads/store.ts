/** All threads. Whatever is read here has moved on to the present first. */
import { advance } from './advance.ts';
import type { Thread } from './thread.ts';

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
