/** What of the program becomes `commands.cjs`: all that a person types, and that serving a host over stdio needs not. */
export * from '../cli/config/index.ts';
export * from '../cli/doctor/index.ts';
export * from '../cli/help.ts';
export * from '../cli/http.ts';
export * from '../cli/sandbox.ts';
export * from '../cli/terminal.ts';
export * from '../mcp/http/jwt.ts';
