/** The built server, which notes in its home what a host starts it with and what the host says. */
import { appendFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

const args = process.argv.slice(2);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AGENT_PLATFORM_')));
const stdin = new PassThrough();
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { method } = JSON.parse(line);
    appendFileSync(join(homedir(), 'noted'), `${JSON.stringify({ method, args, env })}\n`);
    stdin.write(`${line}\n`);
  })
  .on('close', () => stdin.end());
Object.defineProperty(process, 'stdin', { value: stdin });
await import('../../dist/main.mjs');
