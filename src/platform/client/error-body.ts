/** Reads error bodies: "a structured error object", whose fields the specification leaves open. */
import { compact, foreignJson, foreignText, isEmpty, isObject, number, pick, text } from '../parse/coerce.ts';
import { parsedJson } from '../parse/json-text.ts';
import { type ForeignText, foreign } from '../text.ts';
import type { FailureFacts } from './errors.ts';
import { limitIn, withoutLimit } from './limit.ts';

/** The facts in an error body; a missing fact is absent. */
export type ErrorBody = Pick<FailureFacts, 'platformMessage' | 'field' | 'retryAfterMs' | 'limit'>;

const MAX_MESSAGE = 500;

/**
 * Reads an error body: `{success: false, error: {message, code}}`, `{statusCode, message, error, field?, details?,
 * retryAfter?}`, `error` as a string, lists of messages, HTML from a proxy, plain text, or nothing at all.
 */
export function readErrorBody(body: string): ErrorBody {
  const parsed = parsedJson(body);
  if (!isObject(parsed)) return compact({ platformMessage: plainMessage(body) });
  const inner = isObject(parsed.error) ? parsed.error : parsed;
  const found = pick(inner, 'message', 'detail', 'title') ?? pick(parsed, 'message', 'error', 'detail');
  const details = pick(inner, 'details', 'errors', 'fieldErrors', 'issues');
  const limit = limitIn(details, pick(inner, 'code') ?? codeIn(parsed.error));
  const rest = limit !== undefined && isObject(details) ? withoutLimit(details) : details;
  const parts = [
    Array.isArray(found) ? found.map(entryText).filter(Boolean).join('; ') : text(found),
    foreignJson(withoutSent(rest))?.raw,
  ];
  const message = parts.filter((part) => part !== undefined && part !== '').join(' — ');
  const seconds = number(pick(inner, 'retryAfter') ?? pick(parsed, 'retryAfter'));
  return compact({
    platformMessage: message === '' ? undefined : foreign(message).line(MAX_MESSAGE),
    field: foreignText(pick(inner, 'field', 'property') ?? pick(parsed, 'field'))?.line(100),
    retryAfterMs: seconds === undefined || seconds < 0 ? undefined : seconds * 1000,
    limit,
  });
}

/** An entry of a list of messages: a text, or `{loc: ['body', 'name'], msg}` as FastAPI sends it. */
function entryText(entry: unknown): string | undefined {
  if (!isObject(entry)) return text(entry);
  const { loc, msg } = entry;
  const place = Array.isArray(loc)
    ? loc
        .map(text)
        .filter((part) => part !== undefined && part !== 'body')
        .join('.')
    : '';
  const said = text(msg);
  return said === undefined
    ? foreignJson(withoutSent(entry))?.raw
    : [place, said].filter((part) => part !== '').join(': ');
}

/** Fields that repeat what was sent. */
const SENT =
  /^(?:(?:invalid|input|attempted|rejected|actual|provided)_?)?value$|^(?:input|target|request|body|payload|params|customheaders|authenticationconfig)$/i;
const CREDENTIAL = /password|secret|token$|api_?key|authorization|credential/i;
/** What is wrong with such a field: `token: is required`. */
const WRONG =
  /^(?:is|are|must|should|may|can|could|has|have|needs?|required|invalid|missing|unknown|expected|at least|at most|too|not|only)\b/i;

/** Details without what was sent: the caller knows it, and it may hold a credential that no result shows. */
function withoutSent(details: unknown): unknown {
  if (Array.isArray(details)) return details.map(withoutSent).filter((part) => !isEmpty(part));
  if (!isObject(details)) return details;
  const isKept = ([key, part]: readonly [string, unknown]): boolean =>
    !(SENT.test(key) || CREDENTIAL.test(key)) ||
    typeof part === 'number' ||
    [part].flat().every((one) => typeof one === 'string' && WRONG.test(one));
  const kept = Object.entries(details).filter(isKept);
  return Object.fromEntries(
    kept.map(([key, part]) => [key, withoutSent(part)] as const).filter(([, part]) => !isEmpty(part)),
  );
}

/** `error` may hold a code or the name of the status. */
const codeIn = (error: unknown): string | undefined =>
  typeof error === 'string' && /^[A-Z]+(?:_[A-Z]+)+$/.test(error) ? error : undefined;

/** Text of a body that is not a JSON object; an HTML page is reduced to its title and headings. */
function plainMessage(body: string): ForeignText | undefined {
  // Masked before it is parsed: a secret may contain a `<`.
  const shown = foreign(body).visible;
  const html = /<(?:!doctype|html|body|head)\b/i.test(shown);
  const titles = [...shown.matchAll(/<(title|h1|h2)\b[^<>]*>([^<]+)/gi)].map(([, , title]) => title?.trim());
  const plain = html ? [...new Set(titles)].join(' — ') : shown.trim();
  return plain === '' ? undefined : foreign(plain).line(MAX_MESSAGE);
}
