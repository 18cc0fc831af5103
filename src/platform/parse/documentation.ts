/** Documentation pages and the health answer. Their shapes are not specified, nor seen. */
import { type ForeignText, foreign } from '../text.ts';
import { compact, identifier, isObject, label, object, pick, text, words } from './coerce.ts';
import { type RecordOf, readerOf, type Table } from './table.ts';

/** An entry in the list of the platform's documentation. */
export const DOC = {
  slug: { from: ['slug', 'id', '_id'], read: identifier, required: true, show: {} },
  title: { from: ['title', 'name'], read: words, show: { max: 120 } },
  description: { read: words, show: { max: 200 } },
} as const satisfies Table;
export type Doc = RecordOf<typeof DOC>;

const readEntry = readerOf(DOC);

/** An object, or the slug alone; undefined without a slug. */
export const readDoc = (value: unknown): Doc | undefined => readEntry(isObject(value) ? value : { slug: value });

/** A page of the platform's documentation. */
export interface DocPage {
  readonly title?: ForeignText;
  readonly content: ForeignText;
  readonly format: 'markdown' | 'html';
}

/** Markdown or HTML text, or JSON around it. */
export function readDocPage(value: unknown): DocPage | undefined {
  const source = isObject(value) ? value : { content: value };
  const content = text(pick(source, 'content', 'markdown', 'html'));
  if (content === undefined || content === '') return undefined;
  const html = source.format === 'html' || /^\s*<(!doctype|html|body|h\d|p|div)\b/i.test(content);
  return compact({
    title: words(source.title) ?? words(/^#\s+(.+)$/m.exec(content)?.[1]?.trim()),
    content: foreign(content),
    format: html ? ('html' as const) : ('markdown' as const),
  });
}

/** Whether the API is available. */
export interface Health {
  /** As the platform sent it, or `ok` for a 2xx without a word. */
  readonly status: string;
  readonly version?: ForeignText;
  /** The answer is a page for people: a login, or a site that answers every address with its first page. */
  readonly isPage?: true;
}

/** Any 2xx but a web page is healthy, since deployments answer in many shapes; what it says is shown. */
export function readHealth(value: unknown): Health {
  const { status, version } = object(value);
  return compact({
    status: label(status) ?? 'ok',
    version: words(version),
    isPage: /^\s*<(?:!doctype html|html)\b/i.test(text(value) ?? '') ? (true as const) : undefined,
  });
}
