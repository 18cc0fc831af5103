/**
 * A request as it is drawn, everywhere: blocks of what the thread sent, in the order in which a human decides on them.
 * Question, batch, inbox line, `get_thread` and card lay out these blocks, each in its own room and notation, and none of
 * them decides what belongs to a request. Briefs, names, ages and costs stand beside the blocks: they may change while
 * somebody reads.
 */
import { groupBy } from '../../basics/maps.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { withoutBlanks } from '../../platform/parse/json-scan.ts';
import { jsonText, parsedJson } from '../../platform/parse/json-text.ts';
import { cut, type ForeignText, foreign } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { THREAD_FIELDS } from '../threads/calls.ts';
import type { Extra, Request } from '../threads/request.ts';
import { type CallState, decidedCalls, type RequestCall, type Statement } from '../threads/request-calls.ts';

/** A part of a request, cleaned. */
export interface Block {
  /** `also`: other fields that the platform sent. */
  readonly kind: 'call' | 'argument' | 'says' | 'also';
  /** The argument's key, the speaker (empty: the agent), or this program's words for other fields. Empty for a call. */
  readonly title: string;
  /** A call's name, an argument's value, what was said, or JSON. */
  readonly text: string;
  /** Of an argument: its value is JSON, not a text. Arguments that can't be read as an object are one such block. */
  readonly isJson?: boolean;
  /** Its text is this program's name for a value that differs in each row of a table. */
  readonly isPlace?: boolean;
  /** Of what was said: by the agent. */
  readonly isAgent?: boolean;
  /** Of a call: its state, and how many blocks its arguments have. */
  readonly state?: CallState;
  readonly arguments?: number;
  /** It belongs to a call to decide on. */
  readonly isAct?: boolean;
  /** Of one of several calls to decide on: its number, from 1. */
  readonly number?: number;
  /** Of its message, from 1; {@link THREAD_FIELDS} for the thread's own fields. */
  readonly message: number;
  /** Invisible and control characters left out. */
  readonly dropped: number;
}

/** A request, drawn. */
export interface Drawing {
  readonly blocks: readonly Block[];
  /** Characters of all blocks, and one for each block: the place after the last one. */
  readonly size: number;
}

/** A block of a layout, as far as it is shown. */
export interface Shown extends Block {
  /** Characters of the block before the ones shown. */
  readonly from: number;
  /** Characters of the block that are not shown: after these, or, if `isAbridged`, between its beginning and its end. */
  readonly left: number;
  readonly isAbridged?: boolean;
  /** What stands beside it, which is no part of the drawing. */
  readonly note?: string;
}

/** A part of a drawing. */
export interface Layout {
  /** Where this part begins: 0, or `next` of an earlier part. */
  readonly from: number;
  readonly blocks: readonly Shown[];
  /** Characters of the drawing that are not shown, and don't come before this part. */
  readonly omitted: number;
  /** Where to go on; undefined if nothing is left. */
  readonly next: number | undefined;
}

/** Characters that a block takes beside its title and text, in any notation. */
const AROUND = 50;
/** A text isn't split to fit fewer characters than this: it begins on the next part instead. */
const LEAST = 200;
/** Arguments of a call that get a block each, and characters of a key. Beyond, all of them are one text. */
const MAX_ARGUMENTS = 60;
const MAX_KEY = 200;

/** Each request is drawn once, by whoever asks first: a large one takes a while. */
const drawings = new WeakMap<Request, Drawing>();

/** Draws a request. */
export function drawingOf(request: Request): Drawing {
  const known = drawings.get(request);
  if (known !== undefined) return known;
  const drawing = drawn(request);
  drawings.set(request, drawing);
  return drawing;
}

function drawn(request: Request): Drawing {
  const decided = decidedCalls(request);
  const others = request.calls.filter((call) => !decided.includes(call));
  const blocks = [
    ...decided.flatMap((call, index) => callBlocks(call, true, decided.length > 1 ? index + 1 : undefined)),
    ...request.statements.map((statement) => statementBlock(statement, [...decided, ...others])),
    ...others.flatMap((call) => callBlocks(call, false)),
    ...finishedBlock(request),
    ...request.extras.map(extraBlock),
  ];
  return { blocks, size: blocks.reduce((sum, { text }) => sum + text.length + 1, 0) };
}

