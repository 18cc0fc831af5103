/**
 * Renders the result of a handler: text for hosts that show text, structured content for hosts that give the model only that.
 * Both come from the same data, cut once (docs/architecture.md, "Small by default").
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';
import { cut, ForeignText } from '../../platform/text.ts';
import {
  callText,
  type Item,
  type ItemList,
  type NextStep,
  nextOf,
  RESULT_BUDGET,
  Structured,
  type ToolResult,
  type Value,
} from '../contract/result.ts';
import type { App } from './app.ts';
import type { Redactor } from './redact.ts';
import type { Selection } from './selection.ts';

/** The session that a result is for: a next step may name only tools that it has. */
export interface Session {
  readonly selection: Pick<Selection, 'has'>;
  readonly redactor: Pick<Redactor, 'text' | 'json'>;
}

/** Renders a result within the budget, redacted. @throws Error if a fact has the name of the list, whose place it would need */
export function render(result: ToolResult, session: Session, budget = RESULT_BUDGET) {
  const { list, facts = {} } = result;
  if (list !== undefined && list.name in facts) throw new Error(`${list.name} is both a fact and the list.`);
  const all = { shown: list?.items ?? [], omitted: 0 };
  const whole = compose(result, all, session);
  const overshoot = whole.size - budget;
  if (overshoot <= 0) return whole;
  if (list === undefined || list.items.length === 0) return compose(withShorterFact(result, overshoot), all, session);
  // Everything but the records, with the longest possible sentence about omissions and the next step after all of them.
  const sizeAround = compose(result, { shown: [], omitted: list.items.length }, session).size + 64;
  const kept = fitting(list, budget - sizeAround);
  return compose(result, { shown: kept, omitted: list.items.length - kept.length }, session);
}

/** The result with its longest text, say the body of a dry run, cut to fit, and a note about it. */
function withShorterFact(result: ToolResult, overshoot: number): ToolResult {
  const texts = Object.entries(result.facts ?? {}).flatMap(([key, value]) =>
    value instanceof ForeignText ? [{ key, value }] : [],
  );
  const [longest] = texts.toSorted((a, b) => b.value.length - a.value.length);
  if (longest === undefined) return result;
  const { key, value } = longest;
  // As JSON, a text can double in length; the note needs room, too.
  const share = value.length / JSON.stringify(value).length;
  const kept = value.slice(0, Math.max(100, Math.floor(value.length - (overshoot + 200) * share)));
  const note = `${value.length - kept.length} more characters of ${key} are left out here to keep this short.`;
  return { ...result, notes: [...(result.notes ?? []), note], facts: { ...result.facts, [key]: kept } };
}

/** As many whole records as fit, from the end that `keep` names; at least one, which handlers keep below the budget. */
function fitting(list: ItemList, room: number): readonly Item[] {
  const fromEnd = list.keep === 'last';
  let used = 0;
  let count = 0;
  for (const item of fromEnd ? [...list.items].reverse() : list.items) {
    used += Math.max(item.line.length, JSON.stringify(dataOf(list, item)).length) + 1;
    if (used > room && count > 0) break;
    count++;
  }
  return fromEnd ? list.items.slice(-count) : list.items.slice(0, count);
}

/** An item's data, as a row if the list has columns: texts all, since no schema that hosts accept mixes types. */
const dataOf = ({ columns }: ItemList, { data }: Item): Value =>
  columns === undefined ? data : columns.map((column) => valueText(data[column] ?? ''));

/** What is left out of a list that was cut: all that exists from here on, if the total is known, or else of this page. */
function leftOutText({ total, offset = 0 }: ItemList, shown: number, omitted: number): string {
  const isKnown = total !== undefined && total - offset - shown >= omitted;
  const left = isKnown ? total - offset - shown : omitted;
  const what = `${left} more ${left === 1 ? 'is' : 'are'} left out here to keep this short.`;
  return isKnown ? what : `At least ${what}`;
}

/** The records of a list that are shown, and how many are left out of the result's. */
interface Part {
  readonly shown: readonly Item[];
  readonly omitted: number;
}

function compose(result: ToolResult, { shown, omitted }: Part, { selection: { has }, redactor }: Session) {
  const { summary, facts = {}, list } = result;
  const notes = [...new Set([...(result.notes ?? []), ...(list?.notes?.(shown.length) ?? [])])];
  const rest = offered(list?.rest?.(shown.length), has);
  const next = offered(nextOf(result, shown.length), has);
  const lines = [summary, ...notes.map((note) => `Note: ${note}`), ...factLines(facts, summary)];
  const structured: Record<string, unknown> = { summary };
  const leftOut = omitted > 0 && list ? [leftOutText(list, shown.length, omitted)] : [];
  if (notes.length + leftOut.length > 0) structured.notes = [...notes, ...leftOut].join('\n');
  Object.assign(structured, facts);
  if (list !== undefined) {
    if (list.columns !== undefined) structured.columns = list.columns;
    structured[list.name] = shown.map((item) => dataOf(list, item));
    if (list.total !== undefined) structured.total = list.total;
    lines.push(...listLines(list, shown), ...leftOut);
    if (rest !== undefined) {
      structured.rest = { tool: rest.tool, arguments: rest.arguments };
      lines.push(`For the rest: ${callText(rest)}`);
    }
  }
  if (next !== undefined) {
    structured.nextStep = next;
    lines.push(`Next: ${callText(next)} to ${next.why}.`);
  }
  const [text, data] = [redactor.text(lines.join('\n')), redactor.json(structured)];
  // The size of the longer one, for which the structured content counts as JSON.
  return { text, structured: data, size: Math.max(text.length, JSON.stringify(data).length) };
}

