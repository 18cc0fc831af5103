/** The chat list that grows without bound, over the built file: bounded memory, whole answers or none. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { chatList, NEEDLE, sendChats } from '../../bench/chat-list.ts';
import { BUNDLE, memoryMb, platformEnv, startWire, type Wire } from '../../bench/wire.ts';
import { goldenError } from '../support/golden.ts';
import { type PlatformDouble, startDouble } from '../support/platform-double.ts';

const MB = 1024 * 1024;

let platform: PlatformDouble | undefined;
let wire: Wire | undefined;

afterEach(async () => {
  await wire?.close();
  await platform?.close();
  wire = undefined;
  platform = undefined;
});

/** This server on a platform with this answer to the chat list. */
async function serving(answer: (response: ServerResponse) => void, env: Record<string, string> = {}): Promise<Wire> {
  platform = await startDouble(({ response }) => answer(response));
  wire = startWire([BUNDLE], {
    ...platformEnv(platform.url),
    AGENT_PLATFORM_TIMEOUT_MS: '300000',
    ...env,
  });
  await wire.initialize();
  await wire.request('tools/list');
  return wire;
}

const search = async (on: Wire, args: object): Promise<{ text: string; isError: boolean }> => {
  const { result } = await on.request('tools/call', { name: 'search_chats', arguments: args });
  return { text: JSON.stringify(result?.content), isError: result?.isError === true };
};

describe('a growing chat list', () => {
  it('of 200 MB is searched within 150 MB above idle', async () => {
    const on = await serving((response) => void sendChats(response, 200 * MB));
    const idle = memoryMb(on.pid, 'VmRSS');
    const found = await on.call('search_chats', { query: NEEDLE.toLowerCase(), limit: 5 });
    expect(memoryMb(on.pid, 'VmHWM') - idle).toBeLessThan(150);
    const { chats, total } = found.structuredContent as { chats: unknown[]; total: number };
    expect(chats).toHaveLength(5);
    const sent = Buffer.concat([...chatList(200 * MB)].slice(-3))
      .toString()
      .match(/chat-(\d+)/g)
      ?.at(-1);
    expect(total).toBe(Math.floor((Number(sent?.slice(5)) + 1) / 1000));
  });

  it('beyond what is read is refused, with the way to narrow it', async () => {
    const on = await serving((response) => void sendChats(response, 40 * MB), { AGENT_PLATFORM_MAX_RESPONSE_MB: '1' });
    const idle = memoryMb(on.pid, 'VmRSS');
    goldenError(await search(on, {}));
    expect(memoryMb(on.pid, 'VmHWM') - idle).toBeLessThan(150);
  });

  it('too slow to arrive in time is refused with the same advice', async () => {
    const slow = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    };
    const on = await serving(slow, { AGENT_PLATFORM_TIMEOUT_MS: '500' });
    goldenError(await search(on, {}));
  });
});
