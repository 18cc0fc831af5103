/** The blocks of a request as data, and as lines: `Refund Agent wants to call create_refund with amount 640, currency GBP.` */
import { markedKey, markedValue, type Value } from '../../mcp/contract/result.ts';
import { hasKeyTwice, parsedJson } from '../../platform/parse/json-text.ts';
import { foreign, isPlain, plainOrMarked } from '../../platform/text.ts';
import { marked } from '../../present/plain.ts';
import { count, grouped as thousands } from '../../present/units.ts';
import { type CallState, isUndecided } from '../threads/request-calls.ts';
import { abridge, type Block, type Drawing, type Layout, type Shown } from './drawing.ts';

/** Characters of arguments that fit in one line, and of one value in it; otherwise each argument gets its own line. */
const IN_LINE = 1_000;
const VALUE_IN_LINE = 300;
/** Where the act is repeated: characters of each argument, and of all. */
const REPEATED_VALUE = 100;
const REPEATED = 700;
/** Characters of a key, a speaker or a name: all of it. */
const TITLE = 400;

/** What stands beside an argument of a call to decide on; calls count from 0. */
export type Beside = (call: number, argument: string) => string | undefined;

/**
 * A part of a request in lines. It stands alone: it begins with the act, and refers to no other part.
 * @param who begins the first line @param beside what stands beside an argument of the act, which doesn't count as its text
 */
export function partLines(
  { blocks: all }: Pick<Drawing, 'blocks'>,
  { blocks }: Pick<Layout, 'blocks'>,
  who: string,
  beside: Beside = () => undefined,
) {
  const act = all.filter(({ isAct }) => isAct);
  const shown = blocks.filter(({ isAct, left, from }) => isAct && left === 0 && from === 0);
  const isWhole = shown.length === act.length;
  const body = isWhole ? blocks.filter(({ isAct }) => !isAct) : blocks;
  return {
    /** The act: in full if this part shows all of it, otherwise each long argument by its beginning, its end and its length. */
    head: actLines(noted(isWhole ? shown : abridge(act, REPEATED_VALUE, REPEATED), beside), act.length, who),
    /** Everything else of this part. */
    body: [...blockLines(body), ...droppedLines(blocks)],
  };
}

/** The blocks of the act with what stands beside their arguments. */
function noted(act: readonly Shown[], beside: Beside): Shown[] {
  let call = 0;
  return act.map((block) => {
    if (block.kind === 'call') call = indexOf(block);
    const note = block.kind === 'argument' ? beside(call, block.title) : undefined;
    return note === undefined ? block : { ...block, note };
  });
}

/** Index of a call to decide on. */
const indexOf = ({ number = 1 }: Shown): number => number - 1;

const droppedLines = (blocks: readonly Shown[]): string[] => {
  const dropped = blocks.reduce((sum, block) => sum + (block.left === 0 || block.isAbridged ? block.dropped : 0), 0);
  return dropped === 0 ? [] : [`(${count(dropped, 'invisible or control character')} left out.)`];
};

/** The calls to decide on. @param all blocks of the whole act */
function actLines(shown: readonly Shown[], all: number, who: string): string[] {
  const calls = shown.filter(({ kind }) => kind === 'call');
  const [first] = calls;
  if (first === undefined) return [`${who} asks to go on.`];
  const more = shown.length < all ? ['(More of this is left out in this repetition.)'] : [];
  if (!isUndecided(first)) {
    const which = calls.length === 1 ? 'this call' : `one of these ${calls.length} calls`;
    return [`${who} asks to go on. No call is open; it may be about ${which}:`, ...blockLines(shown), ...more];
  }
  if (calls.length === 1) return [...blockLines(shown, `${who} wants to call `), ...more];
  return [`${who} wants to make ${calls.length} calls:`, ...blockLines(shown), ...more];
}

