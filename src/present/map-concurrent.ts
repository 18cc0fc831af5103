import { setImmediate as giveWay } from 'node:timers/promises';

/** Milliseconds after which other calls of this process get a turn: tasks may compute for long without waiting for anything. */
const GIVE_WAY_MS = 20;

/** Runs a task for each item, at most `width` at once. Results are in their order; the first error ends it. */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  width: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  let since = performance.now();
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await task(item, index);
      if (performance.now() - since < GIVE_WAY_MS) continue;
      await giveWay();
      since = performance.now();
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
