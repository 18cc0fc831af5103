/** The commands other than `serve`, loaded together. */
export { configCommand } from './config/index.ts';
export { doctorCommand } from './doctor/index.ts';
export { httpCommand } from './http.ts';
export { sandboxCommand } from './sandbox.ts';
export { tokensCommand } from './tokens.ts';
export { watchCommand } from './watch/index.ts';
