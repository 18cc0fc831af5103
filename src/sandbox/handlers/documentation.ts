/** Documentation (the product's user guide) and health. */
import { operations } from '../../platform/operations/index.ts';
import { GUIDE } from '../guide/index.ts';
import { type Handler, param, querying } from '../http/handler.ts';
import { json, notFound, text } from '../http/reply.ts';

export const listDocs: Handler = () =>
  json(GUIDE.map(({ slug, title, description }) => ({ slug, title, description })));

/** Markdown, also for a client that asks for HTML: this server never does. */
export const getDoc = querying(operations.getDoc.query, (call) => {
  const slug = param(call, 'slug');
  const page = GUIDE.find((candidate) => candidate.slug === slug);
  if (page === undefined) throw notFound(`documentation page ${slug}`);
  return text(page.markdown, 'text/markdown');
});

/** Version of the platform API that the sandbox implements (specification, "Versioning"). */
const API_VERSION = '1.0.0';

export const checkHealth: Handler = () => json({ status: 'ok', version: API_VERSION, sandbox: true });
