/** As many alike requests as a result has room for. */
import { describe, expect, it } from 'vitest';
import { alikePlatform, type Refund, refund } from '../support/alike-platform.ts';
import { askedAbout, many, unasked } from '../support/alike-sessions.ts';
import { pressing } from '../support/consent-human.ts';
import { inProcess } from '../support/in-process.ts';
import { uuid } from '../support/sessions.ts';

it('fits a hundred requests of which 88 are alike into one result, each named by its id', async () => {
  const short = { metadata: { ticket: undefined } };
  const alike = Array.from({ length: 88 }, (_, n) => refund(n, { ...short, customer: 'Mei' }));
  const odd = Array.from({ length: 12 }, (_, n) => refund(88 + n, { ...short, says: ` Note ${'abcdefghijkl'[n]}.` }));
  const platform = await alikePlatform([...alike, ...odd]);
  const { call } = await inProcess({ BASE_URL: platform.url, TOKEN: 'tok_some-token-for-tests-1', MAX_RETRIES: '0' });
  const { text, data } = await call('list_pending_approvals');
  expect(text.length).toBeLessThanOrEqual(12_000);
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(12_000);
  for (let n = 0; n < 100; n++) expect(text).toContain(uuid(n));
});

it('decides on a table although a request of its time was asked again by one that waits since later', async () => {
  const short = { metadata: { ticket: undefined } };
  const alike = Array.from({ length: 54 }, (_, n) => refund(n, short));
  const { list, decideGroup, platform } = await unasked([...alike, refund(3, short)]);
  const { tables } = await list();
  expect(tables.map(({ alike: rows }) => rows)).toEqual([50, 4]);
  for (const { groupToken } of tables) expect((await decideGroup(groupToken)).isError).toBe(false);
  expect(platform.sent()).toHaveLength(54);
});

it('shows a table that does not fit in parts, and only its last token approves', async () => {
  const odd = Array.from({ length: 20 }, (_, n) => refund(40 + n, { says: ` ${'Note this. '.repeat(6 + n)}` }));
  const { list, call, decideGroup, platform } = await unasked(many(40, ...odd));
  const { tables } = await list();
  expect(tables[0]).toMatchObject({ rows: [], isCut: true });
  const early = tables[0]?.groupToken;
  const refused = await decideGroup(early);
  expect(refused.isError).toBe(true);
  expect(refused.text.match(/this groupToken comes from a result that showed only a part of the group/g)).toHaveLength(
    1,
  );
  expect(refused.text).toContain('reads on, and its last part gives the token that approves.');
  expect(platform.sent()).toEqual([]);
  const { data } = await call('list_pending_approvals', { groupToken: early });
  expect(data.rows).toHaveLength(40);
  expect((await decideGroup(data.groupToken)).isError).toBe(false);
  expect(platform.sent()).toHaveLength(40);
});

it('shows every row of a table in its parts, however long what they share and the words that they were looked for by', async () => {
  const word = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const ids = (n: number) => ['a', 'b', 'c', 'd'].map((key) => [`${key}Id`, `${key}${'x'.repeat(33)}${n}`]);
  const long = Array.from({ length: 50 }, (_, n) => {
    const { orderId, amount, customer } = refund(n);
    const said = ids(n).map(([, id]) => id);
    const task = `Order ${orderId} broke. Please refund ${amount} GBP to ${customer}. ${said.join(' ')} ${word}`;
    return refund(n, { says: ` ${word} ${'"\\'.repeat(460)}`, more: Object.fromEntries(ids(n)), task });
  });
  const { list, call } = await unasked(long);
  let token = (await list({ query: word })).tables[0]?.groupToken;
  const shown: unknown[] = [];
  for (let parts = 0; parts < 5; parts++) {
    const { data, text } = await call('list_pending_approvals', { groupToken: token });
    expect(text).not.toContain('left out here');
    shown.push(...data.rows.map((row) => row.at(-1)));
    token = data.groupToken as string;
    if (data.nextStep?.tool === 'decide_approvals') break;
  }
  expect(shown).toEqual(long.map((_, n) => uuid(n)));
});

it.each([
  { it: 'shows the value that the rest of a table shares where it is another', last: 'ACC-6666', heads: 2 },
  { it: 'shows what a table and its rest share once', last: 'ACC-1001', heads: 1 },
])('$it', async ({ last, heads }) => {
  const of = (n: number): Refund => {
    const account = n < 50 ? 'ACC-1001' : last;
    const { customer } = refund(n);
    const task = `Order ${10_500 + n} broke. Please refund ${20 + n / 2} GBP to ${customer} on ${account}.`;
    return refund(n, { more: { account }, task });
  };
  const { list } = await unasked(Array.from({ length: 52 }, (_, n) => of(n)));
  const { text, tables, data } = await list();
  expect(tables.map(({ alike }) => alike)).toEqual([50, 2]);
  for (const shown of [text, JSON.stringify(data)]) {
    expect(shown).toContain(last);
    expect(shown.split('account ACC-').length - 1).toBe(heads);
  }
});

it('refuses more than 50 threads', async () => {
  const { list, call, platform } = await unasked(many(60));
  const groups = (await list()).tables.map(({ groupToken }) => ({ groupToken, status: 'APPROVED' }));
  const { text, isError } = await call('decide_approvals', { groups });
  expect(isError).toBe(true);
  expect(text).toContain('these are 60 threads');
  expect(platform.sent()).toEqual([]);
});

describe.each(['v2-modern', 'v1'] as const)('the question about groups (%s)', (kind) => {
  it('tells the human’s reason for each of 36 requests that were to be approved', async () => {
    const { text } = await askedAbout(kind, many(36), (page, index) => {
      const { action, content = {} } = pressing(page, index === 0 ? 'One by one' : 'Reject');
      const reasons = Object.keys(content).map((name) => [
        name.replace('decision', 'comment'),
        `because ${name.slice(-2)}`,
      ]);
      return { action, content: { ...content, ...(index > 0 && Object.fromEntries(reasons)) } };
    });
    expect(text.match(/The human chose it instead of APPROVED\. The reason: ⟦because \d\d⟧\.$/gm)).toHaveLength(36);
  });

  it('says on its pages how many requests do not fit, and leads to them in the end', async () => {
    const long = (n: number) => refund(n, { says: ` ${`${n} times over. `.repeat(250)}` });
    const { platform, pages, text } = await askedAbout(
      kind,
      Array.from({ length: 12 }, (_, n) => long(n)),
      (page) => pressing(page, 'Approve'),
    );
    expect(pages).toHaveLength(10);
    for (const { message } of pages)
      expect(message).toContain('Not in these 10 pages, so left waiting: 2 more requests.');
    expect(platform.sent()).toHaveLength(10);
    expect(text).toContain('Next: list_pending_approvals {} to decide on what still waits.');
  });
});
