/** Reads documentation pages and the health answer. */
import { foreign } from '../text.ts';
import { compact, identifier, isObject, label, object, pick, text, words } from './coerce.ts';
import type { Doc, DocPage, Health } from './records.ts';

/** An entry of the list of pages: an object, or the slug alone. */
export function readDoc(value: unknown): Doc | undefined {
  const source = isObject(value) ? value : { slug: value };
  const slug = identifier(pick(source, 'slug', 'id', '_id', 'path', 'name'));
  if (slug === undefined) return undefined;
  return compact({
    slug,
    title: words(pick(source, 'title', 'name')),
    description: words(pick(source, 'description', 'summary', 'excerpt')),
  });
}

/** A page: markdown or HTML text, or JSON around it. */
export function readDocPage(value: unknown): DocPage | undefined {
  const source = isObject(value) ? (isObject(value.page) ? value.page : value) : { content: value };
  const content = text(pick(source, 'content', 'markdown', 'html', 'body', 'text'));
  if (content === undefined || content === '') return undefined;
  const html = pick(source, 'format') === 'html' || /^\s*<(!doctype|html|body|h\d|p|div)\b/i.test(content);
  return compact({
    title: words(pick(source, 'title')) ?? headline(content),
    content: foreign(content),
    format: html ? ('html' as const) : ('markdown' as const),
  });
}

function headline(content: string) {
  const title = /^#\s+(.+)$/m.exec(content)?.[1];
  return title === undefined ? undefined : foreign(title.trim());
}

/** Any 2xx but a web page is healthy, since deployments answer in many shapes; what it says is shown. */
export function readHealth(value: unknown): Health {
  const source = object(value);
  return compact({
    status: label(pick(source, 'status', 'state')) ?? 'ok',
    version: words(pick(source, 'version')),
    isPage: /^\s*<(?:!doctype html|html)\b/i.test(text(value) ?? '') ? (true as const) : undefined,
  });
}
