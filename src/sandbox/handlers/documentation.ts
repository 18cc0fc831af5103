/** Documentation (the product's user guide, as Markdown or HTML) and health. */
import { marked } from 'marked';
import { operations } from '../../platform/operations/index.ts';
import { GUIDE } from '../guide/index.ts';
import { type Handler, param, querying } from '../http/handler.ts';
import { json, notFound, text } from '../http/reply.ts';

export const listDocs: Handler = () =>
  json(GUIDE.map(({ slug, title, description }) => ({ slug, title, description })));

export const getDoc = querying(operations.getDoc.query, async (call, { format }) => {
  const slug = param(call, 'slug');
  const page = GUIDE.find((candidate) => candidate.slug === slug);
  if (page === undefined) throw notFound(`documentation page ${slug}`);
  if (format === 'markdown') return text(page.markdown, 'text/markdown');
  const head = `<meta charset="utf-8"><title>${page.title}</title>`;
  return text(
    `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body>\n${await marked.parse(page.markdown)}</body>\n</html>\n`,
    'text/html',
  );
});

/** Version of the platform API that the sandbox implements (specification, "Versioning"). */
const API_VERSION = '1.0.0';

export const checkHealth: Handler = () => json({ status: 'ok', version: API_VERSION, sandbox: true });
