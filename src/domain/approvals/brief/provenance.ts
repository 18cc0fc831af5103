/**
 * Who stated each value of a call first: the user, a tool, only the agent, or nobody. What counts is what was said before the
 * call. What a tool gives back of the agent's own arguments is no statement of the tool.
 */

import { jsonText } from '../../../platform/parse/json-text.ts';
import { callsInText, withoutCalls } from '../../threads/calls-in-text.ts';
import { agreementIn } from './agreement.ts';
import type { Computable } from './computable.ts';
import { compute } from './computed.ts';
import { namesMoney } from './contradict-money.ts';
import { daysOfMonth, NAMES_DAYS, relativeDays, weekdaysIn } from './days.ts';
import { folded } from './folded.ts';
import type { BriefInput, CallValue } from './input.ts';
import type { Source } from './needles.ts';
import { isConsequential } from './notations.ts';
import { scanner } from './scan.ts';
import { hoursOf } from './times.ts';
import { LONGEST, type Turn } from './turns.ts';

/** An argument of one of the calls, and its source. */
export interface Sourced extends Pick<CallValue, 'call' | 'leaf'> {
  readonly source: Source;
}

/** A value that is looked for, and what is known of it. */
interface Sought extends Computable {
  agent?: number;
  /** The message of a tool that gave back what the agent had sent. */
  echo?: number;
  isRelative?: boolean;
  /** Each word of a phrase was said, though not in one message; of a time, its hour. */
  isSaidInParts?: boolean;
}

/** Characters from which a text that the agent may word is told as not compared: nobody takes a reason for checked. */
const LONG_TEXT = 200;

/** The sources of all arguments except short phrases, in the order of the calls. Linear in the conversation. */
export function sourcesOf({ calls, values, conversation }: BriefInput): Sourced[] {
  const sought = values.map((one): Sought => ({ ...one, before: calls[one.call]?.before ?? 0 }));
  // A long list has the same value many times: it is looked for once.
  const distinct = new Map<string, Sought>();
  for (const one of sought) distinct.set(keyOf(one), distinct.get(keyOf(one)) ?? one);
  const inParts = [...distinct.values()].map((one) => [one, halvesOf(one), partsOf(one)] as const);
  readConversation(conversation, [...distinct.values(), ...inParts.flatMap(([, ...parts]) => parts.flat())]);
  for (const [one, halves, parts] of inParts) {
    const said = lastSaidOf(halves);
    if (said !== undefined) one.stated ??= said;
    one.isSaidInParts = areMostSaid(parts) || (halves.length > 1 && halves.every(isSaidByAny));
  }
  for (const one of sought) {
    const { stated, confirmed, told, agent, echo, isRelative, isSaidInParts } = distinct.get(keyOf(one)) ?? one;
    Object.assign(one, { stated, confirmed, told, agent, echo, isRelative, isSaidInParts });
  }
  compute(sought, conversation.turns);
  const isCut = conversation.isCut || !conversation.turns.some(isUser);
  return sought
    .filter(({ is, raw }) => is !== 'free' || raw.length >= LONG_TEXT)
    .map((one) => ({ call: one.call, leaf: one.leaf, source: sourceOf(one, isCut) }));
}

/** A day and its time, which people often say one after the other. */
function halvesOf({ day, ...one }: Sought): Sought[] {
  if (day === undefined || one.parts.length < 2) return [];
  return one.parts.map((part, at) => ({ ...one, parts: [part], ...(at === 0 && { day }) }));
}

/** A time of day, or a beginning and an end; also `17:00以降`. */
const TIMES = /^\d\d:\d\d(?::\d\d)?(?: ?[-–] ?\d\d:\d\d)?(?:以降|以後|頃|ごろ|まで)?$/;

/** The hour of a time, with its day, or the words of an address, which has a figure: those of a name may be two people's. */
function partsOf({ day, ...one }: Sought): Sought[] {
  const hours = day !== undefined || TIMES.test(one.raw) ? hoursOf(one.raw) : [];
  const words = day === undefined && one.parts.length > 2 && /\d/.test(one.raw) ? one.parts : [];
  const parts = hours.length === 0 ? words : day === undefined ? hours : [...one.parts.slice(0, 1), ...hours];
  return parts.map((part, at) => ({ ...one, parts: [part], ...(at === 0 && { day }) }));
}

const isSaidByAny = ({ stated, confirmed, agent }: Sought): boolean =>
  [stated, confirmed, agent].some((one) => one !== undefined);

