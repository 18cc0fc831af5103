/** A reviewToken decides once, and only as it was given out: another spelling of it is no second token. */
import { expect, it } from 'vitest';
import { reviewToken } from '../../src/domain/approvals/review-token.ts';
import { instant } from '../../src/mcp/contract/turns.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { session, thread, uuid } from '../support/sessions.ts';

/** A thread that stays exactly as it is, whatever is decided: the platform leaves it waiting. */
async function patient() {
  const decisions: unknown[] = [];
  const { call } = await session(({ method, path }) => {
    if (method === 'POST') decisions.push(path);
    return path.includes('/threads/')
      ? { json: thread(1, { status: 'AWAITING_APPROVAL' }) }
      : { json: [thread(1, { status: 'AWAITING_APPROVAL' })] };
  });
  const token = String((await call('get_thread', { threadId: uuid(1) })).data.reviewToken);
  const postpone = (reviewToken: string) =>
    call('approve_thread', { threadId: uuid(1), status: 'PENDING', reviewToken });
  return { decisions, token, postpone };
}

const later = (token: string, by: number): string => {
  const [count, digest, time = ''] = token.split('-');
  return `${count}-${digest}-${(Number.parseInt(time, 36) + by).toString(36)}`;
};

const SPELLINGS: readonly (readonly [string, (token: string) => string])[] = [
  ['as it was', (token) => token],
  ['in capitals', (token) => token.toUpperCase()],
  ['with a blank after it', (token) => `${token} `],
  ['with a zero before its time', (token) => token.replace(/-(?=[^-]*$)/, '-0')],
  ['with a zero before its count', (token) => `0${token}`],
  ['a second later', (token) => later(token, 1_000_000)],
  ['nine minutes later', (token) => later(token, 9 * 60_000_000)],
  ['an hour earlier', (token) => later(token, -3_600_000_000)],
  ['cut by its last letter', (token) => token.slice(0, -1)],
  ['with a letter more', (token) => `${token}0`],
  ['without its time', (token) => token.replace(/-[^-]*$/, '')],
];

it.each(SPELLINGS)('a used token %s decides nothing more', async (_what, spelt) => {
  const { decisions, token, postpone } = await patient();
  expect((await postpone(token)).isError).toBe(false);
  const again = await postpone(spelt(token));
  expect(again).toMatchObject({ isError: true, text: expect.stringContaining('Nothing was sent') });
  expect(decisions).toHaveLength(1);
});

it.each(SPELLINGS.slice(1))('a fresh token %s decides nothing', async (_what, spelt) => {
  const { decisions, token, postpone } = await patient();
  expect(await postpone(spelt(token))).toMatchObject({ isError: true });
  expect(decisions).toEqual([]);
  expect((await postpone(token)).isError).toBe(false);
});

const MINUTE = 60_000_000;

/** As a replica makes it whose clock is ahead. */
function madeAhead(by: number): string {
  const read = readThread(thread(1, { status: 'AWAITING_APPROVAL' }));
  if (read === undefined) throw new Error('no thread');
  return reviewToken(read, instant() + by);
}

it('a token of a replica whose clock is minutes ahead decides once', async () => {
  const { decisions, postpone } = await patient();
  const token = madeAhead(5 * MINUTE);
  expect((await postpone(token)).isError).toBe(false);
  expect(await postpone(token)).toMatchObject({ isError: true, text: expect.stringContaining('counts once') });
  expect(decisions).toHaveLength(1);
});

it('a token from further ahead than clocks differ decides nothing', async () => {
  const { decisions, postpone } = await patient();
  expect(await postpone(madeAhead(11 * MINUTE))).toMatchObject({
    isError: true,
    // Not that the thread has changed: nothing is known of when such a token was made.
    text: expect.stringMatching(/^Refused: this server did not issue that reviewToken\. Nothing was sent\. Read /),
  });
  expect(decisions).toEqual([]);
});
