/** What `serve` does without: the other commands, and `--help`. */
export { configCommand } from './config/index.ts';
export { doctorCommand } from './doctor/index.ts';
export { commandHelp, helpText } from './help.ts';
export { httpCommand } from './http.ts';
export { sandboxCommand } from './sandbox.ts';
