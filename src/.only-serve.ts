import { serveCommand } from './cli/serve.ts';

for (const method of ['log'] as const) console[method] = console.error;
void serveCommand({ args: process.argv.slice(2), env: process.env, print: () => undefined });
