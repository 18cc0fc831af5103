/** The request as a question shows it: the calls first, then what the agent says, then the rest; what is cut is named. */
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { cut, foreign } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { count } from '../../present/units.ts';
import { type PendingCall, THREAD_FIELDS } from './message-calls.ts';
import { requestOf } from './request.ts';

/** Characters of others' text in a question: more is not read in ten seconds. */
const MAX_SHOWN = 6_000;

export interface Shown {
  readonly lines: readonly string[];
  /** How many of the lines are the calls: what is known of them belongs right after. */
  readonly callLines: number;
  /** Messages that are not shown whole, by number; {@link THREAD_FIELDS} for the thread's own fields. */
  readonly cut: readonly number[];
  readonly dropped: number;
  /** Characters of the room that are taken. */
  readonly used: number;
}

/** Characters that each call gets where there are several: a long first one must not keep the others out. */
const SHARE = 200;

/** Draws the request within the room that there is. */
export function showRequest(thread: Thread, room = MAX_SHOWN): Shown {
  const drawing = new Drawing(room);
  const { calls, from, to, turnFrom } = requestOf(thread);
  const { messages } = thread;
  if (calls.length > 0) drawing.own(calls.length === 1 ? 'The call:' : `The ${calls.length} calls, open ones first:`);
  calls.forEach((call, index) => {
    drawing.draw(
      call.message,
      callWords(call),
      calls.length > 1 ? `${index + 1}. ` : '',
      stateWords(call),
      SHARE * (calls.length - index - 1),
    );
  });
  if (drawing.skipped > 0) drawing.own(`(${count(drawing.skipped, 'more call')} not shown.)`);
  drawing.callLines = drawing.lines.length;
  const said = messages.slice(from, to).map((message, index) => ({ number: from + index + 1, message }));
  // A tool's answer without words may still say by its name what it waits for.
  const spoken = said.filter(
    ({ message: { content, name, toolCalls } }) =>
      content.raw.trim() !== '' || (name !== undefined && toolCalls === undefined),
  );
  if (spoken.length > 0) drawing.own('What the agent says:');
  for (const { number, message } of spoken) {
    const role = /^(?:assistant|unknown)$/i.test(message.role) ? [] : [message.role];
    const name = message.name === undefined ? [] : [`${message.name.line(80)}`];
    const who = [...role, ...name].join(' ');
    drawing.draw(number, message.content.raw, who === '' ? '' : `${who}: `);
  }
  // Also of earlier messages of the turn: what nobody understood may be what it is about.
  const beside = messages
    .slice(turnFrom, to)
    .flatMap((message, index) =>
      message.rest === undefined ? [] : [{ number: turnFrom + index + 1, rest: message.rest }],
    );
  const fields = thread.rest === undefined ? [] : [{ number: THREAD_FIELDS, rest: thread.rest }];
  if (beside.length + fields.length > 0) drawing.own('Also sent with it:');
  for (const { number, rest } of [...fields, ...beside]) {
    drawing.draw(
      number,
      wordsOfJson(rest)?.raw ?? '',
      number === THREAD_FIELDS ? 'the thread: ' : `message ${number}: `,
    );
  }
  if (drawing.isEmpty) drawing.own('The thread does not say what it is asking for.');
  if (from > turnFrom)
    drawing.own(
      `Before the request, this turn has ${count(from - turnFrom, 'more message')} (from number ${turnFrom + 1}), which the conversation shows.`,
    );
  return drawing;
}

function stateWords({ isAnswered, isBeforeDecision }: PendingCall): string {
  if (isAnswered) return ' (answered)';
  return isBeforeDecision ? ' (before the last decision, and not answered)' : '';
}

function callWords({ name, argumentsText, more }: PendingCall): string {
  return `${name.raw} with ${argumentsText.raw}${more === undefined ? '' : ` and ${more.raw}`}`;
}

class Drawing implements Shown {
  readonly lines: string[] = [];
  callLines = 0;
  readonly #cut = new Set<number>();
  dropped = 0;
  /** Texts of which there was no room for anything. */
  skipped = 0;
  readonly #all: number;
  #room: number;

  constructor(room: number) {
    this.#all = room;
    this.#room = room;
  }

  get used(): number {
    return this.#all - this.#room;
  }

  get cut(): readonly number[] {
    return [...this.#cut].sort((a, b) => a - b);
  }

  get isEmpty(): boolean {
    return this.lines.length === 0;
  }

  own(line: string): void {
    this.lines.push(line);
  }

  /** Each line behind a bar: none of them can pass for a line of this program's own. `keep` is room left for others. */
  draw(number: number, raw: string, before: string, after = '', keep = 0): void {
    const { text, dropped } = plain(foreign(raw));
    const shown = cut(text, Math.min(this.#room, Math.max(SHARE, this.#room - keep)));
    if (shown.length < text.length || this.#room === 0) this.#cut.add(number);
    if (this.#room === 0 || (shown === '' && text !== '')) {
      this.skipped++;
      return;
    }
    this.dropped += dropped;
    // Names count, too: a thousand messages without words must not fill the question.
    this.#room = Math.max(0, this.#room - shown.length - before.length - after.length);
    const left = text.length - shown.length;
    const marked = `${before}${foreign(shown)}${after}${left > 0 ? ` (${left} more characters are not shown)` : ''}`;
    this.lines.push(...marked.split('\n').map((line) => `│ ${line}`));
  }
}
