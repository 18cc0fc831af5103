/**
 * Embeds the user guide: makes src/sandbox/guide.generated.ts from docs/guide/*.md.
 * With --check it writes nothing and exits 1 when the module is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { marked } from 'marked';

const SOURCE = new URL('../docs/guide/', import.meta.url);
const TARGET = new URL('../src/sandbox/guide.generated.ts', import.meta.url);
/** Reading order; pages that are not named here follow by name. */
const ORDER = [
  'getting-started',
  'approvals',
  'threads-and-inbox',
  'assistants-and-chats',
  'costs',
  'tool-servers',
  'projects',
  'documents',
];

const slugs = readdirSync(SOURCE)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const generated = moduleText(slugs.map(readPage));

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, generated);
} else if (currentText() !== generated) {
  console.error('src/sandbox/guide.generated.ts is stale: run node scripts/generate-guide.mjs');
  process.exitCode = 1;
}

function rank(slug) {
  const at = ORDER.indexOf(slug);
  return at < 0 ? ORDER.length : at;
}

/** A page: its first line is `# Title`, its first paragraph the description. */
function readPage(slug) {
  const markdown = readFileSync(new URL(`${slug}.md`, SOURCE), 'utf8').replaceAll('\r\n', '\n');
  const [heading = '', description = ''] = markdown.split('\n\n');
  if (!heading.startsWith('# ') || description === '') throw new Error(`${slug}.md: no title or first paragraph`);
  return {
    slug,
    title: heading.slice(2).trim(),
    description: description.replaceAll('\n', ' ').trim(),
    markdown,
    // Quotation marks need no escape in text, and the package compresses better without.
    html: marked.parse(markdown).replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  };
}

function moduleText(pages) {
  const entries = pages.map(
    (page) => `  {
    slug: ${quoted(page.slug)},
    title: ${quoted(page.title)},
    description: ${quoted(page.description)},
    markdown: ${quoted(page.markdown)},
    html: ${quoted(page.html)},
  },
`,
  );
  return `/** The user guide. Generated from docs/guide/*.md by scripts/generate-guide.mjs; do not edit. */

export interface GuidePage {
  /** Name of the file without its ending; addresses the page. */
  readonly slug: string;
  readonly title: string;
  /** First paragraph, on one line. */
  readonly description: string;
  readonly markdown: string;
  /** The same, rendered: what stands inside the body. */
  readonly html: string;
}

export const GUIDE: readonly GuidePage[] = [
${entries.join('')}];
`;
}

/** A template literal: it keeps the text readable in the generated module. */
function quoted(text) {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}

function currentText() {
  try {
    return readFileSync(TARGET, 'utf8');
  } catch {
    return '';
  }
}
