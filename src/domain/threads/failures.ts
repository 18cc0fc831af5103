/** Whether a tool failed, by the fields or the words of its result, and the error in its own words. */
import {
  array,
  boolean,
  isEmpty,
  isObject,
  type Json,
  number,
  object,
  text,
  unwrap,
} from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { isErrorObject, saysNoError } from '../../platform/parse/outcomes.ts';
import type { Message } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { isSameValue } from './comparison.ts';
import { failureIn, isDeed, isMeant, READ, saysDone } from './failures-in-text.ts';

export interface Call {
  readonly name: string;
  readonly args: unknown;
}

/** `partly`: it tells of a deed, too; `maybe`: only a part of it, which may be about something else, tells of a failure. */
type Failure = 'failed' | 'ended' | 'partly' | 'maybe' | undefined;

/** What a tool's message says of a failure. */
export function failureOf({ rest = {} }: Message, said: string, call: Call): Failure {
  const marks = [rest, ...array(rest.content).filter(isObject)].flatMap((one) => [one.is_error, one.isError]);
  if (marks.some((mark) => boolean(mark) === true) || isFailedState(text(rest.status) ?? '', call)) return 'failed';
  const sent = parsedJson(said);
  const value = unwrap(sent);
  // Nobody knows whether `false` says that it failed or that something isn't so.
  if (value === false) return 'maybe';
  if (value === undefined) return inWords(said, call);
  // A wrapper may tell of the failure: `{"success":false,"data":{…}}`.
  const outside = value !== sent && isObject(sent) ? inFields({ ...sent, data: null }, call) : undefined;
  return outside ?? inValue(value, call);
}

/** Arguments that are looked through. */
const MOST_ARGUMENTS = 100;

/** A word that stands in the call, too, may be what was to be set. */
function inWords(said: string, { name, args }: Call): Failure {
  const failure = failureIn(said, name);
  if (failure === undefined || !isObject(args)) return failure;
  const values = Object.values(args).slice(0, MOST_ARGUMENTS);
  // What it was to write, such as a message's text, is no error.
  const phrases = values.filter((value) => typeof value === 'string' && /\s/.test(value)) as string[];
  if (
    failureIn(
      phrases.reduce((words, phrase) => words.replaceAll(phrase, ' '), said),
      name,
    ) === undefined
  )
    return undefined;
  const set = values.flatMap((value) => (typeof value === 'string' && /^\w+$/.test(value) ? [value] : []));
  const without = set.reduce((words, word) => words.replaceAll(word, ' '), said.slice(0, READ));
  return failureIn(without, name) === undefined ? 'maybe' : failure;
}

function inValue(value: unknown, call: Call): Failure {
  if (typeof value === 'string') return inWords(value, call);
  if (Array.isArray(value)) {
    const found = value.map((one) => inValue(one, call));
    const isAll = found.length > 0 && found.every((one) => one === 'failed');
    return isAll ? 'failed' : found.some((one) => one !== undefined) ? 'partly' : undefined;
  }
  return isObject(value) ? inFields(value, call) : undefined;
}

const STATE = /^(?:\w*status|\w*state|outcome|result)$/i;
const FAILED_STATE = /^(?:error\w*|\w*error|fail\w*|unsuccessful|exception)$/i;
/** `freeze_card` ends with "blocked", `create_invoice` with "unpaid". */
const ENDED_STATE = /^(?:cancell?ed|voided|blocked|unpaid|expired)$/i;
/** A state in which a call was taken, at least. */
const TAKEN =
  /^(?:queued|pending|running|processing|in progress|active|open|submitted|scheduled|approved|authori[sz]ed)$/i;
const ERROR = /^(?:error|exception|fault|failure)s?(?:_?(?:messages?|code|reason|details?|description|text|type))?$/i;
const SUCCESS = ['success', 'successful', 'succeeded', 'ok', 'accepted', 'approved', 'authorized'] as const;
const HTTP_STATUS = /^(?:http_?)?status(?:_?code)?$/i;
/** Fields that hold the whole result, and those with words. */
const WRAPPER = /^(?:data|result|response|output|body|content|structured_?content)$/i;
const MESSAGE = /^(?:message|msg|details?)$/i;
const WORDS = /^(?:type|code|message|msg|details?|reason|why|description|text|output|response|result|content|title)$/i;

