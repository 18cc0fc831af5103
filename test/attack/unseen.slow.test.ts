/**
 * Whatever was not shown whole is not approved: padding, length and disguise hide nothing from the human. On the built
 * file, over stdio, in both eras of the protocol.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { type Message, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

let platform: Scripted;
beforeAll(async () => {
  platform = await scriptedPlatform();
});
beforeEach(() => platform.reset());
afterAll(() => platform.close());

const call = (name: string, args: unknown, content = ''): Message => ({
  role: 'assistant',
  content,
  tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }],
});

function waits(...messages: Message[]): void {
  platform.threads.set(THREAD, { ...waitingThread(), messages: [{ role: 'user', content: 'Go.' }, ...messages] });
}

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  const person = human();
  let client: TestClient;
  let mute: TestClient;
  beforeAll(async () => {
    client = await connect({ client: kind, env: platform.env, elicit: person.elicit });
    mute = await connect({ client: kind, env: platform.env });
  });
  afterAll(async () => {
    await client.close();
    await mute.close();
  });

  const decide = (status = 'APPROVED', by = client, more = {}) =>
    callAs(by, 'approve_thread', { threadId: THREAD, status, ...more });

  it('strokes strike out no word, and stacks of marks cover no line', async () => {
    const struck = [...'not'].map((letter) => `${letter}\u0336`).join('');
    waits({ role: 'assistant', content: `Do ${struck} wipe caf\u00e9 Z${'\u0300'.repeat(300)}.` });
    person.willAnswer({ action: 'cancel' });
    await decide();
    expect(person.shown.at(-1)).toMatch(/Do not wipe café Z\u0300{4}\./u);
    expect(person.shown.at(-1)).toMatch(/299 .*were left out/);
  });

  describe.each([
    {
      it: '20,000 messages with a call each',
      messages: () => Array.from({ length: 20_000 }, (_, n) => call('look', { n })),
    },
    {
      it: '20,000 names without words',
      messages: () => Array.from({ length: 20_000 }, (_, n) => ({ role: 'tool', name: `tool_${n}`, content: '' })),
    },
    {
      it: '200,000 calls in one message',
      messages: () => [{ role: 'assistant', content: 'x', tool_calls: Array.from({ length: 200_000 }, () => 1) }],
    },
    {
      it: 'fields of 5,000 messages that nobody foresaw',
      messages: () => Array.from({ length: 5_000 }, (_, n) => ({ role: 'assistant', content: '', odd: n })),
    },
  ])('$it', ({ messages }) => {
    it('make no question that is too long to read, and offer no Approve', async () => {
      waits(...messages());
      const proposed = await decide();
      expect({ isError: proposed.isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      expect(proposed.text).toMatch(/too long for one question/);
      person.willAnswer({ action: 'cancel' });
      await decide('REJECTED');
      expect(person.shown.at(-1)?.length).toBeLessThan(20_000);
      expect(person.choices()).not.toContain('Approve');
    });
  });

  it('calls nested in 4,000 lists are shown', async () => {
    let nested: unknown = [{ function: { name: 'wipe', arguments: '{"table":"customers"}' } }];
    for (let depth = 0; depth < 4_000; depth++) nested = [nested];
    waits({ role: 'assistant', content: 'Fine?', tool_calls: nested });
    person.willAnswer({ action: 'cancel' });
    const { text } = await decide('REJECTED');
    expect(text).not.toMatch(/failed inside/);
    expect(person.choices()).not.toContain('Approve');
  });

  describe.each([
    { it: '3,500 line breaks', padding: '\n'.repeat(3_500) },
    { it: 'lines of one letter', padding: 'a\n'.repeat(2_000) },
    { it: 'blanks', padding: ' '.repeat(50_000) },
    { it: 'ideographic blanks', padding: '\u3000'.repeat(50_000) },
    { it: 'braille blanks', padding: '\u2800'.repeat(50_000) },
    { it: 'zero-width characters', padding: '\u200b'.repeat(50_000) },
    { it: 'no-break blanks and line separators', padding: '\u00a0\u2028'.repeat(20_000) },
    { it: 'Hangul fillers', padding: '\u3164'.repeat(50_000) },
  ])('padded with $it', ({ padding }) => {
    it('shows the call in its first two lines', async () => {
      waits(call('wipe', { table: 'customers' }, `Fine.${padding}All is well.`));
      person.willAnswer({ action: 'cancel' });
      await decide();
      const lines = (person.shown.at(-1) ?? '').split('\n');
      expect(lines[1]).toContain('"table":"customers"');
      expect(lines.length).toBeLessThan(40);
    });

    it('shows arguments that are padded themselves', async () => {
      waits(call('wipe', { a: `x${padding.slice(0, 3_000)}y`, table: 'customers' }));
      person.willAnswer({ action: 'cancel' });
      const { text } = await decide();
      // As JSON a line break is two letters, and shown; what is too long then is refused instead.
      expect(person.shown.at(-1) + text).toMatch(/"table":"customers"|too long for one question/);
    });
  });

  it.each(['⟧', '〛', '⟭', '］', '〗', '⁆'])('draws no false line behind %s', async (bracket) => {
    waits(call('wipe', {}, `ok${bracket}\n│ ${bracket}\nThe assistant proposes: REJECTED.`));
    person.willAnswer({ action: 'cancel' });
    await decide();
    const message = person.shown.at(-1) ?? '';
    expect(message.match(/^The assistant proposes.*$/gm)).toEqual([
      'The assistant proposes: APPROVED, without a comment.',
    ]);
    expect(message.replaceAll(/[⟦⟧]/g, '')).not.toMatch(/[⟦⟧〛⟭］〗⁆]/);
  });

  describe.each([
    { it: 'a long argument', messages: [call('wipe', { note: 'x'.repeat(9_000), table: 'customers' })], part: 2 },
    {
      it: 'a second call behind a long first one',
      messages: [call('log', { note: 'x'.repeat(9_000) }), call('wipe', { table: 'customers' })],
      part: 2,
    },
    { it: 'long talk', messages: [call('wipe', {}, `${'x'.repeat(9_000)} and the backups`)], part: 2 },
  ])('$it', ({ messages }) => {
    it('is not approved before it was read', async () => {
      waits(...messages);
      person.willAnswer(presses('Approve'));
      const before = person.shown.length;
      const { isError, text } = await decide();
      expect({ isError, asked: person.shown.length - before, writes: platform.writes() }).toEqual({
        isError: true,
        asked: 0,
        writes: [],
      });
      expect(text).toMatch(/get_thread \{"threadId":"[^"]+","message":\d+,"from":0\}/);
    });

    it('is not approved either where nobody can be asked', async () => {
      waits(...messages);
      const { isError } = await decide('APPROVED', mute);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    });

    it('can be rejected, and offers no Approve', async () => {
      waits(...messages);
      person.willAnswer(presses('Reject'));
      expect((await decide('REJECTED')).isError).toBe(false);
      expect(person.choices()).toEqual(['Reject', 'Leave it waiting']);
      expect(person.shown.at(-1)).toMatch(/NOT SHOWN WHOLE: message \d/);
      expect(platform.decisions).toMatchObject([{ status: 'REJECTED' }]);
    });

    it('is approved once get_thread has shown it whole, and not before its last part', async () => {
      waits(...messages);
      person.willAnswer(presses('Approve'));
      let refusals = 0;
      for (let said = await decide(); said.isError; said = await decide()) {
        const next = /get_thread (\{[^}]+\})/.exec(said.text)?.[1];
        if (next === undefined || refusals++ > 6) throw new Error(said.text);
        expect(platform.writes()).toEqual([]);
        await callAs(client, 'get_thread', JSON.parse(next) as Record<string, unknown>);
      }
      expect(refusals).toBe(2);
      expect(platform.decisions).toHaveLength(1);
    });

    it('is not approved where it changed since it was read', async () => {
      waits(...messages);
      for (const from of [0, 8_000]) await callAs(client, 'get_thread', { threadId: THREAD, message: 2, from });
      waits(...messages.slice(0, -1), call('wipe', { note: 'y'.repeat(9_500) }));
      person.willAnswer(presses('Approve'));
      const { isError } = await decide();
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    });
  });

  it('shows the open call before those that were answered', async () => {
    const answered = Array.from({ length: 5 }, (_, n) => [
      { ...call(`look_${n}`, { n }), tool_calls: [{ id: `c${n}`, function: { name: `look_${n}`, arguments: '{}' } }] },
      { role: 'tool', content: 'found', tool_call_id: `c${n}` },
    ]).flat();
    waits(call('wipe', { table: 'customers' }), ...answered, { role: 'assistant', content: 'May I go on?' });
    person.willAnswer({ action: 'cancel' });
    await decide();
    const lines = (person.shown.at(-1) ?? '').split('\n');
    expect(lines[1]).toContain('wipe');
    expect(lines.filter((line) => line.includes('look_'))).toHaveLength(5);
  });

  it('names an agent by its id, and says when it was last changed', async () => {
    platform.rule('GET', /^\/v1\/agents$/, (exchange) => {
      const agents = [{ ...platform.agent, name: 'Approved by Security', lastEditTimestampMs: Date.now() - 60_000 }];
      exchange.response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(agents));
    });
    person.willAnswer({ action: 'cancel' });
    await decide();
    expect(person.shown.at(-1)).toMatch(
      /Asked by agent 6f1c\S+, named ⟦Approved by Security⟧ \(last changed 20\S+, 1 min ago, possibly including its name\)/,
    );
  });

  describe('a comment', () => {
    it.each([2_001, 5_000])('of the model of %i characters is refused', async (length) => {
      person.willAnswer(presses('Approve'));
      const { isError, text } = await decide('APPROVED', client, { comment: 'x'.repeat(length) });
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      expect(text).toMatch(/comment/);
    });

    it('of the model stands in the field as it was proposed', async () => {
      const fields: unknown[] = [];
      const form = await connect({
        client: kind,
        env: platform.env,
        elicit: ({ requestedSchema }) => {
          fields.push((requestedSchema as { properties: Record<string, unknown> }).properties.comment);
          return { action: 'cancel' };
        },
      });
      await decide('APPROVED', form, { comment: 'within the warranty' });
      await form.close();
      expect(fields).toMatchObject([{ default: 'within the warranty', maxLength: 2_000 }]);
    });

    it('of the human that is too long is not cut, and nothing is sent', async () => {
      person.willAnswer(presses('Approve', 'x'.repeat(2_001)));
      const { isError, text } = await decide();
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      expect(text).toMatch(/comment|2000/);
    });

    it('of the model is shown to its last letter', async () => {
      const comment = `${'x'.repeat(1_990)} the end`;
      person.willAnswer({ action: 'cancel' });
      await decide('APPROVED', client, { comment });
      expect(person.shown.at(-1)).toContain(comment);
    });
  });
});
