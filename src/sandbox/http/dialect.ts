/**
 * Translates a request from a dialect's words: the handlers know only the specification's. What such a deployment does not
 * know it ignores without an error, the specification's own words too.
 */
import * as z from 'zod';
import {
  type Dialect,
  type FieldWords,
  PATH_PREFIXES,
  type ValueWords,
  wordingOf,
} from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { limit, offset } from '../../platform/operations/schemas.ts';
import { isoDay } from '../clock.ts';
import { parseQuery } from './validate.ts';

type Words = Readonly<Record<string, FieldWords>>;

export interface Heard {
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Epoch ms that came where the specification has a date, by the specification's name. */
  readonly instants: Readonly<Record<string, number>>;
  /** Which part of a list was asked for, where it comes in pages in this dialect only. */
  readonly page: { readonly offset: number; readonly limit: number } | undefined;
}

/** The path of an operation, with what precedes it in the dialect. */
export const pathIn = (dialect: Dialect, { path }: OperationSpec): string => PATH_PREFIXES[dialect] + path;

/** @throws HttpError 400 for a page that is out of bounds */
export function hear(name: OperationName, dialect: Dialect, query: URLSearchParams, body: unknown): Heard {
  const { query: queryWords, body: bodyWords, pages } = wordingOf(operations[name] as OperationSpec, dialect);
  const instants: Record<string, number> = {};
  const asked = queryWords && new URLSearchParams(texts(translated(Object.fromEntries(query), queryWords, instants)));
  return {
    query: asked ?? query,
    body: bodyWords === undefined ? body : translated(fieldsOf(body), bodyWords, instants),
    instants,
    page: pages && parseQuery(pageQuery(pages.fallback), query),
  };
}

const pageQuery = (fallback: number) => z.object({ offset: offset(), limit: limit(fallback) });

const fieldsOf = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};

function translated(given: object, words: Words, instants: Record<string, number>): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(given));
  const heard = Object.entries(words).map(([field, { name = field, values, otherwise }]): [string, unknown] => {
    const value = fields.get(name);
    if (typeof value === 'number' && (values === 'dayStart' || values === 'dayEnd')) instants[field] = value;
    return [field, (values === undefined ? value : meant(value, values)) ?? otherwise];
  });
  for (const [field, { name = field }] of Object.entries(words)) {
    fields.delete(field);
    fields.delete(name);
  }
  for (const [field, value] of heard) if (value !== undefined) fields.set(field, value);
  return Object.fromEntries(fields);
}

/** Beyond it, JavaScript has no dates. */
const LAST_INSTANT = 8.64e15;

/** The specification's value; undefined for what such a deployment does not know. */
function meant(value: unknown, values: ValueWords): unknown {
  if (values === 'lower') {
    return typeof value === 'string' && value === value.toLowerCase() ? value.toUpperCase() : undefined;
  }
  if (values === 'dayStart' || values === 'dayEnd') {
    return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT ? isoDay(value) : undefined;
  }
  return Object.keys(values).find((word) => values[word] === value);
}

const texts = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
