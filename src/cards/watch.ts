/** Polls while something is pending: at most every 5 s, for at most ten minutes, and never while hidden. */

const EVERY_MS = 5_000;
const MAX_MS = 10 * 60_000;

/** Calls `poll` until it returns that nothing is pending. @returns a function that stops */
export function watch(poll: () => Promise<boolean>): () => void {
  const until = performance.now() + MAX_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isBusy = false;
  let last = performance.now();
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', plan);
  };
  const turn = async (): Promise<void> => {
    if (isOver || isBusy || document.hidden) return;
    isBusy = true;
    last = performance.now();
    const isDone = await poll().catch(() => false);
    isBusy = false;
    if (isDone || performance.now() > until) end();
    else plan();
  };
  function plan(): void {
    clearTimeout(timer);
    if (isOver || document.hidden) return;
    timer = setTimeout(() => void turn(), Math.max(0, last + EVERY_MS - performance.now()));
  }
  document.addEventListener('visibilitychange', plan);
  plan();
  return end;
}
