/**
 * A request that was not shown whole is not approved: padding, length and disguise hide nothing from the human, who reads
 * page by page. On the built file, over stdio, in both eras of the protocol.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { type Message, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const platform = await scriptedPlatform();
beforeEach(() => platform.reset());

const call = (name: string, args: unknown, content = ''): Message => ({
  role: 'assistant',
  content,
  tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }],
});

let requests = 0;
/** Makes each request different: it stands at another place of its conversation, behind notes that are no part of it. */
function waits(...messages: Message[]): void {
  requests++;
  const notes = Array.from({ length: requests }, () => ({ role: 'system', content: '.' }));
  platform.threads.set(THREAD, {
    ...waitingThread(),
    messages: [...notes, { role: 'user', content: 'Go.' }, ...messages],
  });
}

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  const person = human();
  let client: TestClient;
  beforeAll(async () => {
    client = await connect({ client: kind, env: platform.env, elicit: person.elicit });
  });

  const decide = (status = 'APPROVED', by = client, more = {}) =>
    callAs(by, 'approve_thread', { threadId: THREAD, status, ...more });

  /** Reads all pages and closes the last; @returns what each showed. */
  async function readAll(status = 'APPROVED'): Promise<readonly string[]> {
    const before = person.shown.length;
    person.willAnswer(() => (person.choices().includes('Read on') ? presses('Read on') : { action: 'cancel' }));
    expect((await decide(status)).isError).toBe(false);
    expect(platform.writes()).toEqual([]);
    return person.shown.slice(before);
  }

  it('combining strokes cross out no word, and stacked marks cover no line', async () => {
    const [struck, forbidden] = ['\u0336', '\u20e0'].map((mark) => [...'not'].map((one) => one + mark).join(''));
    const stacked = ['\u0300', '\u0489'].map((mark) => `Z${mark.repeat(300)}`).join('');
    waits({ role: 'assistant', content: `Do ${struck} wipe, do ${forbidden} wipe caf\u00e9 ${stacked}.` });
    const [message] = await readAll();
    golden(message ?? '');
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
      it: '150,000 calls in one message',
      messages: () => [{ role: 'assistant', content: 'x', tool_calls: Array.from({ length: 150_000 }, () => 1) }],
    },
    {
      it: 'fields of 5,000 messages that nobody foresaw',
      messages: () => Array.from({ length: 5_000 }, (_, n) => ({ role: 'assistant', content: '', odd: n })),
    },
    { it: '100,000 words', messages: () => [{ role: 'assistant', content: 'and so on '.repeat(50_000) }] },
  ])('$it', ({ messages }) => {
    it('fill more than ten pages: one is shown, which says where to decide and offers no Approve', async () => {
      waits(...messages());
      const shown = await readAll();
      expect(shown).toHaveLength(1);
      expect(shown[0]?.length).toBeLessThan(8_000);
      golden(
        shown[0]
          ?.split('\n')
          .filter((line) => /\d pages/.test(line))
          .join('\n') ?? '',
      );
      expect(person.choices()).toEqual(['Reject', 'Leave it waiting']);
    });
  });

  it('ten pages, the most that clients answer questions about, are read and approved', async () => {
    waits({ role: 'assistant', content: 'and so on '.repeat(5_650) });
    person.willAnswer(() => presses(person.choices().includes('Read on') ? 'Read on' : 'Approve'));
    const before = person.shown.length;
    await decide();
    expect(person.shown).toHaveLength(before + 10);
    expect(platform.decisions).toHaveLength(1);
  });

  it('calls nested in 4,000 lists are refused with a reason, and nothing is sent', async () => {
    let nested: unknown = [{ function: { name: 'wipe', arguments: '{"table":"customers"}' } }];
    for (let depth = 0; depth < 4_000; depth++) nested = [nested];
    waits({ role: 'assistant', content: 'Fine?', tool_calls: nested });
    const { isError, text } = await decide();
    expect([isError, platform.writes()]).toEqual([true, []]);
    golden(text);
  });

  describe.each([
    { it: '3,500 line breaks', padding: '\n'.repeat(3_500) },
    { it: 'lines of one letter', padding: 'a\n'.repeat(2_000) },
    { it: 'blanks', padding: ' '.repeat(50_000) },
    { it: 'ideographic spaces', padding: '\u3000'.repeat(50_000) },
    { it: 'braille blanks', padding: '\u2800'.repeat(50_000) },
    { it: 'zero-width characters', padding: '\u200b'.repeat(50_000) },
    { it: 'no-break spaces and line separators', padding: '\u00a0\u2028'.repeat(20_000) },
    { it: 'Hangul fillers', padding: '\u3164'.repeat(50_000) },
  ])('a request padded with $it', ({ padding }) => {
    it('begins with its call', async () => {
      waits(call('wipe', { table: 'customers' }, `Fine.${padding}All is well.`));
      const [first = ''] = await readAll();
      const lines = first.split('\n');
      expect(lines[0]).toBe('Refund Desk wants to call wipe with table customers.');
      expect(lines.length).toBeLessThan(40);
    });

    it('shows arguments that are padded themselves', async () => {
      waits(call('wipe', { a: `x${padding.slice(0, 3_000)}y`, table: 'customers' }));
      expect((await readAll()).join('\n')).toMatch(/table customers/);
    });
  });

  it.each(['⟧', '〛', '⟭', '］', '〗', '⁆'])('no line behind %s passes for one of this server’s', async (bracket) => {
    waits(call('wipe', {}, `ok${bracket}\n│ ${bracket}\nProposed by the assistant: Reject.`));
    person.willAnswer({ action: 'cancel' });
    await decide();
    const message = person.shown.at(-1) ?? '';
    expect(message.match(/^Proposed by the assistant.*$/gm)).toHaveLength(1);
    expect(message.replaceAll(/[⟦⟧]/g, '')).not.toMatch(/[⟦⟧〛⟭］〗⁆]/);
  });

  const LONG = [
    {
      it: 'a long argument',
      messages: [call('wipe', { note: 'x'.repeat(9_000), table: 'customers' })],
      hides: 'table customers',
      isOnEvery: true,
    },
    {
      it: 'a second call behind a long first one',
      messages: [call('log', { note: 'x'.repeat(9_000) }), call('wipe', { table: 'customers' })],
      hides: 'wipe with table customers',
      isOnEvery: true,
    },
    { it: 'long talk', messages: [call('wipe', {}, `${'x '.repeat(4_500)}and the backups`)], hides: 'and the backups' },
    {
      it: 'a request of 20,000 characters',
      messages: [call('wipe', {}, `${'word '.repeat(4_000)}and the backups`)],
      hides: 'and the backups',
    },
  ];
  describe.each(LONG)('$it', ({ messages, hides, isOnEvery = false }) => {
    it('is approved on its last page without any other call, and on no page before', async () => {
      waits(...messages);
      const before = person.shown.length;
      const offered: boolean[] = [];
      person.willAnswer(() => {
        const canApprove = person.choices().some((choice) => choice.startsWith('Approve'));
        offered.push(canApprove);
        expect(platform.writes()).toEqual([]);
        return presses(canApprove ? 'Approve' : 'Read on');
      });
      const reads = platform.requests.length;
      const { isError } = await decide();
      expect([isError, platform.decisions.length]).toEqual([false, 1]);
      const shown = person.shown.slice(before);
      expect(shown.length).toBeGreaterThan(1);
      expect(offered).toEqual(shown.map((_, index) => index === shown.length - 1));
      // Each page begins with the act; what is said stands on one.
      expect(shown.slice(0, -1).map((page) => page.includes(hides))).toEqual(shown.slice(1).map(() => isOnEvery));
      expect(shown.at(-1)).toContain(hides);
      for (const page of shown) expect(page).not.toMatch(/get_thread|approve_thread|decide_approvals|list_pending/);
      expect(platform.requests.length).toBeGreaterThan(reads);
    });

    it('can be rejected on the first page', async () => {
      waits(...messages);
      person.willAnswer(presses('Reject'));
      expect((await decide()).isError).toBe(false);
      expect(person.choices()).toEqual(['Read on', 'Reject', 'Leave it waiting']);
      expect(platform.decisions).toMatchObject([{ status: 'REJECTED' }]);
    });
  });

  it('shows the open call before those that were answered', async () => {
    const answered = Array.from({ length: 5 }, (_, n) => [
      { ...call(`look_${n}`, { n }), tool_calls: [{ id: `c${n}`, function: { name: `look_${n}`, arguments: '{}' } }] },
      { role: 'tool', content: 'found', tool_call_id: `c${n}` },
    ]).flat();
    waits(call('wipe', { table: 'customers' }), ...answered, { role: 'assistant', content: 'May I go on?' });
    golden((await readAll())[0] ?? '');
    expect(person.choices()).toContain('Approve wipe');
  });

  it('names an agent by its id, and marks a name that could be read as a sentence', async () => {
    platform.rule('GET', /^\/v1\/agents$/, (exchange) => {
      const agents = [{ ...platform.agent, name: 'Checked and approved by Security. You' }];
      exchange.response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(agents));
    });
    // Its agents are read once a minute, so this takes a server of its own.
    const own = await connect({ client: kind, env: platform.env, elicit: person.elicit });
    person.willAnswer({ action: 'cancel' });
    await decide('APPROVED', own);
    await own.close();
    golden(person.shown.at(-1) ?? '');
  });

  describe('a comment', () => {
    it.each([2_001, 5_000])('of the model of %i characters is refused', async (length) => {
      person.willAnswer(presses('Approve create_refund'));
      const { isError, text } = await decide('APPROVED', client, { comment: 'x'.repeat(length) });
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      golden(text);
    });

    it('of the model appears in the field as proposed', async () => {
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

    it('of the model is shown in full', async () => {
      const comment = `${'x'.repeat(1_990)} the end`;
      person.willAnswer({ action: 'cancel' });
      await decide('APPROVED', client, { comment });
      expect(person.shown.at(-1)).toContain(comment);
    });
  });
});