/** Whether each figure was said, and all words but one: an address is said `8 rue Pasteur au 3e`. */
const areMostSaid = (parts: readonly Sought[]): boolean => {
  const said = parts.filter((part) => lastSaidOf([part]) !== undefined);
  const figures = parts.filter(({ parts: [needles] }) => /\d/.test(needles?.[0]?.text ?? ''));
  return parts.length > 0 && parts.length - said.length <= 1 && figures.every((part) => said.includes(part));
};

/** Who said the last of several parts, if all of them were said: a user only where no other said any. */
function lastSaidOf(parts: readonly Sought[]): Source | undefined {
  const sources = parts.map(({ stated }) => stated);
  if (sources.includes(undefined)) return undefined;
  const messageOf = (source: Source | undefined): number => (source && 'message' in source ? source.message : 0);
  const sorted = sources.toSorted((a, b) => messageOf(b) - messageOf(a));
  return sorted.find((source) => source?.from !== 'user') ?? sorted[0];
}

/** Equal for values with the same notations: of one list, in the same unit. */
const keyOf = ({ call, leaf, number, raw }: Sought): string => `${call} ${leaf.path} ${number} ${raw}`;

function sourceOf(one: Sought, isCut: boolean): Source {
  const { is, stated, confirmed, told, computed, agent, isRelative, isSaidInParts } = one;
  if (is === 'free') return { from: 'not compared' };
  if (is === 'figures' && (stated ?? confirmed) !== undefined) return { from: 'not known' };
  if (stated !== undefined) return stated;
  if (confirmed !== undefined) return { from: 'user', message: confirmed, isConfirmed: true };
  if (is === 'common') return { from: 'not known' };
  if (computed !== undefined) return computed;
  if (told !== undefined) return { from: 'told', message: told };
  if (isCut || isRelative || isSaidInParts) return { from: 'not known' };
  if (agent === undefined) return { from: 'nobody' };
  return isSaidInOneWay(one) ? { from: 'agent', message: agent, echo: one.echo } : { from: 'not known' };
}

/** Smaller numbers that are no amounts are said in words, or counted. */
const SMALL = 100;

/**
 * Whether a value that the agent said is an amount, an id, an address, or a word such as `admin`, which others would say in a
 * form that is known. A day, a time, a name or a small number mostly was said by somebody else before, in other words: of 30
 * such points on fifteen sets of conversations by strangers, one named a fault.
 */
const isSaidInOneWay = ({ raw, leaf, day, number }: Sought): boolean =>
  number !== undefined
    ? number >= SMALL || !Number.isInteger(number) || namesMoney(leaf.key)
    : day === undefined && (isConsequential(raw) || /\d{3}|@/.test(raw) || (/\d/.test(raw) && !/[\s:]/.test(raw)));

/** A human's words. Some platforms carry calls and their results in messages with the user's role. */
const isUser = ({ by, message }: Turn): boolean => by === 'user' && message.toolCalls === undefined;

/** The years that messages name. */
const yearsIn = (turns: readonly Turn[]): readonly number[] =>
  [...new Set(turns.flatMap(({ raw }) => raw.slice(0, LONGEST).match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []))].map(
    Number,
  );

