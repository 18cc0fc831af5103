/** For a person who started the server in a terminal: without it the program would sit there in silence. */
import { ownCommand } from './own-command.ts';

/** Two lines for stderr. */
export const terminalHint = (env: NodeJS.ProcessEnv): string =>
  [
    'This serves MCP over stdin and stdout, and is meant to be started by an MCP host. Ctrl-C ends it.',
    `To add it to a host: ${ownCommand(env)} config <host>. To see it at work in a checkout: npm run demo.`,
    '',
  ].join('\n');
