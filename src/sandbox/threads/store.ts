/** All threads. There are no timers: reading a thread first performs the steps that are due. */
import { append, type Thread } from './thread.ts';

export function threadStore(seeded: readonly Thread[], now: () => number, speed: number) {
  const threads = new Map(seeded.map((thread) => [thread.id, thread]));
  const advanced = (thread: Thread): Thread => advance(thread, now(), speed);
  /** Newest first. */
  const all = (): Thread[] => [...threads.values()].map(advanced).sort((a, b) => b.createdAt - a.createdAt);
  return {
    add: (thread: Thread) => void threads.set(thread.id, thread),
    get(id: string): Thread | undefined {
      const thread = threads.get(id);
      return thread && advanced(thread);
    },
    all,
    /** Threads of one agent, newest first. */
    ofAgent: (agentId: string): Thread[] => all().filter((thread) => thread.agentId === agentId),
  };
}

/** @param speed 1 is real time; 0 stops all threads */
function advance(thread: Thread, now: number, speed: number): Thread {
  while (speed > 0 && thread.status === 'RUNNING') {
    const [step, ...rest] = thread.plan;
    if (step === undefined) break;
    const due = thread.stepFrom + step.afterMs / speed;
    if (due > now) break;
    thread.plan = rest;
    thread.stepFrom = due;
    append(thread, step.messages, due);
    thread.status = step.status;
    thread.request = step.request;
  }
  return thread;
}
