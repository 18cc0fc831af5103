/** What the tests of a file opened; closed after the file (close-opened.ts), the latest first. */
export const opened: (() => Promise<unknown>)[] = [];

/** Closes a thing that a test opened, once: after its file at the latest. */
export function closer(close: () => Promise<unknown>): () => Promise<void> {
  let closed: Promise<unknown> | undefined;
  const once = async (): Promise<void> => {
    closed ??= close();
    await closed;
  };
  opened.push(once);
  return once;
}