function listLines(list: ItemList, shown: readonly Item[]): string[] {
  const { name, columns, head = columns?.join(' · '), total, isVerbatim } = list;
  // If all are shown, the summary contains the number.
  const part = total === undefined || total === shown.length ? [] : [`${name}: ${shown.length} of ${total}`];
  const heading = head === undefined || shown.length === 0 ? [] : [head];
  const lines = shown.map((item) => item.line);
  return [...part, ...heading, ...(isVerbatim ? lines : folded(lines))];
}

/** Characters of a line that is worth folding. */
const LONG = 40;

/**
 * Items without this server's own lines, below their first, that an earlier item has too. What others wrote, between marks,
 * stays, and so does a line with a number or a quoted text: it may be a value of one request, which another has, too.
 */
function folded(items: readonly string[]): string[] {
  const said = new Set<string>();
  return items.map((item) => {
    if (!item.includes('\n')) return item;
    let isForeign = false;
    const lines = item.split('\n').map((line, index) => {
      const isOwn = index > 0 && !isForeign && !/[⟦"\d]/.test(line);
      if (index === 0 || isForeign || line.includes('⟦'))
        isForeign = line.lastIndexOf('⟦') > line.lastIndexOf('⟧') || (isForeign && !line.includes('⟧'));
      if (!isOwn || line.length < LONG) return line;
      if (said.has(line)) return '  (as above)';
      said.add(line);
      return line;
    });
    return lines.join('\n');
  });
}

/** The step as its tool's schema has its arguments: objects with free keys are published as JSON text. */
function offered(step: NextStep | undefined, has: (tool: string) => boolean): NextStep | undefined {
  if (step === undefined || !has(step.tool)) return undefined;
  const published = (value: Value): Value => (isFields(value) ? valueText(value) : value);
  const args = Object.entries(step.arguments).map(([name, value]) => [name, published(value)]);
  return { ...step, arguments: Object.fromEntries(args) };
}

function factLines(facts: Readonly<Record<string, Value>>, summary: string): string[] {
  return Object.entries(facts).flatMap(([key, value]) => {
    if (value === undefined || (key === 'status' && isSaidIn(summary, value))) return [];
    return sheetLines(value) ?? [`${key}: ${valueText(value)}`];
  });
}

/** Whether the summary says a status in its own words: what others wrote, between marks, says nothing. Cap: the 12,000 characters of a result. */
function isSaidIn(summary: string, status: Value): boolean {
  const own = summary.replaceAll(/⟦[^⟧]*⟧/g, '');
  return typeof status === 'string' && own.split(/[^\w-]+/).includes(status);
}

/** An object of lists of sentences as one line each: `unusual: …`; undefined for everything else. */
function sheetLines(value: Value): string[] | undefined {
  if (!isFields(value)) return undefined;
  const lists = Object.entries(value).map(([key, part]) => [key, sentences(part)] as const);
  if (lists.length === 0 || lists.some(([, list]) => list === undefined)) return undefined;
  return lists.flatMap(([key, list = []]) => list.map((sentence) => `${key}: ${sentence}`));
}

function sentences(value: Value): string[] | undefined {
  if (value === undefined) return [];
  // Without a text, data that the text has elsewhere.
  if (value instanceof Structured) return value.text === '' ? [] : [value.text];
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((part) => typeof part === 'string' || part instanceof ForeignText);
  return texts.length === value.length ? texts.map(String) : undefined;
}

/** A value in a line: scalars verbatim, everything else as JSON. */
export const valueText = (value: Value): string =>
  Array.isArray(value) || isFields(value) ? JSON.stringify(value) : String(value);

/** Whether it is an object, and neither a list nor a text or amount of a class of its own. */
const isFields = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An error's text, cut at the end to the budget of a result: it begins with the fact. */
export function withinBudget(text: string, budget = RESULT_BUDGET): string {
  if (text.length <= budget) return text;
  const kept = cut(text, budget - 100);
  return `${kept}… (${text.length - kept.length} more characters are left out here to keep this short.)`;
}

/** An error. Only card tools add facts: structured content against the output schema makes the v1 client throw. */
export function toErrorResult(text: string, facts?: { readonly sent: false }): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true, ...(facts && { structuredContent: facts }) };
}

/** Characters that the message of a longer error keeps: as JSON, one can take six. */
const MESSAGE = 2_000;

/**
 * The message with its error masked and within the budget, if need be without its data; other messages unchanged. The SDK
 * echoes client input in errors, such as a protocol version, and knows neither our secrets nor the size budget.
 */
export function outgoingError<T>({ redactor }: Pick<App, 'redactor'>, message: T): T {
  if (!isObject(message) || !isObject(message.error)) return message;
  const error = redactor.json(message.error);
  if (JSON.stringify(error).length <= RESULT_BUDGET) return { ...message, error };
  return { ...message, error: { code: error.code, message: withinBudget(String(error.message), MESSAGE) } };
}
