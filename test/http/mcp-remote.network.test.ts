/** mcp-remote, by which hosts without OAuth of their own reach a server over HTTP, signs a person in and refreshes once. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, it } from 'vitest';
import { browserOf } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTeam } from './exchanging.ts';
import { peoplePlatform } from './people.ts';

const MCP_REMOTE = 'mcp-remote@0.15.1';

const home = mkdtempSync(join(tmpdir(), 'mcp-remote-'));
const team = await startTeam((guard) => peoplePlatform(undefined, guard));
await team.replica();
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Starts it; the person signs in at the address that it would open in a browser. */
async function connectThrough(person: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: 'npx',
    args: ['-y', MCP_REMOTE, team.resource, '--allow-http'],
    env: {
      ...process.env,
      MCP_REMOTE_CONFIG_DIR: home,
      NODE_EXTRA_CA_CERTS: team.as.certificate,
      BROWSER: 'true',
    } as Record<string, string>,
    stderr: 'pipe',
  });
  let said = '';
  let address: string | undefined;
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    const [found] = /https:\/\/127\.0\.0\.1:\d+\/auth\?\S+/.exec(said) ?? [];
    if (found === undefined || address !== undefined) return;
    address = found;
    void browserOf(team.as, person)
      .authorize(found)
      .then((back) => fetch(back));
  });
  const client = new Client({ name: 'behind-mcp-remote', version: '1' });
  await client.connect(transport, { timeout: PATIENCE_MS });
  return client;
}

const tokens = (): { access_token: string } => {
  const file = readdirSync(home, { recursive: true })
    .map(String)
    .find((name) => name.endsWith('tokens.json'));
  return JSON.parse(readFileSync(join(home, file ?? ''), 'utf8'));
};

it('calls the platform as the person who signed in, also after their token was refreshed', async () => {
  const client = await connectThrough('remi');
  const threadId = team.platform.add();
  const read = async () => JSON.stringify(await client.callTool({ name: 'get_thread', arguments: { threadId } }));
  expect(await read()).toContain('AWAITING_APPROVAL');
  expect(new Set(team.holders.values())).toEqual(new Set(['remi']));
  const { access_token: first } = tokens();
  team.as.revoke(first);
  team.bar('remi');
  // Refused in the middle of a call; the next one is answered 401 before it begins.
  expect(await read()).toContain('Sign in again, or let the host refresh its token');
  team.bar('remi');
  const before = team.as.asked.length;
  expect(await read()).toContain('AWAITING_APPROVAL');
  expect(tokens().access_token).not.toBe(first);
  // The refresh, and the exchange of what it gave.
  expect(team.as.asked.slice(before).filter((path) => path === '/token')).toHaveLength(2);
  await client.close();
  team.expectSilence();
});
