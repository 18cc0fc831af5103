/**
 * Runs a task for each item, at most `width` at once. Results are in the order of the items; the first error ends it.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  width: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await task(item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

/**
 * The same for items that come page by page: tasks start with the first page, while the next is read. `all` returns the
 * number of items once all pages have come. No task starts after an error.
 */
export async function mapPages<T, R>(
  pages: AsyncIterable<readonly T[]>,
  width: number,
  task: (item: T, all: () => number | undefined) => Promise<R>,
): Promise<R[]> {
  const results: Promise<R>[] = [];
  const waiting: (() => void)[] = [];
  let free = width;
  let isWhole = false;
  let isStopped = false;
  const all = (): number | undefined => (isWhole ? results.length : undefined);
  const run = async (item: T): Promise<R> => {
    if (free > 0) free--;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    const result = await task(item, all);
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
    return result;
  };
  const stop = (): void => {
    isStopped = true;
    waiting.length = 0;
  };
  try {
    for await (const page of pages) {
      if (isStopped) break;
      for (const item of page) {
        const result = run(item);
        result.catch(stop);
        results.push(result);
      }
    }
    isWhole = true;
    return await Promise.all(results);
  } finally {
    stop();
  }
}
