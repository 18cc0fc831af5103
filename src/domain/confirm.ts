/** Asks the human whether to go ahead, or to change a record, with the difference field by field; says what they replied if not. */
import { compareFields } from '../mcp/contract/compare-fields.ts';
import { Refusal } from '../mcp/contract/errors.ts';
import { fieldName } from '../mcp/contract/invisible.ts';
import { isMask, withMaskNote } from '../mcp/contract/mask-credentials.ts';
import type { Choice, DecidedBy, Form } from '../mcp/contract/question.ts';
import type { ToolResult } from '../mcp/contract/result.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { type Json, ownField } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { withoutTimesAndCosts } from '../platform/parse/volatile.ts';
import { cut, digest, type ForeignText, foreign, isPlain } from '../platform/text.ts';
import { fits } from '../present/excerpt.ts';
import { marked, plain } from '../present/plain.ts';
import { count } from '../present/units.ts';

/** How a human dismissed a question without a reply. */
export const NO_REPLY = { declined: 'declined to answer', closed: 'closed the question' } as const;

/** A question of one page with two choices. If nobody can be asked, the reply is yes. */
export interface Confirmation extends Pick<Form, 'subject' | 'digest'> {
  /** What will happen. A function if it makes calls: called only if a human will see it. */
  readonly message: string | (() => Promise<string>);
  readonly yes: Choice;
  readonly no: Choice;
  /** Completes "the human ..." if the reply was no: `chose to keep it`. */
  readonly chose: string;
}

const DECISION = 'decision';

/** @returns who consented, or why nothing may be done: `the human chose to keep it` @throws whatever `ask` throws */
export async function confirm(
  { client }: Pick<ToolContext, 'client'>,
  { subject, digest, message, yes, no, chose }: Confirmation,
): Promise<{ readonly by?: DecidedBy; readonly why?: string }> {
  const reply = await client.ask({
    subject,
    digest,
    page: async () => ({
      message: typeof message === 'string' ? message : await message(),
      parts: [{ name: DECISION, title: 'Your decision', choices: [yes, no] }],
    }),
  });
  if (reply.kind === 'nobody') return { by: reply.by };
  if (reply.kind !== 'answered') return { why: `the human ${NO_REPLY[reply.kind]}` };
  return reply.parts.get(DECISION)?.choice === yes.value ? { by: 'human' } : { why: `the human ${chose}` };
}

export interface ChangePlan {
  /** `agent 6f1c...`: the record to change, to which the reply is bound. */
  readonly target: string;
  readonly name: ForeignText | undefined;
  /** The requested fields. */
  readonly requested: Json;
  /** The current record: if any of it changes while the human reads, the reply is refused. */
  readonly current: Json;
  /** Further sentences for the human. */
  readonly warnings?: readonly string[];
  /** Further sentences that take calls to make: requested only if a human will see them. */
  readonly details?: () => Promise<readonly string[]>;
}

/** Maximum total length of new values: all are shown, or the change is refused. */
const MAX_NEW = 8_000;
/** Characters of a value in a dry run. */
const DRY_RUN_VALUE = 1_000;
/** Characters of one old value. */
const MAX_OLD = 1_500;

/** @returns the result that ends the call if nothing may be changed; undefined if the change may go on */
export async function consentToChange(plan: ChangePlan, context: ToolContext): Promise<ToolResult | undefined> {
  const { target, requested, current } = plan;
  const { why } = await confirm(context, {
    subject: `change ${target}`,
    digest: digest([target, jsonText(requested, true), jsonText(withoutTimesAndCosts(current), true)]),
    message: async () => messageOf(plan, (await plan.details?.()) ?? []),
    yes: { value: 'change', title: 'Change it' },
    no: { value: 'keep', title: 'Leave it as it is' },
    chose: 'chose to leave it as it is',
  });
  if (why === undefined) return undefined;
  return { summary: `Nothing was changed: ${why}. The ${target} stays as it was.`, facts: { changed: [] } };
}

/**
 * The lines of a change for a dry run or a result, with old and new values cut. A result knows the record `now`: of the fields
 * that the change left out, it names those that are no longer as they were.
 */
export function changeLines(requested: Json, current: Json, most = DRY_RUN_VALUE, now?: Json): string[] {
  let kept = 0;
  const lines = differences(requested, current, most).flatMap((one) => {
    if (now === undefined || one.after !== undefined) return [line(one, most)];
    const after = visibleText(valueAt(now, one.path));
    // A mask says nothing of what is behind it.
    if (after !== undefined && holdsMask(after)) return [line(one, most)];
    if (after === undefined) return [line(one, most).replace(MAY_DROP, 'not given, and the answer no longer has it.')];
    const changed = changedParts(visibleText(valueAt(current, one.path)), after, most);
    if (changed.before !== changed.after) return [line({ path: one.path, ...changed }, most)];
    kept++;
    return [];
  });
  return kept === 0 ? lines : [...lines, `${count(kept, 'field')} not given: as before.`];
}

