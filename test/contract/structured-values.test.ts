/** JSON by others is JSON in structured content, with marked texts; a value that is cut in text is an excerpt there, too. */
import { describe, expect, it } from 'vitest';
import { session } from '../support/sessions.ts';

const LONG = 'x'.repeat(9_000);
const cut = (field: unknown): boolean => /^⟦.*…⟧ \([\d,]+ of [\d,]+ characters\)$/s.test(String(field));

describe('test_tool', () => {
  const answerTo = async (data: unknown) => {
    const { call } = await session(() => ({ json: { success: true, data, executionTimeMs: 3, requestUrl: 'u' } }));
    return call('test_tool', { toolServerId: 's', toolId: 't', parameters: {} });
  };

  it.each([
    [
      'an object',
      { status: 'late', days: 4, tags: ['a'], on: null },
      { status: '⟦late⟧', days: 4, tags: ['⟦a⟧'], on: null },
    ],
    ['a list', [1, 'b'], { value: [1, '⟦b⟧'] }],
    ['a text', 'fine', { value: '⟦fine⟧' }],
    ['lines', 'one\ntwo', { value: '⟦one\ntwo⟧' }],
    ['JSON as text', '{"status":"late"}', { status: '⟦late⟧' }],
    ['a number', 4711, { value: 4711 }],
    ['keys that look alike', { 'a b': 5, 'a\u200b b': 9 }, { value: '⟦{"a b":5,"a b":9}⟧' }],
    ['an integer that a number can’t hold', { id: '12345678901234567890' }, { id: '⟦12345678901234567890⟧' }],
  ])('gives %s as an object', async (_, sent, given) => {
    expect((await answerTo(sent)).data.data).toEqual(given);
  });

  it('gives what is nested deeply as text', async () => {
    const nested = `${'['.repeat(190)}1${']'.repeat(190)}`;
    const { data, isError } = await answerTo(JSON.parse(nested));
    expect(isError).toBe(false);
    expect(JSON.stringify(data.data)).toContain(`"⟦${'['.repeat(100)}`);
  });

  it('gives the beginning of a long answer as an excerpt, and says what is left out', async () => {
    const { data, text } = await answerTo({ log: LONG });
    expect(Object.keys(Object(data.data))).toEqual(['excerpt']);
    expect(text).toContain(`data: ${Object(data.data).excerpt}`);
    expect(text).toMatch(/^Note: The answer was cut: [\d,]+ characters of data are left out\.$/m);
  });
});

describe('get_thread', () => {
  const thread = async (fields: object) => {
    const json = { id: 't', agentId: 'a', status: 'RUNNING', messages: [], ...fields };
    const { call } = await session(({ path }) => (path.endsWith('/t') ? { json } : undefined));
    return (await call('get_thread', { threadId: 't' })).data;
  };

  it('gives calls beside the messages as a list of calls', async () => {
    const tool_calls = [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'refund', arguments: '{"amount":12}' },
        room: { floor: 2, name: 'B' },
      },
      { name: 'mail', arguments: { to: 'ann@example.com' } },
    ];
    expect((await thread({ tool_calls })).pendingCalls).toEqual([
      { name: '⟦refund⟧', arguments: { amount: 12 }, otherFields: { room: { floor: 2, name: '⟦B⟧' } } },
      { name: '⟦mail⟧', arguments: { to: '⟦ann@example.com⟧' } },
    ]);
  });

  it.each([
    ['payment', { iban: 'DE99', 'ib\u200ban': 'DE02' }, '{"iban":"DE99","iban":"DE02"}'],
    ['lines', [{ 'the sum': 9000, 'the  sum': 9 }], '[{"the sum":9000,"the sum":9}]'],
    ['notes', { 'a\u0001': 1, 'a\u0002': 2 }, '{"a\\u0001":1,"a\\u0002":2}'],
  ])('loses no part of %s whose keys look alike', async (name, value, shown) => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'pay', arguments: JSON.stringify({ [name]: value }) },
    };
    const messages = [{ role: 'assistant', content: 'I pay.', tool_calls: [call] }];
    const { request } = await thread({ status: 'AWAITING_APPROVAL', messages });
    expect(request).toContainEqual(expect.objectContaining({ arguments: { [name]: `⟦${shown}⟧` } }));
  });

  it('cuts no part of calls that the text shows whole: a decision may follow', async () => {
    const [name, room] = ['n'.repeat(90), 'r'.repeat(250)];
    expect((await thread({ tool_calls: [{ name, arguments: {}, room }] })).pendingCalls).toEqual([
      { name: `⟦${name}⟧`, arguments: {}, otherFields: { room: `⟦${room}⟧` } },
    ]);
  });

  it('gives calls that are too long as one excerpt', async () => {
    const { pendingCalls } = await thread({ tool_calls: [{ name: 'mail', arguments: { text: LONG } }] });
    expect(pendingCalls).toEqual([
      { excerpt: expect.stringMatching(/^⟦calls mail with \{"text":"x+…⟧ \(399 of [\d,]+ characters\)$/) },
    ]);
  });

  it('gives metadata and other fields as objects, or as excerpts', async () => {
    const { metadata, otherFields } = await thread({ metadata: { user: 'u1', tier: 2 }, region: { name: 'EU' } });
    expect([metadata, otherFields]).toEqual([{ user: '⟦u1⟧', tier: 2 }, { region: { name: '⟦EU⟧' } }]);
    const long = await thread({ metadata: { note: LONG }, remark: LONG });
    for (const field of [long.metadata, long.otherFields]) expect(cut(Object(field).excerpt)).toBe(true);
  });
});

it('a dry run gives the body that it would send as an object, and the beginning of a long one', async () => {
  const { call } = await session(() => undefined, { DRY_RUN: 'true' });
  const send = async (message: string) =>
    (await call('send_assistant_message', { assistantIdentifier: 'a', message })).data.body;
  expect(await send('Hello')).toEqual({ message: '⟦Hello⟧', chatUuid: null });
  expect(Object.keys(Object(await send(LONG)))).toEqual(['excerpt']);
});
