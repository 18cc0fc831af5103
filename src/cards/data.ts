/** Reads tool results leniently: a field of the wrong type counts as absent. */

export type Fields = Readonly<Record<string, unknown>>;

/** A tool's result as the host forwards it; hosts may omit parts of it. */
export interface ToolResult {
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly structuredContent?: Fields;
  readonly isError?: boolean;
  readonly _meta?: Fields;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, otherwise one without fields. */
export const object = (value: unknown): Fields => (isFields(value) ? value : {});
export const text = (fields: Fields, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
export const number = (fields: Fields, key: string): number | undefined => {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
export const fields = (value: unknown, key: string): Fields => object(object(value)[key]);
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

/** The warnings of a request as short lines, the gravest first, each with the word before it, and facts about earlier ones. */
export type Brief = ReturnType<typeof briefOf>;

export function briefOf(record: Fields) {
  const brief = fields(record, 'brief');
  const [unsaid, contradictions, unusual, notCompared] = [
    texts(brief, 'unsaid'),
    texts(brief, 'contradictions'),
    texts(brief, 'unusual'),
    texts(brief, 'notCompared'),
  ];
  const labelled = (label: string, lines: readonly string[]) => lines.map((line) => [label, line] as const);
  return {
    warnings: [
      ...unsaid.map((line) => [line, ''] as const),
      ...labelled('Contradicts: ', contradictions),
      ...labelled('Unusual: ', unusual),
      ...labelled('Not compared: ', notCompared),
    ],
    earlier: texts(brief, 'earlier'),
    isContradictory: contradictions.length > 0,
    /** Higher for graver warnings. */
    risk: contradictions.length > 0 ? 3 : unsaid.length > 0 ? 2 : unusual.length + notCompared.length > 0 ? 1 : 0,
  };
}
