/** A server that can't listen says so in one line, with the setting that helps, and ends. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { BUNDLE } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { json, startDouble } from '../support/platform-double.ts';

const taken = await startDouble(json(200, {}));

it.each([
  { it: 'the port is in use', args: ['http', '--port'] },
  { it: "the sandbox's port is in use", args: ['sandbox', '--port'] },
  {
    it: 'the address is not one of this machine',
    // For documentation, RFC 5737: no machine has it.
    args: ['http', '--host', '192.0.2.1', '--port'],
  },
])('says in one line that $it', ({ args }) => {
  const env = {
    PATH: process.env.PATH,
    AGENT_PLATFORM_HTTP_TOKEN: 'static-token-0123456789abcdef',
    AGENT_PLATFORM_LOG_LEVEL: 'error',
  };
  const ended = spawnSync(process.execPath, [BUNDLE, ...args, String(taken.port)], { encoding: 'utf8', env });
  expect(ended.status).toBe(2);
  golden(ended.stderr, String(taken.port));
});
