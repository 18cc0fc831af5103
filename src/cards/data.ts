/** Reads tool results leniently: a field of the wrong type counts as absent. */
import type { ToolResult } from './bridge.ts';

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (fields: Fields, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
export const number = (fields: Fields, key: string): number | undefined => {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
export const fields = (value: unknown, key: string): Fields => {
  const inner = isFields(value) ? value[key] : undefined;
  return isFields(inner) ? inner : {};
};
export const records = (value: Fields, key: string): readonly Fields[] => {
  const list = value[key];
  return Array.isArray(list) ? list.filter(isFields) : [];
};
export const texts = (value: Fields, key: string): readonly string[] => {
  const list = value[key];
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string' && one !== '') : [];
};
/** The notes, one per line. */
export const notesOf = (value: Fields): readonly string[] => text(value, 'notes')?.split('\n') ?? [];

/** The structured content; undefined if the host omitted it. */
export const dataOf = ({ structuredContent }: ToolResult): Fields | undefined =>
  isFields(structuredContent) && Object.keys(structuredContent).length > 0 ? structuredContent : undefined;

/** All text of a result. */
export const textOf = ({ content }: ToolResult): string =>
  (Array.isArray(content) ? content : [])
    .map((part) => (typeof part?.text === 'string' ? part.text : ''))
    .join('\n')
    .trim();

/** The warnings and facts of a request as short lines; each list may be empty. */
export interface Brief {
  readonly unusual: readonly string[];
  readonly contradictions: readonly string[];
  readonly earlier: readonly string[];
}

export function briefOf(record: Fields): Brief {
  const brief = fields(record, 'brief');
  return {
    unusual: texts(brief, 'unusual'),
    contradictions: texts(brief, 'contradictions'),
    earlier: texts(brief, 'earlier'),
  };
}