function callBlocks(call: RequestCall, isAct: boolean, number?: number): Block[] {
  const { name, state, message, more } = call;
  const args = argumentBlocks(call);
  const blocks: Block[] = [
    { kind: 'call', title: '', ...plain(name), state, arguments: args.length, message, ...(number && { number }) },
    ...args,
    ...(more === undefined ? [] : [alsoBlock('Also sent with this call', more, message)]),
  ];
  return isAct ? blocks.map((block) => ({ ...block, isAct })) : blocks;
}

function argumentBlocks({ arguments: args, argumentsText, message }: RequestCall): Block[] {
  const entries = isObject(args) ? Object.entries(args) : [];
  // Keys may differ in what isn't shown, or show nothing.
  const titles = new Set(entries.map(([key]) => plain(foreign(key)).text));
  const isLossless =
    isObject(args) &&
    entries.length <= MAX_ARGUMENTS &&
    entries.every(([key]) => key.length <= MAX_KEY) &&
    titles.size === entries.length &&
    !titles.has('') &&
    // Parsing loses duplicate keys, and numbers beyond double precision.
    withoutBlanks(argumentsText.raw) === withoutBlanks(jsonText(args));
  if (!isLossless) return [{ kind: 'argument', title: '', ...plain(argumentsText), isJson: true, message }];
  return entries.map(([key, value]) => {
    const title = plain(foreign(key));
    const isJson = typeof value !== 'string';
    const { text, dropped } = plain(foreign(isJson ? jsonText(value) : value));
    return { kind: 'argument', title: title.text, text, isJson, message, dropped: dropped + title.dropped };
  });
}

/** Calls whose repetitions are looked for: each costs a pass over the text. */
const MAX_NAMED = 20;

/** Repetitions of a call's arguments, which its own blocks show, are replaced by its name or number. */
function statementBlock({ role, name, isAgent, text, message }: Statement, calls: readonly RequestCall[]): Block {
  const speaker = [isAgent ? undefined : role, name?.raw].filter((part) => part !== undefined).join(' ');
  const title = plain(foreign(speaker));
  const said = plain(withoutCalls(text, calls));
  return { kind: 'says', title: title.text, ...said, isAgent, message, dropped: said.dropped + title.dropped };
}

function withoutCalls(text: ForeignText, calls: readonly RequestCall[]): ForeignText {
  let left = text.raw;
  for (const [index, { argumentsText }] of calls.slice(0, MAX_NAMED).entries()) {
    const { raw } = argumentsText;
    const place = calls.length === 1 ? '[the call’s arguments]' : `[the arguments of call ${index + 1}]`;
    if (raw.length <= place.length || !raw.startsWith('{')) continue;
    if (left.includes(raw)) left = left.replaceAll(raw, place);
    else if (left.includes(withoutBlanks(raw))) left = left.replaceAll(withoutBlanks(raw), place);
  }
  return left === text.raw ? text : foreign(left);
}

/** `get_order ×3, find_customer`. */
function finishedBlock({ finishedBefore, from }: Request): Block[] {
  if (finishedBefore.length === 0) return [];
  const byName = groupBy(finishedBefore, ({ raw }) => raw);
  const names = [...byName].map(([name, { length }]) => (length === 1 ? name : `${name} ×${length}`));
  return [alsoBlock('Tools have answered earlier calls of this turn', foreign(names.join(', ')), from)];
}

/** Metadata alone is named; everything else is JSON. */
function extraBlock({ message, json }: Extra): Block {
  const isThread = message === THREAD_FIELDS;
  const fields = parsedJson(json.raw);
  const metadata = isObject(fields) && Object.keys(fields).length === 1 ? fields.metadata : undefined;
  if (metadata === undefined)
    return alsoBlock(`Also sent with ${isThread ? 'the thread' : `message ${message}`}`, json, message);
  const title = isThread ? 'The thread’s metadata' : `Metadata of message ${message}`;
  return alsoBlock(title, foreign(jsonText(metadata)), message);
}

