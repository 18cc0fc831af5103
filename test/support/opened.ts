/** The things that sessions of a test file opened; closed after the file (close-opened.ts). */
export const opened: (() => Promise<void>)[] = [];