/** Each call with the arguments after it, and each other block. */
export function grouped<B extends Block>(blocks: readonly B[]) {
  const groups: { readonly call?: B; readonly args: B[]; readonly other?: B }[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'call') groups.push({ call: block, args: [] });
    else if (block.kind === 'argument' && last?.call !== undefined) last.args.push(block);
    else groups.push({ other: block, args: [] });
  }
  return groups;
}

/** Blocks that aren't the act, and the act in a part of its own. @param lead text before the first call */
export const blockLines = (blocks: readonly Shown[], lead?: string): string[] =>
  grouped(blocks).flatMap(({ call, args, other }, index) => {
    if (call === undefined) return other === undefined ? [] : [lineOf(other)];
    const number = call.number === undefined ? OTHER_CALLS[call.state ?? 'open'] : `${call.number}. `;
    return callLines(call, args, index === 0 && lead !== undefined ? lead : number);
  });

/** Before a call that isn't the act. */
const OTHER_CALLS: Readonly<Record<CallState, string>> = {
  open: '',
  'in-text': '',
  answered: 'Called in this turn: ',
  earlier: 'Still open: ',
};

const STATES: Readonly<Record<CallState, string>> = {
  open: '',
  'in-text': '',
  answered: ' (a tool has answered it)',
  earlier: ' (requested before the user or a decision came, and not answered since)',
};

function callLines(call: Shown, args: readonly Shown[], before: string): string[] {
  const { arguments: all = 0, state = 'open' } = call;
  const name = `${before}${call.from > 0 ? '(goes on) ' : ''}${plainOrMarked(call.text, 10_000)}${rest(call)}`;
  const [first] = args;
  if (all === 0) return [`${name} without arguments${STATES[state]}.`];
  if (first?.title === '')
    return [`${name} with ${marked(first.text)}${rest(first)}${STATES[state]}.`, ...args.slice(1).map(lineOf)];
  const inLine = args.map(argumentText).join(', ');
  const isShort = inLine.length <= IN_LINE && args.every((arg) => arg.text.length <= VALUE_IN_LINE && isSettled(arg));
  if (isShort && args.length === all) return [`${name} with ${inLine}${STATES[state]}.`];
  return [`${name} with ${count(all, 'argument')}${STATES[state]}:`, ...args.map(lineOf)];
}

const isSettled = ({ left, from, isAbridged }: Shown): boolean => (left === 0 && from === 0) || isAbridged === true;

/** One block that isn't a call. */
function lineOf(block: Shown): string {
  const { kind, title, text, isAgent, from } = block;
  const goesOn = from > 0;
  if (kind === 'argument') {
    const key = title === '' ? 'Its arguments' : `- ${titled(title)}`;
    const isShort = text.length <= VALUE_IN_LINE && isSettled(block);
    return isShort && title !== ''
      ? `${key} ${valueText(block)}${noteOf(block)}.`
      : `${key}${goesOn ? ' (goes on)' : ''}${noteOf(block)}: ${marked(text)}${rest(block)}`;
  }
  if (kind === 'says') {
    const name = title === '' ? '' : ` ${titled(title)}`;
    const who = isAgent ? `The agent${name}` : titled(title);
    return `${who} ${goesOn ? 'goes on' : 'says'}: ${marked(text)}${rest(block)}`;
  }
  return `${title}${goesOn ? ' (goes on)' : ''}: ${marked(text)}${rest(block)}`;
}

/** What follows a text that isn't shown to its end. */
function rest({ left, text, isAbridged }: Pick<Shown, 'left' | 'text' | 'isAbridged'>): string {
  if (left === 0) return '';
  return isAbridged ? ` (${thousands(text.length + left)} characters)` : ' (goes on)';
}

/** `amount 640`. */
export const argumentText = (block: Shown): string =>
  [block.title === '' ? '' : titled(block.title), valueText(block)].join(' ').trim() + noteOf(block);

const noteOf = ({ note }: Shown): string => (note === undefined ? '' : ` (${note})`);

