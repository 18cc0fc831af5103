/** Arguments are repaired where hosts are known to mangle them, and otherwise refused in words that help. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explain } from '../../src/mcp/engine/explain-arguments.ts';
import { jsonSchema } from '../../src/mcp/engine/json-schema.ts';
import { repair } from '../../src/mcp/engine/repair-arguments.ts';
import { freeObject } from '../../src/platform/operations/schemas.ts';
import { agent, agentId, document, pageLimit, pageOffset } from '../../src/tools/fields.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { golden } from '../support/golden.ts';

const TOOL = z.strictObject({
  agentId: agentId(),
  status: z.enum(['RUNNING', 'PAUSED']).optional(),
  limit: pageLimit(20),
  offset: pageOffset(),
  fromDate: z.iso.date().optional(),
  message: z.string().min(1).optional(),
  comment: z.string().max(8).optional(),
  score: z.number().optional(),
  archived: z.boolean().optional(),
  metadata: freeObject().optional(),
  tags: z.array(z.string()).optional(),
  steps: z.array(z.string()).min(1).optional(),
  pairs: z.array(z.string()).min(2).max(3).optional(),
  tool: z.strictObject({ name: z.string(), retries: z.int().min(0).max(5).optional() }).optional(),
});
const SCHEMA = jsonSchema(TOOL, 'input');

/** The refusal; undefined if the arguments are valid. */
function refusal(args: unknown, pinned: readonly string[] = []): string | undefined {
  const given = repair(args, SCHEMA);
  const result = TOOL.safeParse(given);
  return result.success ? undefined : explain(result.error, given, SCHEMA, pinned);
}

describe('repairs arguments that hosts mangle', () => {
  it.each([
    ['an object as JSON text', { metadata: '{"a":[1]}' }, { metadata: { a: [1] } }],
    ['a list as JSON text', { tags: '["a","b"]' }, { tags: ['a', 'b'] }],
    ['the only entry of a list without the list', { tags: 'a' }, { tags: ['a'] }],
    ['the only entry of a list, a number as text', { tags: '1042' }, { tags: ['1042'] }],
    ['a whole number as text', { limit: ' 5 ' }, { limit: 5 }],
    ['a number as text', { score: '-1.5' }, { score: -1.5 }],
    ['a switch as text', { archived: 'false' }, { archived: false }],
    ['null for what is left out', { status: null, limit: undefined }, {}],
    ['empty text for an enum', { status: '' }, {}],
    ['empty text for a date', { fromDate: ' ' }, {}],
    ['empty text for a number', { limit: '', score: ' ' }, {}],
    ['empty text for a switch, an object or a list', { archived: '', metadata: '', tags: '' }, {}],
    ['empty text where none may be', { message: '' }, {}],
    ['an empty list where none may be', { steps: [] }, {}],
    ['null inside an argument', { tool: { name: 'n', retries: null } }, { tool: { name: 'n' } }],
    ['text inside an argument', { tool: { name: 'n', retries: '3' } }, { tool: { name: 'n', retries: 3 } }],
    ['all arguments as JSON text', '{"limit":5}', { limit: 5 }],
    ['no arguments at all', undefined, {}],
    ['null', null, {}],
  ])('%s', (_what, args, expected) => {
    expect(repair(args, SCHEMA)).toEqual(expected);
  });

  it('the only object of a list without the list', () => {
    const items = z.array(z.strictObject({ limit: z.int() }));
    expect(repair({ items: { limit: '5' } }, jsonSchema(z.strictObject({ items }), 'input'))).toEqual({
      items: [{ limit: 5 }],
    });
  });

  it.each([
    ['is taken for the id', { agentName: 'Refunds' }, { agentId: 'Refunds' }],
    ['is not taken for one beside it', { agentId: 'a', agentName: 'Refunds' }],
    ['is not taken for an id that takes no names', { tenantName: 'Acme' }],
    ['may be meant for what would be created', { documentName: 'Prices' }],
  ])('a name as an argument of its own %s', (_what, args, expected: object = args) => {
    const schema = z.strictObject({
      agentId: agent(),
      tenantId: z.string().optional(),
      documentId: document().optional(),
    });
    expect(repair(args, jsonSchema(schema, 'input'))).toEqual(expected);
  });

  it.each([
    ['text that looks like JSON', { comment: '{"a":1}' }],
    ['text that looks like a number', { comment: '5' }],
    ['text that looks like a switch', { message: 'true' }],
    ['an object that is no JSON', { metadata: 'a=1' }],
    ['JSON of another kind', { metadata: '5' }],
    ['a list that was cut', { tags: '["a",' }],
    ['text that may be several entries', { tags: 'a, b' }],
    ['a number that is none', { limit: '5 or so' }],
    ['a number in another notation', { limit: '0x10' }],
    ['an argument that nobody knows', { other: '{"a":1}' }],
    ['an argument that nobody knows and is empty', { other: '' }],
    ['an empty id that must be given', { agentId: '' }],
    ['empty free text, which clears a field', { comment: '' }],
    ['blanks in free text', { message: ' ' }],
    ['an empty list', { tags: [] }],
    ['what a free object holds', { metadata: { a: null, b: '' } }],
  ])('but does not repair %s', (_what, args) => {
    expect(repair(args, SCHEMA)).toEqual(args);
  });

  it('a prototype key is an unknown argument like any other', () => {
    const args: unknown = JSON.parse('{"agentId":"a","__proto__":{"limit":1000}}');
    expect(repair(args, SCHEMA).limit).toBeUndefined();
    golden(refusal(args) ?? '');
  });
});

