import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { indexNotes, versionLine } from '../../domain/documents/document.ts';
import { partOfKnown, requireDocument } from '../../domain/known-record.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { type Item, join } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { DOCUMENT } from '../../platform/parse/documents.ts';
import type { Usage } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { extentOf, fitting } from '../../present/excerpt.ts';
import { fewerNotes } from '../../present/paging.ts';
import { facts } from '../../present/record.ts';
import { grouped } from '../../present/units.ts';
import { document } from '../fields.ts';
import { numbers, records, result, shapeOf, textLists, texts } from '../results.ts';

/** Characters of the content shown at once: alone, and beside versions and users. */
const PART = 8_000;
const FIRST_PART = 6_000;
/** Versions and users that are shown. */
const SHOWN = 10;

const UNKNOWN_USERS = 'What uses it could not be read, and no other tool shows it: it may be in use.';

/** GET /v1/documents/{documentId}; the first part comes with versions and usage. */
export const readDocument = defineTool({
  name: 'read_document',
  title: 'Read document',
  toolset: 'documents',
  effect: 'read',
  example: { documentId: 'document-1' },
  description: 'Reads a document or a version of it; the first part lists versions and, if known, what uses it.',
  input: () =>
    z.strictObject({
      documentId: document(),
      version: z.int().min(1).optional().describe('The newest if left out.'),
      from: z.int().min(0).default(0).describe('Start at this character.'),
    }),
  output: () =>
    result(shapeOf(DOCUMENT), texts('content'), numbers('version', 'charactersLeft'), textLists('versions'), {
      usedBy: records(texts('kind', 'id', 'name', 'via')),
    }),
  handle: withNames(['documentId'], 'read', async ({ documentId, version, from }, { call }) => {
    const path = { documentId };
    const isFirst = from === 0 && version === undefined;
    const notes: string[] = [];
    const document = await requireDocument(call, documentId);
    const [versions, usage] = isFirst
      ? await Promise.all([
          partOfKnown('versions', call(operations.listDocumentVersions, { path }), notes),
          ifReadable(call(operations.getDocumentUsage, { path }), () => notes.push(UNKNOWN_USERS)),
        ])
      : [];
    const whole = version === undefined ? document.content : await contentOf(documentId, version, call);
    const content = whole ?? foreign('');
    const shown = fitting(content, from, isFirst ? FIRST_PART : PART);
    const total = content.length;
    const newest = [...(versions?.items ?? [])].sort((a, b) => b.version - a.version);
    const which = version === undefined ? '' : `, version ${version}`;
    const extent = from > 0 || shown.left > 0 ? `, ${extentOf(from, shown.part.length, shown.left)}` : '';
    return {
      summary:
        from > 0 && from >= total
          ? `Document ${documentId}${which}: nothing after character ${grouped(total)}.`
          : `Document ${document.name?.line(120) ?? documentId}${which}${extent}.`,
      notes: [
        ...indexNotes(document),
        ...(whole === undefined ? ['The platform sent no content for it.'] : []),
        ...(newest.length > SHOWN ? [`${newest.length - SHOWN} older versions are not listed.`] : []),
        ...(versions ? fewerNotes(versions).map((note) => `Versions: ${note}`) : []),
        ...(usage?.users.length === 0 ? ['Used by nothing.'] : []),
        ...notes.sort(),
      ],
      facts: {
        ...facts(DOCUMENT, document),
        version,
        versions: versions && newest.slice(0, SHOWN).map(versionLine),
        charactersLeft: shown.left > 0 ? shown.left : undefined,
        content: whole && shown.part,
      },
      ...(usage && { list: usedBy(usage) }),
      next:
        shown.left > 0
          ? {
              tool: 'read_document',
              arguments: { documentId, version, from: from + shown.part.length },
              why: 'read on',
            }
          : undefined,
    };
  }),
});

/** @throws Refusal if the platform sends another version */
async function contentOf(documentId: string, version: number, call: ToolContext['call']) {
  const read = await call(operations.getDocumentVersion, { path: { documentId, version: String(version) } });
  if (read.version === version) return read.content;
  throw new Refusal(`The platform answered with version ${read.version} instead of version ${version}.`);
}

function usedBy({ users }: Usage) {
  const items = users.slice(0, SHOWN).map(({ kind, id, name, via }): Item => {
    const data = { kind, id, name: name?.line(80), via };
    return { data, line: `used by ${join(kind, id, name?.line(80), via && `via ${via}`)}` };
  });
  return { name: 'usedBy', items, total: users.length };
}