const alsoBlock = (title: string, text: ForeignText, message: number): Block => ({
  kind: 'also',
  title,
  ...plain(text),
  isJson: true,
  message,
});

/** Characters that take two places in JSON. */
const ESCAPED = /["\\\n\t]/g;

/** Characters of a text in any notation: text and structured content share one budget. */
const textWeight = (text: string): number => text.length + (text.match(ESCAPED)?.length ?? 0);

/**
 * As many blocks as fit into `room` characters from a place of the drawing on, and at least a part of one. Depends on
 * nothing else, so that the parts of a drawing are the same for everybody, whenever they read it.
 * @param from 0, or `next` of an earlier part
 */
export function layOut({ blocks, size }: Drawing, room: number, from = 0): Layout {
  const shown: Shown[] = [];
  let left = room;
  // Each block has a place of its own, even an empty one.
  let start = 0;
  for (const block of blocks) {
    const { text, title } = block;
    const end = start + text.length + 1;
    if (from < end) {
      const begin = Math.max(0, from - start);
      const rest = text.slice(begin);
      const fits = left - title.length - AROUND;
      if (textWeight(rest) <= fits || (shown.length === 0 && rest.length === 0)) {
        shown.push({ ...block, text: rest, from: begin, left: 0 });
        left = fits - textWeight(rest);
      } else {
        const isWorthIt = shown.length === 0 || (fits >= LEAST && rest.length > LEAST);
        const part = isWorthIt ? beginningOf(rest, Math.max(fits, LEAST)) : '';
        if (part !== '') shown.push({ ...block, text: part, from: begin, left: rest.length - part.length });
        const next = start + begin + part.length;
        return { from, blocks: shown, omitted: size - next, next };
      }
    }
    start = end;
  }
  return { from, blocks: shown, omitted: 0, next: undefined };
}

/** The beginning of a text that weighs at most `most`, broken after a blank near its end if there is one. */
function beginningOf(text: string, most: number): string {
  let end = 0;
  for (let weight = 0; end < text.length; end++) {
    weight += '"\\\n\t'.includes(text[end] ?? '') ? 2 : 1;
    if (weight > most) break;
  }
  const blank = text.lastIndexOf(' ', end - 1);
  return cut(text, blank > end - LEAST && blank > 0 ? blank + 1 : Math.max(2, end));
}

/** Each block by its beginning and its end, if it is longer than `each`; blocks beyond `room` characters are left out. */
export function abridge(blocks: readonly Block[], each: number, room: number): Shown[] {
  const shown: Shown[] = [];
  let left = room;
  for (const block of blocks) {
    const text = endsOf(block.text, each);
    left -= text.length + block.title.length + BETWEEN;
    if (left < 0 && shown.length > 0) continue;
    const missing = text === block.text ? 0 : block.text.length - text.length;
    shown.push({ ...block, text, from: 0, left: missing, ...(missing === 0 ? {} : { isAbridged: true }) });
  }
  return shown;
}

/** Characters between two abridged blocks. */
const BETWEEN = 12;
/** Characters that a text may lose to begin or end at a word. */
const TO_WORD = 12;

/** A text of at most `most` characters: of a longer one, its beginning and its end, where a request states its purpose. */
export function endsOf(text: string, most: number): string {
  // No cut for the sake of a few characters: the note on the length would take as many.
  if (text.length <= most + 20) return text;
  const head = Math.floor((most - 3) * 0.6);
  const blank = text.lastIndexOf(' ', head);
  const start = text.length - (most - 3 - head);
  const next = text.slice(start, start + TO_WORD).search(/\s/);
  const begin = cut(text, blank > head - TO_WORD ? blank : head);
  const end = text.slice(start + Math.max(0, next));
  return `${begin.trimEnd()} … ${end.trimStart()}`.toWellFormed();
}
