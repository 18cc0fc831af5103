/** 100 requests of five agents wait: 88 good ones, nearly all alike within their kind, and 12 traps, keyed by name. */
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts';
import { fractionFor } from '../ids.ts';
import scenario from './hundred.json' with { type: 'json' };
import type { Line, Story } from './stories.ts';

type Fields = Readonly<Record<string, unknown>>;
type Row = readonly (string | number)[];

/** A kind of request. `{column}` stands for a row's value; `{column:day}` writes a date in words. */
interface Kind {
  readonly kind: string;
  readonly agent: string;
  readonly columns: readonly string[];
  readonly user: string;
  readonly found: { readonly tool: string; readonly result: Fields };
  /** The agent's words beside the call. */
  readonly says: string;
  readonly tool: string;
  readonly args: Fields;
  readonly metadata?: Fields | undefined;
  readonly result: Fields;
  readonly summary: string;
  readonly rows: readonly Row[];
}

/** A request that must not pass unnoticed: what differs from its kind. */
interface Trap {
  readonly trap: string;
  readonly kind: string;
  readonly row: Row;
  readonly says?: string | undefined;
  readonly args?: Fields | undefined;
  readonly found?: Fields | undefined;
  readonly metadata?: Fields | undefined;
  /** Another call before, which a gate holds back. */
  readonly gated?: { readonly tool: string; readonly args: Fields } | undefined;
  /** Characters of the arguments that the platform sends. */
  readonly cutAfter?: number | undefined;
  readonly approvedDaysAgo?: number | undefined;
}

const kinds: readonly Kind[] = scenario.kinds;
const traps: readonly Trap[] = scenario.traps;

/** All requests, and the one that was approved before. */
export function hundredStories(): Story[] {
  const good = kinds.flatMap((kind) =>
    kind.rows.flatMap((values, index) => {
      const key = `${kind.kind}-${index + 1}`;
      const before = scenario.repeats.find((one) => one.kind === kind.kind && one.row === index)?.times ?? 0;
      return Array.from({ length: before + 1 }, (_, times) =>
        storyOf(kind, values, times === 0 ? key : `${key}-before-${times}`, waitOf(key) + times * 7 * HOUR),
      );
    }),
  );
  const bad = traps.flatMap(({ trap, row: values, ...change }) => {
    const usual = kinds.find(({ kind }) => kind === change.kind);
    if (usual === undefined) throw new Error(`hundred.json: no kind ${change.kind}`);
    const kind: Kind = {
      ...usual,
      says: change.says ?? usual.says,
      args: { ...usual.args, ...change.args },
      found: { ...usual.found, result: { ...usual.found.result, ...change.found } },
      metadata: change.metadata ?? usual.metadata,
    };
    const waiting = storyOf(kind, values, trap, waitOf(trap), change);
    const { approvedDaysAgo } = change;
    return approvedDaysAgo === undefined
      ? [waiting]
      : [waiting, approved(storyOf(kind, values, `${trap}, then`, approvedDaysAgo * DAY))];
  });
  return [...good, ...bad];
}

/** How long a request has waited, in ms: up to two and a half days. */
const waitOf = (key: string): number => 20 * MINUTE + fractionFor(`hundred:${key}`) * 60 * HOUR;

function storyOf(
  kind: Kind,
  values: Row,
  key: string,
  ago: number,
  { gated, cutAfter }: Pick<Trap, 'gated' | 'cutAfter'> = {},
): Story {
  const { agent, tool, metadata } = kind;
  const row = new Map(kind.columns.map((column, index) => [column, values[index] ?? '']));
  const text = (template: string): string => filledText(template, row);
  const record = (template: Fields) => filledRecord(template, row);
  const args = record(kind.args);
  const held: Line[] = gated
    ? [
        {
          assistant: 'The second factor is in the way, too.',
          calls: [{ name: gated.tool, arguments: record(gated.args) }],
        },
        { tool: gated.tool, result: { status: 'needs approval' } },
      ]
    : [];
  return {
    key,
    agent,
    status: 'AWAITING_APPROVAL',
    createdSecondsAgo: (ago + 3 * MINUTE) / SECOND,
    updatedSecondsAgo: ago / SECOND,
    ...(metadata && { metadata }),
    messages: [
      { user: text(kind.user) },
      { tool: kind.found.tool, result: record(kind.found.result) },
      ...held,
      {
        assistant: text(kind.says),
        calls: [{ name: tool, arguments: cutAfter === undefined ? args : JSON.stringify(args).slice(0, cutAfter) }],
      },
    ],
    request: { tool, args, result: record(kind.result), summary: text(kind.summary) },
  };
}

/** The same request, approved and carried out. */
function approved({ request, messages, ...story }: Story): Story {
  const done: Line[] = request
    ? [{ tool: request.tool, result: { ...request.result } }, { assistant: request.summary }]
    : [];
  return {
    ...story,
    status: 'COMPLETED',
    messages: [...messages, { system: 'Approval decision: APPROVED.' }, ...done],
  };
}

type Values = ReadonlyMap<string, string | number>;

const filledRecord = (template: Fields, row: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(template).map(([key, value]) => {
      if (typeof value !== 'string') return [key, value];
      const column = /^\{(\w+)\}$/.exec(value)?.[1];
      return [key, column === undefined ? filledText(value, row) : row.get(column)];
    }),
  );

/** Numbers are amounts. */
const filledText = (template: string, row: Values): string =>
  template.replace(/\{(\w+)(:day)?\}/g, (_, column: string, day?: string) => {
    const value = row.get(column) ?? '';
    if (typeof value === 'number') return value.toFixed(2);
    return day === undefined ? value : IN_WORDS.format(Date.parse(value));
  });

/** `31 March 2027` */
const IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
