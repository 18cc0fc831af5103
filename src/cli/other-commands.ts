/** The commands that `serve` does without. */
export { configCommand } from './config/index.ts';
export { doctorCommand } from './doctor/index.ts';
export { httpCommand } from './http.ts';
export { sandboxCommand } from './sandbox.ts';
