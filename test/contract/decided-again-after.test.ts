/** When a request can be decided again is a time of day, since a model doesn't know when thirteen minutes began. */
import { expect, it } from 'vitest';
import { reviewed, session, thread, uuid } from '../support/sessions.ts';

const threadId = uuid(1);
const WAITING = thread(1, { status: 'AWAITING_APPROVAL' });

/** Minutes from now to the time in the text, at most a day ahead. */
function minutesUntil(text: string): number {
  const [, hour, minute] = / after (\d\d):(\d\d) UTC/.exec(text) ?? [];
  const now = new Date();
  return (Number(hour) * 60 + Number(minute) - (now.getUTCHours() * 60 + now.getUTCMinutes()) + 1_440) % 1_440;
}

it('the error of a decision without effect, the refusal of another one and get_thread name the same time', async () => {
  const near = await session(({ path }) => ({ json: path.includes('/agents/threads/') ? WAITING : [] }));
  const first = await near.call('approve_thread', await reviewed(near, { threadId, status: 'APPROVED' }));
  const again = await near.call('approve_thread', { threadId, status: 'APPROVED', reviewToken: '5-0-none' });
  const read = await near.call('get_thread', { threadId });
  for (const { text } of [first, again, read]) {
    // Claimed for thirteen minutes, in whole minutes of the clock.
    expect(minutesUntil(text)).toBeGreaterThanOrEqual(12);
    expect(minutesUntil(text)).toBeLessThanOrEqual(14);
    expect(text).not.toContain('thirteen');
  }
});
