import { documentIds } from '../domain/completers.ts';
import { callText, nextOf } from '../mcp/contract/answer.ts';
import type { ResourceSpec } from '../mcp/contract/resource.ts';
import { isIdentifier } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';

/** Documents that the list names, the first of the platform's. */
const LISTED = 100;

export const documentResource: ResourceSpec = {
  name: 'document',
  title: 'Document',
  description: 'One document from the knowledge base.',
  uri: 'agent-platform://documents/{documentId}',
  mimeType: 'text/markdown',
  tool: 'read_document',
  arguments: ({ documentId }) => ({ documentId }),
  /** The content alone; where it was cut, how to read on. */
  text(answer) {
    const content = String(answer.facts?.content ?? '');
    const next = nextOf(answer, 0);
    return next === undefined ? content : `${content}\n\nRead on: ${callText(next)}`;
  },
  async list({ call }) {
    const { items } = await call(operations.listDocuments, { query: { limit: LISTED } });
    return items
      .filter(({ id }) => isIdentifier(id))
      .map(({ id, name, summary }) => ({
        uri: `agent-platform://documents/${id}`,
        name: `documents/${id}`,
        ...(name === undefined ? {} : { title: String(name.line(120)) }),
        ...(summary === undefined ? {} : { description: String(summary.line(200)) }),
      }));
  },
  complete: { documentId: documentIds },
};
