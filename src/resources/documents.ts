/** Documents of the knowledge base, and pages of the platform's documentation. */
import { docSlugs, documentIds } from '../domain/completers.ts';
import type { ResourceEntry, ResourceSpec } from '../mcp/contract/resource.ts';
import { callText, nextOf, type ToolResult } from '../mcp/contract/result.ts';
import { isIdentifier, isSlug } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';
import { compact } from '../platform/parse/coerce.ts';
import type { ForeignText } from '../platform/text.ts';

const notesText = ({ notes = [] }: ToolResult): string => notes.map((note) => `Note: ${note}\n`).join('');

/** The content alone, or why there is none; if it was cut, also the call that reads on. */
function contentText(result: ToolResult): string {
  const content = String(result.facts?.content ?? notesText(result));
  const next = nextOf(result, 0);
  return next === undefined ? content : `${content}\n\nRead on: ${callText(next)}`;
}

const entryOf = (path: string, name: string, title?: ForeignText, about?: ForeignText): ResourceEntry =>
  compact({
    uri: `agent-platform://${path}`,
    name,
    title: title && String(title.line(120)),
    description: about && String(about.line(200)),
  });

/** Documents in the resource list: the platform's first ones. */
const LISTED = 100;

export const documentResource: ResourceSpec = {
  name: 'document',
  title: 'Document',
  description: 'One document from the knowledge base.',
  uri: 'agent-platform://documents/{documentId}',
  mimeType: 'text/markdown',
  tool: 'read_document',
  arguments: ({ documentId }) => ({ documentId }),
  text: contentText,
  async list({ call }) {
    const { items } = await call(operations.listDocuments, { query: { limit: LISTED } });
    return items
      .filter(({ id }) => isIdentifier(id))
      .map(({ id, name, summary }) => entryOf(`documents/${id}`, `documents/${id}`, name, summary));
  },
  complete: { documentId: documentIds },
};

export const docResource: ResourceSpec = {
  name: 'documentation-page',
  title: 'Documentation page',
  description: "One page of the platform's documentation, as Markdown.",
  uri: 'agent-platform://docs/{slug}',
  mimeType: 'text/markdown',
  tool: 'read_doc',
  arguments: ({ slug }) => ({ slug }),
  text: (result) => `${notesText(result)}${contentText(result)}`,
  async list({ call }) {
    const { items } = await call(operations.listDocs, {});
    return items
      .filter(({ slug }) => isSlug(slug))
      .map(({ slug, title, description }) =>
        entryOf(`docs/${encodeURIComponent(slug)}`, `docs/${slug}`, title, description),
      );
  },
  complete: { slug: docSlugs },
};