/** Notes on each value who said it, message by message. */
function readConversation({ turns, platform, time }: BriefInput['conversation'], sought: readonly Sought[]): void {
  const scan = scanner(sought);
  const dated = sought.filter(({ day }) => day !== undefined);
  const years = dated.length === 0 ? [] : yearsIn(turns);
  /** A child's birthday is no Thursday of this year. */
  const isNear = (day = 0): boolean =>
    years.length === 0 || years.some((year) => Math.abs(year - new Date(day).getUTCFullYear()) <= 1);
  const valuesIn = (text: string): Sought[] => [...scan(text)].flatMap((index) => sought[index] ?? []);
  const last = sought.reduce((most, { before }) => Math.max(most, before), 0);
  const state = (values: readonly Sought[], number: number, source: Source): void => {
    for (const one of values) {
      // A thread's own fields often repeat what its user says: then it is the user's.
      const isFirst = one.stated === undefined || (one.stated.from === 'platform' && source.from === 'user');
      if (number < one.before && isFirst) one.stated = source;
    }
  };
  /** The names of calls by their ids and how many were made until then, and the name of the latest if it was made alone. */
  const called = new Map<string, { readonly name: string; readonly nth: number }>();
  let latest: string | undefined;
  /** The call that was first sent a value. Results of earlier calls may state it, too: `list_orders` made with `get_product`. */
  const sentBy = new Map<Sought, number>();
  let calls = 0;
  let proposed: [one: Sought, message: number][] = [];
  /** What the agent has said since the user wrote, where it said a value. */
  let offers: string[] = [];
  /** `vence el día 5`, of a contract, or `entrega: quinta-feira`: of which month or week is not known. */
  const noteUnclearDays = (text: string, number: number): void => {
    const open = dated.filter(
      ({ before, day, stated, isRelative }) => number < before && isNear(day) && stated === undefined && !isRelative,
    );
    if (open.length === 0) return;
    const plain = folded(text.slice(0, LONGEST));
    const ofMonth = daysOfMonth(plain);
    const ofWeek = weekdaysIn(plain);
    for (const one of open) {
      const date = new Date(one.day ?? 0);
      const isOfWeek = ofWeek.includes(date.getUTCDay()) && years.every((year) => year <= date.getUTCFullYear() + 1);
      if (ofMonth.has(date.getUTCDate()) || isOfWeek) one.isRelative = true;
    }
  };
  const first = turns.findIndex(isUser) + 1;
  state(valuesIn(platform), 0, { from: 'platform' });
  for (const turn of turns) {
    const { number, by, raw, message } = turn;
    if (number > last) break;
    const { toolCalls = [], toolCallId = '', name, timestamp = number === first ? time : undefined } = message;
    if (by === 'tool') {
      // A result may be sent in parts of any kind.
      const result = `${raw}\n${jsonText(message.rest?.content)}`;
      const of = called.get(toolCallId);
      const all = valuesIn(result);
      const own = all.filter((one) => (of?.nth ?? calls) < (sentBy.get(one) ?? Number.POSITIVE_INFINITY));
      for (const one of all) if (sentBy.has(one)) one.echo ??= number;
      state(own, number, { from: 'tool', message: number, tool: name?.raw ?? of?.name ?? latest });
      noteUnclearDays(result, number);
    } else if (by === 'user') {
      state(valuesIn(raw), number, { from: 'user', message: number, isConfirmed: false });
      const text = turn.text.slice(0, LONGEST);
      // What was said before needs no agreement.
      const open = proposed.filter(([one]) => number < one.before && one.stated === undefined);
      const replyOn = open.length === 0 ? undefined : agreementIn(raw, text, offers);
      for (const [one, by] of open) {
        const reply = replyOn?.(one);
        if (reply === 'agreed') one.confirmed ??= number;
        else if (reply === 'told') one.told ??= by;
      }
      proposed = [];
      offers = [];
      const days = dated.filter(({ before, stated }) => number < before && stated === undefined);
      if (days.length === 0) continue;
      const namesAny = NAMES_DAYS.test(text);
      const ofMonth = daysOfMonth(text);
      if (!namesAny && ofMonth.size === 0) continue;
      const isNamed = timestamp === undefined ? undefined : relativeDays(text, timestamp);
      for (const one of days) {
        const { day = 0 } = one;
        if (isNamed?.(day)) one.stated = { from: 'user', message: number, isConfirmed: false };
        // Which of them is meant is not known.
        else if (isNamed === undefined && isNear(day) && (namesAny || ofMonth.has(new Date(day).getUTCDate())))
          one.isRelative = true;
      }
    } else if (by === 'agent') {
      const inText = callsInText(raw);
      const said = valuesIn(withoutCalls(raw, inText));
      for (const one of said) if (number <= one.before) one.agent ??= number;
      proposed.push(...said.map((one): [Sought, number] => [one, number]));
      if (said.length > 0) offers.push(raw);
      noteUnclearDays(raw, number);
      const made = [
        ...toolCalls.map(({ id, name: of, arguments: args }) => ({ id, name: of.raw, text: args.raw })),
        ...inText.map(({ name: of, argumentsText }) => ({ id: undefined, name: of, text: argumentsText })),
      ];
      for (const { id, name: of, text } of made) {
        calls++;
        if (id !== undefined) called.set(id, { name: of, nth: calls });
        for (const one of valuesIn(text)) {
          if (!sentBy.has(one)) sentBy.set(one, calls);
          if (number < one.before) one.agent ??= number;
        }
      }
      if (made.length > 0) latest = made.length === 1 ? made[0]?.name : undefined;
    } else {
      // A note on the request repeats what the agent said.
      const own = valuesIn(raw).filter((one) => one.agent === undefined);
      state(own, number, { from: 'platform' });
      noteUnclearDays(raw, number);
    }
  }
}
