/**
 * Translates a request from a dialect's words: the handlers know only the specification's. What such a deployment does not
 * know it ignores without an error, the specification's own words included.
 */
import * as z from 'zod';
import {
  type Dialect,
  type FieldMapping,
  mappingOf,
  PATH_PREFIXES,
  type ValueMapping,
} from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { limit, offset } from '../../platform/operations/schemas.ts';
import { isoDay } from '../clock.ts';
import { parseQuery } from './validate.ts';

/** A request in the specification's words. */
export interface Translated {
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Epoch ms sent where the specification has a date, by the specification's name. */
  readonly instants: Readonly<Record<string, number>>;
  /** The part of a list that was asked for, where only this dialect has the list in pages. */
  readonly page: { readonly offset: number; readonly limit: number } | undefined;
}

/** The path of an operation, with the dialect's prefix. */
export const pathIn = (dialect: Dialect, { path }: OperationSpec): string => PATH_PREFIXES[dialect] + path;

/** @throws HttpError 400 for a page that is out of bounds */
export function translate(name: OperationName, dialect: Dialect, query: URLSearchParams, body: unknown): Translated {
  const wording = mappingOf(operations[name] as OperationSpec, dialect);
  const instants: Record<string, number> = {};
  const asked = wording.query && fieldsIn(Object.fromEntries(query), wording.query, instants);
  const texts = asked && Object.entries(asked).map(([field, value]): [string, string] => [field, String(value)]);
  return {
    query: texts ? new URLSearchParams(texts) : query,
    body: wording.body ? fieldsIn(body, wording.body, instants) : body,
    instants,
    page: wording.pages && parseQuery(z.object({ offset: offset(), limit: limit(wording.pages.fallback) }), query),
  };
}

function fieldsIn(
  sent: unknown,
  words: Readonly<Record<string, FieldMapping>>,
  instants: Record<string, number>,
): Record<string, unknown> {
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const fields = new Map<string, unknown>(isObject ? Object.entries(sent) : []);
  const meant = Object.entries(words).map(([field, { name = field, values, otherwise }]): [string, unknown] => {
    const value = fields.get(name);
    if (typeof value === 'number' && (values === 'dayStart' || values === 'dayEnd')) instants[field] = value;
    return [field, (values === undefined ? value : meaning(value, values)) ?? otherwise];
  });
  for (const [field, { name = field }] of Object.entries(words)) {
    fields.delete(field);
    fields.delete(name);
  }
  return Object.fromEntries([...fields, ...meant.filter(([, value]) => value !== undefined)]);
}

/** JavaScript has no dates after this instant. */
const LAST_INSTANT = 8.64e15;

/** The specification's value; undefined for a value that such a deployment does not know. */
function meaning(value: unknown, values: ValueMapping): unknown {
  if (values === 'lower') {
    return typeof value === 'string' && value === value.toLowerCase() ? value.toUpperCase() : undefined;
  }
  if (values === 'dayStart' || values === 'dayEnd') {
    return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT ? isoDay(value) : undefined;
  }
  return Object.keys(values).find((word) => values[word] === value);
}
