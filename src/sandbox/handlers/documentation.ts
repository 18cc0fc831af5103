/** Documentation: the product's own user guide, as markdown or HTML. */
import { operations } from '../../platform/operations/index.ts';
import { GUIDE } from '../guide.generated.ts';
import { notFound } from '../http/errors.ts';
import { param, plain, querying } from '../http/handler.ts';
import { json, text } from '../http/reply.ts';

export const listDocs = plain(() => json(GUIDE.map(({ slug, title, description }) => ({ slug, title, description }))));

export const getDoc = querying(operations.getDoc.query, (call, { format }) => {
  const slug = param(call, 'slug');
  const page = GUIDE.find((candidate) => candidate.slug === slug);
  if (page === undefined) throw notFound(`documentation page ${slug}`);
  if (format === 'markdown') return text(page.markdown, 'text/markdown');
  const head = `<meta charset="utf-8"><title>${page.title}</title>`;
  return text(
    `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body>\n${page.html}</body>\n</html>\n`,
    'text/html',
  );
});
