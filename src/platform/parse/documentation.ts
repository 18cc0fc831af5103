/** Documentation pages and the health response. Their shapes are neither specified nor known. */
import { isSlug } from '../identifier.ts';
import { foreign } from '../text.ts';
import { boolean, compact, foreignText, identifier, isObject, label, object, pick, text } from './coerce.ts';
import { type RecordOf, readerOf, type Table } from './table.ts';

/** An entry in the list of the platform's documentation. */
export const DOC = {
  slug: { from: ['slug', 'id', '_id'], read: slugOf, required: true, show: {} },
  title: { from: ['title', 'name'], read: foreignText, show: { max: 120 } },
  description: { read: foreignText, show: { max: 200 } },
} as const satisfies Table;
export type Doc = RecordOf<typeof DOC>;

/** A slug without the slash that it may begin or end with. */
function slugOf(value: unknown): string | undefined {
  const slug = text(value)?.replace(/^\/|\/$/g, '');
  return slug !== undefined && isSlug(slug) ? slug : identifier(value);
}

const readEntry = readerOf(DOC);

/** From an object or a slug alone; undefined without a slug. */
export const readDoc = (value: unknown): Doc | undefined => readEntry(isObject(value) ? value : { slug: value });

/** Whether a page begins as HTML does. */
export const isHtml = (content: string): boolean => /^\s*<(!doctype|html|body|h\d|p|div)\b/i.test(content);

/** A page of the platform's documentation, from Markdown or HTML, plain or inside JSON. */
export function readDocPage(value: unknown) {
  // A body without anything is an empty page.
  const source = isObject(value) ? value : { content: value === undefined ? '' : value };
  const content = text(pick(source, 'content', 'markdown', 'html'));
  if (content === undefined) return undefined;
  const html = source.format === 'html' || isHtml(content);
  return compact({
    slug: slugOf(source.slug),
    title: foreignText(source.title) ?? (html ? undefined : foreignText(/^#\s+(.+)$/m.exec(content)?.[1]?.trim())),
    content: foreign(content),
    format: html ? ('html' as const) : ('markdown' as const),
  });
}

/** Whether the API is available: any 2xx but a web page means healthy, since responses have many shapes. */
export function readHealth(value: unknown) {
  const { status, version, healthy, ok } = object(value);
  return compact({
    /** As the platform sent it, or `unhealthy` where a flag says so; absent for a 2xx that says neither. */
    status: [healthy, ok].some((sign) => boolean(sign) === false) ? 'unhealthy' : label(status),
    version: foreignText(version),
    /** The response is a web page: a login, or a site that sends, for every address, its home page. */
    isPage: /^\s*<(?:!doctype html|html)\b/i.test(text(value) ?? '') ? (true as const) : undefined,
  });
}
