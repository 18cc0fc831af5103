/** Processor time instead of a clock: what other programs do on the machine meanwhile does not count. */

/** Milliseconds of processor time that this process needs for the work. The work must not wait for anything. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
