import { docSlugs } from '../domain/completers.ts';
import { callText, nextOf } from '../mcp/contract/answer.ts';
import type { ResourceSpec } from '../mcp/contract/resource.ts';
import { isIdentifier } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';

export const docResource: ResourceSpec = {
  name: 'documentation-page',
  title: 'Documentation page',
  description: "One page of the platform's documentation, as Markdown.",
  uri: 'agent-platform://docs/{slug}',
  mimeType: 'text/markdown',
  tool: 'read_doc',
  arguments: ({ slug }) => ({ slug }),
  /** The page alone; where it was cut, how to read on. */
  text(answer) {
    const content = String(answer.facts?.content ?? '');
    const next = nextOf(answer, 0);
    return next === undefined ? content : `${content}\n\nRead on: ${callText(next)}`;
  },
  async list({ call }) {
    const { items } = await call(operations.listDocs, {});
    return items
      .filter(({ slug }) => isIdentifier(slug))
      .map(({ slug, title, description }) => ({
        uri: `agent-platform://docs/${slug}`,
        name: `docs/${slug}`,
        ...(title === undefined ? {} : { title: String(title.line(120)) }),
        ...(description === undefined ? {} : { description: String(description.line(200)) }),
      }));
  },
  complete: { slug: docSlugs },
};
