/** What of the program becomes `sandbox.cjs`: the embedded platform. */
export * from '../sandbox/index.ts';