function isFailedState(said: string, { name }: Call): boolean {
  const word = said.replace(/[_-]+/g, ' ').trim();
  return (FAILED_STATE.test(word) && !isMeant(name, word)) || failureIn(word, name) === 'failed';
}

const isHttpError = (value: unknown): boolean => {
  const code = number(value) ?? 0;
  return code >= 400 && code < 600;
};
const isNone = (value: unknown): boolean => saysNoError(value) || /^(?:none|no|ok|n\/a|-)$/i.test(text(value) ?? '');

function inFields(all: Json, call: Call): Failure {
  const args = isObject(call.args) ? call.args : {};
  // What the call itself says, such as the status that it sets, is no error of its tool.
  const fields = Object.entries(all).filter(
    ([key, value]) => value !== null && !(Object.hasOwn(args, key) && isSameValue(args[key], value)),
  );
  const value = Object.fromEntries(fields);
  const states = fields.flatMap(([key, state]) => (STATE.test(key) ? (text(state) ?? []) : []));
  const isDone =
    SUCCESS.some((key) => boolean(value[key]) === true) ||
    fields.some(([key, part]) => boolean(part) === true && saysDone(key)) ||
    states.some((state) => TAKEN.test(state.replace(/[_-]+/g, ' ')) || saysDone(state));
  const isFailed =
    isErrorObject(value) ||
    boolean(value.isError ?? value.is_error) === true ||
    SUCCESS.some((key) => boolean(value[key]) === false) ||
    /^(?:\w*[ _-])?error$/i.test(text(value.type) ?? '') ||
    states.some((state) => !ENDED_STATE.test(state.trim()) && isFailedState(state, call)) ||
    fields.some(([key, part]) => (ERROR.test(key) && !isNone(part)) || (HTTP_STATUS.test(key) && isHttpError(part))) ||
    (isHttpError(value.code) && fields.every(([key]) => WORDS.test(key)));
  // An error of a part: it says how many, or what was done beside.
  const isCount = fields.some(([key, part]) => /^(?:error|failure)s$/i.test(key) && (number(part) ?? 0) > 0);
  const hasData = !isEmpty(value.errors) && Object.values(object(value.data)).some((part) => part !== null);
  if (!isFailed && !isDone && states.some((state) => ENDED_STATE.test(state.trim()) && !isMeant(call.name, state)))
    return 'ended';
  if (isFailed) return isDone || isCount || hasData ? 'partly' : 'failed';
  // `{"paid":false}` may also be what is still to come.
  const isUndone =
    fields.some(([key, part]) => boolean(part) === false && isDeed(key)) &&
    fields.every(([key, part]) => boolean(part) === false || WORDS.test(key));
  if (!isDone) return inParts(fields, call) ?? (isUndone ? 'maybe' : undefined);
  // `ok` may only say that the call arrived.
  const told = fields.filter(([key, part]) => MESSAGE.test(key) || (WRAPPER.test(key) && typeof part === 'object'));
  return inParts(told, call) === undefined ? undefined : 'partly';
}

/** By its parts: a record in it may be of something else, and only a result of nothing but words is what they say. */
function inParts(fields: readonly (readonly [string, unknown])[], call: Call): Failure {
  const isOnlyWords = fields.every(([key]) => WORDS.test(key));
  const found = fields.flatMap(([key, part]): Failure[] => {
    const isWhole = WRAPPER.test(key) && typeof part === 'object';
    if (!isWhole && typeof part !== 'object' && !WORDS.test(key)) return [];
    const failure = inValue(part, call);
    return [failure !== undefined && !isWhole && !(isOnlyWords && typeof part === 'string') ? 'maybe' : failure];
  });
  return (['failed', 'ended', 'partly', 'maybe'] as const).find((one) => found.includes(one));
}

/** Characters of an error that are shown. */
const LENGTH = 140;

/** The tool's error in its own words. */
export function errorWords(said: string): string {
  const value = parsedJson(said);
  return String(foreign((isObject(value) ? wordsIn(value) : undefined) ?? said).line(LENGTH));
}

function wordsIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(wordsIn).find((words) => words !== undefined);
  // A mark such as `true` is no word of an error.
  if (!isObject(value)) return boolean(value) === undefined && number(value) === undefined ? text(value) : undefined;
  const keys = ['error', 'errors', 'exception', 'message', 'detail', 'reason', 'text', 'content', 'data', 'result'];
  return keys.map((key) => wordsIn(value[key])).find((words) => words !== undefined && words !== '');
}
