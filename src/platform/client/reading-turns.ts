/**
 * When each answer is read: a few per turn of the event loop, first come, first served. Where many arrive at once,
 * requests that have come in meanwhile are sent between them. Read all in one go, 64 lists of 20 threads kept 64 new
 * requests waiting until the last was read, and then all left at once: where an answer takes 20 ms, 1,460 calls a second
 * instead of 1,840.
 */
import { platformIsSlow } from './platform-speed.ts';

/** Answers read in a turn. A list of 20 threads takes 0.3 ms. */
const FEW = 4;
/** And where so many wait for this process alone: more of them share the cost of a turn. */
const MANY = 12;
const MANY_WAIT = 8;
/** Answers that may wait before new calls do: what is begun meanwhile would only fill the memory. */
const BACKLOG = 24;

/** Read in this turn. */
let read = 0;
let isScheduled = false;
const waiting: (() => void)[] = [];
const calls: (() => void)[] = [];

/** Whether answers are waiting to be read. */
export const answersWait = (): boolean => waiting.length > 0;

const aTurn = (): number => (waiting.length < MANY_WAIT || platformIsSlow() ? FEW : MANY);

/** Await this between an answer's last byte and any work on it. Nothing to wait for where few come at once. */
export function turnToRead(): Promise<void> | undefined {
  schedule();
  if (waiting.length === 0 && read < aTurn()) {
    read++;
    return undefined;
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/**
 * Await this before a call begins, where many clients call at once: what was begun before is finished first. A call
 * that takes long to finish becomes one of V8's old objects, and keeps what it leads to until the next full collection:
 * 64 connections over HTTP got 993 lists of 20 a second, and get 1,232. Nobody waits for a call that reads no
 * answer: more are begun in each turn.
 */
export function turnToBegin(): Promise<void> | undefined {
  if (waiting.length < BACKLOG && calls.length === 0) return undefined;
  return new Promise((resolve) => {
    calls.push(resolve);
  });
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(next);
}

function next(): void {
  isScheduled = false;
  const turn = waiting.splice(0, aTurn());
  read = turn.length;
  // One in each turn in any case: answers may keep coming from what takes no turn to begin.
  const begun = calls.splice(0, Math.max(1, BACKLOG - waiting.length));
  if (read > 0 || calls.length > 0) schedule();
  for (const resolve of [...turn, ...begun]) resolve();
}
