/** How often a property is tried: the slow suite repeats the files of properties with ten times as many runs. */
export const runs = (fast: number): { readonly numRuns: number } => ({
  numRuns: process.env.MANY_RUNS === undefined ? fast : 10 * fast,
});