const valueAt = (record: Json, path: readonly string[]): unknown => path.reduce<unknown>(ownField, record);

function messageOf(
  { target, name, requested, current, warnings = [] }: ChangePlan,
  details: readonly string[],
): string {
  const found = differences(requested, current);
  const length = found.reduce((sum, { path, after = '' }) => sum + chosenKeys(path) + after.length, 0);
  if (length > MAX_NEW) {
    throw new Refusal(
      `Refused: the new values of ${target} have ${length} characters; at most ${MAX_NEW} can be shown to the human for approval. Nothing was sent. Change less at once, or let the human change it in the platform itself.`,
    );
  }
  return withMaskNote([
    `Change ${target}${name === undefined ? '' : `, now called ${name.line(80)}`}?`,
    ...warnings,
    ...details,
    // A value that is not shown is not known to be the same.
    ...(found.length === 0 && Object.values(requested).some((value) => value !== undefined)
      ? ['Every field already has this value.']
      : found.map((one) => line(one))),
  ]);
}

/** Length of the keys that are not plain names: they count like values. */
const chosenKeys = (path: readonly string[]): number => path.filter((key) => !isPlain(key)).join('').length;

const MAY_DROP = 'not given: the platform may keep or drop it.';

/** The name of a field that an object in the change leaves out: the platform named it, not the caller. */
export const leftOutName = (path: readonly string[]): string =>
  `${fieldName(path.slice(0, -1))}.${foreign(path.at(-1) ?? '')}`;

function line({ path, before, after, stays }: Difference, most = Number.POSITIVE_INFINITY): string {
  if (after === undefined) {
    return `${leftOutName(path)}: ${shown(before ?? '', 200)}, ${MAY_DROP}`;
  }
  const old = before === undefined ? '(not shown by the platform)' : shown(before, Math.min(most, MAX_OLD));
  return `${fieldName(path)}: ${old} → ${shown(after, Math.min(most, MAX_NEW))}${sameLookNote(before, after)}${stays > 0 ? ` (${stays} characters around it stay the same)` : ''}.`;
}

const holdsMask = (text: string): boolean => isMask(text) || text.includes('[redacted]');

/** Why a field is listed although its old and new values look the same. */
function sameLookNote(before: string | undefined, after: string): string {
  if (before === undefined || plain(foreign(before)).text !== plain(foreign(after)).text) return '';
  return holdsMask(after)
    ? ' (contains a secret, which is not shown and may differ)'
    : ' (they differ only in blanks or in characters not shown here)';
}

/** Marked text, with a bar before each further line and the number of characters that were cut. */
function shown(raw: string, max: number): string {
  const { text } = plain(foreign(raw));
  const part = fits(text.length, max) ? text : cut(text, max);
  const left = text.length - part.length;
  return `${marked(part)}${left > 0 ? ` (${left} more characters)` : ''}`;
}

/** One field that would change. Texts are cleaned; secrets in them are masked. */
export interface Difference {
  /** The keys that lead to the field: `['assistantSpecialization', 'presets']`. */
  readonly path: readonly [string, ...string[]];
  /** Undefined if the record does not show the field. */
  readonly before: string | undefined;
  /** Undefined for a field that the change leaves out; a platform that replaces the whole object drops it. */
  readonly after: string | undefined;
  /** Unchanged characters at the beginning and end that are in neither text. */
  readonly stays: number;
}

/** The fields of `requested` whose value differs in `current`, and those that hold a secret. */
const differences = (requested: Json, current: Json, most?: number): Difference[] =>
  compareFields(requested, current)
    .filter(({ isSame }) => !isSame)
    .map(({ path, before, after }) => ({ path, ...changedParts(visibleText(before), visibleText(after), most) }));

/** Masked before comparison: nobody may learn how much of a secret stays the same. */
const visibleText = (value: unknown): string | undefined =>
  value === undefined ? undefined : foreign(typeof value === 'string' ? value : jsonText(value)).visible;

/** Longer texts, and those that would be cut, are shown without their unchanged beginning and end. */
const LONG = 400;
/** Unchanged characters that are kept as context. */
const AROUND = 60;

function changedParts(before: string | undefined, after: string | undefined, most = LONG): Omit<Difference, 'path'> {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= Math.min(LONG, most)) {
    return { before, after, stays: 0 };
  }
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = Math.max(0, head - AROUND);
  const left = Math.max(0, tail - AROUND);
  // An emoji of two code units stays whole.
  const start = isSecondHalf(before, from) ? from - 1 : from;
  const end = isSecondHalf(before, before.length - left) ? left - 1 : left;
  const middle = (text: string): string => text.slice(start, text.length - end).toWellFormed();
  return { before: middle(before), after: middle(after), stays: start + end };
}

const isSecondHalf = (text: string, at: number): boolean => at > 0 && /^[\udc00-\udfff]/.test(text.slice(at, at + 1));
