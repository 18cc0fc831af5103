/** The program's files are plain ASCII, and yet know every character: one beyond doubles what a file takes in memory. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { BUNDLE } from '../../bench/wire.ts';
import { connect } from '../support/clients.ts';

it('each file of the program is ASCII', async () => {
  const folder = dirname(BUNDLE);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cjs'));
  expect(files).toContain('main.cjs');
  for (const file of files) expect((await readFile(join(folder, file))).every((byte) => byte < 0x80)).toBe(true);
});

it.each(['true', 'false'])('what it takes for a mask is one, with the code cache %s', async (cache) => {
  const client = await connect({
    client: 'v2-modern',
    args: ['--sandbox'],
    env: { AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_CODE_CACHE: cache },
  });
  const { content } = await client.callTool('create_tool_server', { name: 'x', url: 'https://••••@shop.example' });
  expect(JSON.stringify(content)).toContain('Nothing was sent');
  await client.close();
});