/** A single word, number or boolean as it is, plain words in quotes, everything else between the marks. */
export function valueText(
  block: Pick<Shown, 'text' | 'isJson' | 'isPlace' | 'dropped' | 'left' | 'isAbridged'>,
): string {
  const { text, isJson, isPlace } = block;
  if (isPlace) return text;
  // `[]`, `{}`, numbers and booleans can't carry foreign text.
  if (isJson)
    return /^(?:-?[\d.]+(?:e[+-]?\d+)?|true|false|null|\[\]|\{\})$/i.test(text)
      ? text
      : `${marked(text)}${rest(block)}`;
  if (block.dropped === 0 && text.split(' ').every(isPlain) && text.length <= 60) {
    return /^[A-Za-z][\w.-]*$/.test(text) && !['true', 'false', 'null'].includes(text) ? text : `"${text}"`;
  }
  return `${marked(text)}${rest(block)}`;
}

const titled = (title: string): string => plainOrMarked(title, TITLE);

type Data = Readonly<Record<string, Value>>;

const placeOf = (from: number, left: number): Data => ({
  from: from > 0 ? from : undefined,
  left: left > 0 ? left : undefined,
});

/** Blocks as data: a call and its arguments are one record, with what stands beside them as `sources`. */
export function partData(blocks: readonly Shown[], beside: Beside = () => undefined): Data[] {
  const records: Data[] = [];
  for (const { call, args, other } of grouped(blocks)) {
    if (call !== undefined) {
      const { text, state, message, from, left } = call;
      records.push({
        call: plainOrMarked(text, 10_000),
        arguments: argumentsData(args.filter((arg) => isRow(arg))),
        sources: call.isAct ? sourcesData(call, args, beside) : undefined,
        state: isUndecided(call) ? undefined : state,
        message,
        ...placeOf(from, left),
      });
      records.push(...args.filter((arg) => !isRow(arg)).map(cutData));
    } else if (other !== undefined) records.push(cutData(other));
  }
  return records;
}

function sourcesData(call: Shown, args: readonly Shown[], beside: Beside): Value {
  const notes = args.flatMap(({ title }): [string, string][] => {
    const note = beside(indexOf(call), title);
    return note === undefined ? [] : [[markedKey(title), note]];
  });
  return notes.length === 0 ? undefined : Object.fromEntries(notes);
}

/** Whether an argument can be a field of its call's arguments. */
const isRow = (arg: Shown): boolean => arg.title !== '' && isSettled(arg);

/** A block that isn't a call: `{says}`, `{argument, text}`, `{also, text}`. */
function cutData({ kind, title, text, message, from, left }: Shown): Data {
  const place = { message, ...placeOf(from, left) };
  if (kind === 'says') return { says: foreign(text), by: title === '' ? undefined : titled(title), ...place };
  // `arguments` are all of them; the marks keep one of that name apart.
  const argument = title === '' ? 'arguments' : title === 'arguments' ? String(foreign(title)) : titled(title);
  const named = kind === 'also' ? title : argument;
  return { [kind]: named, text: foreign(text), ...place };
}

/** Arguments as an object; cut ones by their ends and their length, and how many more there are. */
export function argumentsData(args: readonly Shown[], more = 0): Value {
  const entries = args.map((arg): [string, Value] => {
    // Arguments that can't be taken apart stay as they were sent.
    const isValue = arg.isJson === true && arg.title !== '';
    const value = arg.isAbridged ? valueText(arg) : isValue ? jsonValue(arg.text) : foreign(arg.text);
    return [arg.title === '' ? '(as sent)' : markedKey(arg.title), value];
  });
  return Object.fromEntries(more > 0 ? [...entries, ['…', `and ${count(more, 'more argument')}`]] : entries);
}

const jsonValue = (text: string): Value => {
  const value = parsedJson(text);
  // Of keys that differ only in what isn't shown, an object would hold the last.
  return value === undefined || hasKeyTwice(text) ? foreign(text) : markedValue(value);
};
