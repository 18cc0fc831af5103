/** Asks the human before a record is changed: with the difference, field by field, as a deletion asks. */

import type { Answer } from '../mcp/contract/answer.ts';
import { Refusal } from '../mcp/contract/errors.ts';
import { choose } from '../mcp/contract/question.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { withoutTimesAndCosts } from '../platform/parse/volatile.ts';
import { cut, digest, type ForeignText, foreign } from '../platform/text.ts';
import { plain } from '../present/plain.ts';
import { type Difference, differences } from './differences.ts';
import { whyNot } from './why-not.ts';

export interface ChangePlan {
  /** `agent 6f1c...`: what is changed, and what the answer is bound to. */
  readonly target: string;
  readonly name: ForeignText | undefined;
  /** The fields that are asked for. */
  readonly asked: Json;
  /** The record as it is; undefined where it can't be read. */
  readonly standing: Json | undefined;
  /** All of the record: where any of it changes while the human reads, the answer is refused. */
  readonly source: Json | undefined;
  /** What the human must know besides, a sentence each. */
  readonly warnings?: readonly string[];
}

/** Characters of new values: all of them are shown, or the change is refused. */
const MAX_NEW = 8_000;
/** Characters of a value in a dry run. */
const DRY_RUN_VALUE = 1_000;
/** Characters of one old value. */
const MAX_OLD = 1_500;

/** @returns the answer that ends the call where nothing may be changed; undefined where it goes on */
export async function consentToChange(plan: ChangePlan, context: ToolContext): Promise<Answer | undefined> {
  const { target, asked, source } = plan;
  const consent = await choose(context, {
    subject: `change ${target}`,
    digest: digest([target, jsonText(asked, true), source && jsonText(withoutTimesAndCosts(source), true)]),
    message: async () => messageOf(plan),
    choices: [
      { value: 'change', title: 'Change it' },
      { value: 'keep', title: 'Leave it as it is' },
    ],
    proposed: 'change',
  });
  if (consent.kind === 'decided' && consent.choice === 'change') return undefined;
  return {
    summary: `Nothing was changed: ${whyNot(consent, 'chose to leave it as it is')}. The ${target} stays as it was.`,
    facts: { changed: [] },
  };
}

/** The same for a dry run: the lines of what would change, old and new values cut. */
export function changeLines(asked: Json, standing: Json): string[] {
  return differences(asked, standing).map((difference) => line(difference, DRY_RUN_VALUE));
}

function messageOf({ target, name, asked, standing, warnings = [] }: ChangePlan): string {
  const found = differences(asked, standing ?? {});
  const length = found.reduce((sum, { after = '' }) => sum + after.length, 0);
  if (length > MAX_NEW) {
    throw new Refusal(
      `Refused: the new values of ${target} have ${length} characters; at most ${MAX_NEW} can be shown to the human for approval. Nothing was sent. Change less at once, or let the human change it in the platform itself.`,
    );
  }
  return [
    `Change ${target}${name === undefined ? '' : `, now called ${name.line(80)}`}?`,
    ...warnings,
    ...(standing === undefined ? ['Its current values could not be read.'] : []),
    ...(found.length === 0 ? ['Every field already has this value.'] : found.map((one) => line(one))),
  ].join('\n');
}

function line({ path, before, after, stays }: Difference, most = Number.POSITIVE_INFINITY): string {
  if (after === undefined) {
    // The caller did not name it: the platform did.
    const object = foreign(path.slice(0, -1).join('.')).line(80).raw;
    const name = `${object}.${foreign(path.at(-1) ?? '').line(80)}`;
    return `${name}: ${shown(before ?? '', 200)}, not given: the platform may keep or drop it.`;
  }
  const label = foreign(path.join('.')).line(80).raw;
  const old = before === undefined ? '(not shown by the platform)' : shown(before, Math.min(most, MAX_OLD));
  // What differs, if at all, in nothing but what is masked.
  const isSecret = before === after ? ' (contains a secret, which is not shown and may differ)' : '';
  return `${label}: ${old} → ${shown(after, Math.min(most, MAX_NEW))}${isSecret}${stays > 0 ? ` (${stays} characters around it stay the same)` : ''}.`;
}

/** Between the marks, each further line behind a bar; the characters cut from an old value are counted. */
function shown(raw: string, max: number): string {
  const { text } = plain(foreign(raw));
  const part = cut(text, max);
  const left = text.length - part.length;
  return `${foreign(part)}${left > 0 ? ` (${left} more characters)` : ''}`.replaceAll('\n', '\n│ ');
}