describe('accepts', () => {
  it.each([
    [{ agentId: 'a' }],
    [{ agentId: 'a', limit: 1, offset: 0, fromDate: '2028-02-29' }],
    [{ agentId: 'a'.repeat(128), limit: 100 }],
  ])('%j', (args) => {
    expect(refusal(args)).toBeUndefined();
  });
});

// Where it comes from is in the description of agentId.
const IDS = '1 to 128 characters of A-Z a-z 0-9 . _ ~ : - (an id as a list gave it), from list_agents';
const DATE = 'a date that exists, written YYYY-MM-DD';
const EXPECTED =
  'Expected arguments: agentId, status, limit, offset, fromDate, message, comment, score, archived, metadata, tags, steps, pairs, tool.';

const OBJECT = 'a JSON object, such as {"key":"value"}';

describe('names the argument and what is allowed when it refuses', () => {
  it.each([
    [{ agentId: 'a/b' }, `agentId can't be "a/b": it must be ${IDS}.`],
    [{ agentId: 7 }, `agentId can't be 7: it must be ${IDS}.`],
    [{ agentId: 'a', limit: [5] }, "limit can't be [5]: it must be a whole number from 1 to 100."],
    [{ agentId: 'a', status: 'DONE' }, 'status can\'t be "DONE": it must be one of RUNNING, PAUSED.'],
    [{ agentId: 'a', status: 5 }, "status can't be 5: it must be one of RUNNING, PAUSED."],
    [{ agentId: 'a', fromDate: '2027-02-29' }, `fromDate can't be "2027-02-29": it must be ${DATE}.`],
    [{ agentId: 'a', fromDate: 20260101 }, `fromDate can't be 20260101: it must be ${DATE}.`],
    [{ agentId: 'a', comment: 5 }, "comment can't be 5: it must be text."],
    [{ agentId: 'a', score: 'high' }, 'score can\'t be "high": it must be a number.'],
    [{ agentId: 'a', archived: 'maybe' }, 'archived can\'t be "maybe": it must be true or false.'],
    [{ agentId: 'a', metadata: 'x' }, `metadata can't be "x": it must be ${OBJECT}.`],
    [{ agentId: 'a', metadata: [] }, `metadata can't be []: it must be ${OBJECT}.`],
    [{ agentId: 'a', tags: {} }, "tags can't be {}: it must be a list."],
    [{ agentId: 'a', steps: 5 }, "steps can't be 5: it must be a list of at least 1."],
    [{ agentId: 'a', pairs: ['x'] }, "pairs can't have 1 entry: it must be a list of 2 to 3."],
    [{ agentId: 'a', pairs: ['x', 'x', 'x', 'x'] }, "pairs can't have 4 entries: it must be a list of 2 to 3."],
    [{ agentId: 'a', pairs: {} }, "pairs can't be {}: it must be a list of 2 to 3."],
    [{ agentId: 'a', tags: [1] }, "tags.0 can't be 1: it must be text."],
    [
      { agentId: 'a', comment: 'too long.' },
      "comment can't have 9 characters: it must be text of at most 8 characters.",
    ],
    [
      { agentId: 'a', tool: { name: 'n', retries: 6 } },
      "tool.retries can't be 6: it must be a whole number from 0 to 5.",
    ],
    [{ agentId: 'a', tool: {} }, 'tool.name is missing; it must be text.'],
  ])('%j', (args, message) => {
    expect(refusal(args)).toBe(message);
  });

  it('and has a line for each mistake', () => {
    golden(refusal({ limit: 0, offset: -1 }) ?? '');
  });
});

describe('unknown arguments', () => {
  it.each([
    ['Limit', 'limit'],
    ['agent_id', 'agentId'],
    ['stauts', 'status'],
    ['from_date', 'fromDate'],
    ['startDate', 'fromDate'],
    ['since', 'fromDate'],
  ])('%s: did you mean %s?', (wrong, meant) => {
    expect(refusal({ agentId: 'a', [wrong]: 1 })).toBe(
      `Unknown argument "${wrong}". Did you mean "${meant}"? ${EXPECTED} Remove or rename it and call again.`,
    );
  });

  it('unlike any known one are refused with the list of expected ones', () => {
    expect(refusal({ agentId: 'a', xyzzy: 1 })).toBe(
      `Unknown argument "xyzzy". ${EXPECTED} Remove or rename it and call again.`,
    );
  });

  it('in a nested object are located, with the ones expected there', () => {
    expect(refusal({ agentId: 'a', tool: { name: 'n', retires: 1 } })).toBe(
      'Unknown argument "retires" in tool. Did you mean "retries"? Expected arguments: name, retries. Remove or rename it and call again.',
    );
  });

  it('that the settings pin are reported as pinned', () => {
    golden(refusal({ agentId: 'a', tenantId: 't' }, ['tenantId']) ?? '');
  });

  it('are never repeated at length: neither a name nor a value is long enough to hold a secret', () => {
    const guess = 'Zx81Qw93Lm27Vb45Nc66';
    for (const args of [
      { agentId: 'a', [guess]: 1 },
      { agentId: guess.concat('/') },
      { agentId: 'a', status: guess },
      { agentId: 'a', limit: guess },
      { agentId: 'a', metadata: [guess] },
      { agentId: 'a', tags: [{ [guess]: guess }] },
      { agentId: 'a', tool: { name: 'n', [guess]: 1 } },
    ]) {
      const message = refusal(args) ?? '';
      expect(message).not.toContain(guess.slice(0, 16));
      expect(message).toContain(guess.slice(0, 10));
    }
  });

  it('are named up to five, and counted beyond that', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`argument-${index}`, 1]));
    const message = refusal({ agentId: 'a', ...many }) ?? '';
    golden(message);
  });

  it('and other mistakes are listed up to twenty', () => {
    const message = refusal({ agentId: 'a', tags: Array.from({ length: 20_000 }, (_, index) => index) }) ?? '';
    golden(message);
  });
});

describe('what the caller sent is quoted briefly', () => {
  it('long values are cut', () => {
    const message = refusal({ agentId: 'a', status: 'x'.repeat(5000) }) ?? '';
    golden(message);
  });

  it('control characters are left out', () => {
    expect(refusal({ agentId: 'a', status: '\u202e\u200b⟧' })).toBe(
      'status can\'t be "]": it must be one of RUNNING, PAUSED.',
    );
  });

  it('a name of a megabyte is refused quickly', () => {
    const args = { agentId: 'a', ['x'.repeat(1_000_000)]: 1 };
    const ms = cpuMs(() => expect(refusal(args)?.length).toBeLessThan(400));
    expect(ms).toBeLessThan(500);
  });

  it.each([
    [
      'an object',
      { metadata: JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1]))) },
    ],
    ['a list', { tags: `[${'1,'.repeat(60_000)}1]` }],
  ])(
    '%s as text may hold no more than a message may, since whoever checks it holds up everybody else',
    (_what, args) => {
      const ms = cpuMs(() =>
        expect(refusal({ agentId: 'a', ...args })).toMatch(/, with at most 5000 parts on 128 levels\.$/),
      );
      expect(ms).toBeLessThan(200);
    },
  );

  it('JSON text that is nested too deeply to be read does not break the refusal', () => {
    golden(refusal({ agentId: 'a', metadata: `${'['.repeat(12_000)}${']'.repeat(12_000)}` }) ?? '');
  });
});
