/** The tools that search and read documents. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { MAX_QUERY } from '../../domain/docs/search.ts';
import { indexNotes, versionLine } from '../../domain/documents/document.ts';
import { inProject, mayBeIn, uncheckedFilterNotes } from '../../domain/filters.ts';
import { partOfKnown, requireDocument, requireVersion } from '../../domain/known-record.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { type Item, join, type NextStep, present } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { DOCUMENT } from '../../platform/parse/documents.ts';
import type { Document, Usage } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { extentOf, fitting } from '../../present/excerpt.ts';
import { allOf, type Filter, fewerNotes, headline, platformPage, restOf } from '../../present/paging.ts';
import { facts, listOf } from '../../present/record.ts';
import { grouped } from '../../present/units.ts';
import { document, folder, pageOf, project } from '../fields.ts';
import { numbers, records, result, shapeOf, textLists, texts } from '../results.ts';

/** GET /v1/documents. Some deployments include the full content in the list; it is never shown. */
export const searchDocuments = defineTool({
  name: 'search_documents',
  title: 'Search documents',
  toolset: 'documents',
  effect: 'read',
  example: {},
  description: 'Searches or lists documents of the knowledge base.',
  input: () => {
    const { status, fileType, parentOnly, ...query } = operations.listDocuments.query().shape;
    return z.strictObject({
      query: z.string().optional().describe('A phrase in name or content.'),
      projectId: project().optional(),
      folderId: folder().describe('Without subfolders; "none": in no folder.').optional(),
      status: status.describe('Index status.'),
      fileType: fileType.describe('Only this type.'),
      parentOnly: parentOnly.describe('No subdocuments.'),
      ...pageOf(query),
    });
  },
  output: () => result({ documents: records(shapeOf(DOCUMENT)) }),
  handle: withNames(['projectId', 'folderId'], 'read', async (args, { call }) => {
    const { query: asked, ...query } = args;
    const search = asked || undefined;
    const response = await call(operations.listDocuments, { query: { ...query, search } });
    const page = platformPage(response, query, restOf('search_documents', args), filterOf(query));
    const [first] = page.items;
    return {
      summary: headline(page, query, 'document', search ? ' found' : ''),
      notes: present(
        ...page.notes,
        ...uncheckedFilterNotes(page.items, query.projectId),
        ...(query.folderId === 'none' ? [] : uncheckedFilterNotes(page.items, query.folderId, 'folderId')),
        search !== undefined &&
          first === undefined &&
          'The platform may search for the exact phrase, and only in indexed documents. Try fewer words.',
      ),
      list: listOf('documents', DOCUMENT, page),
      next: first
        ? { tool: 'read_document', arguments: { documentId: first.id }, why: 'read one' }
        : search && args.offset === 0
          ? pagesAbout(search)
          : undefined,
    };
  }),
});

/** An organisation's handbooks are often documentation pages, which this search doesn't see. */
const pagesAbout = (query: string): NextStep => ({
  tool: 'list_docs',
  arguments: query.length <= MAX_QUERY ? { query } : {},
  why: 'look in the documentation pages, such as handbooks',
});

type DocumentQuery = z.input<ReturnType<typeof operations.listDocuments.query>>;

/** The filters that can be checked on a document. */
function filterOf({ projectId, folderId, status, fileType, parentOnly }: DocumentQuery): Filter<Document> | undefined {
  const same = (key: 'status' | 'fileType', wanted: string | undefined): Filter<Document> | undefined =>
    wanted === undefined
      ? undefined
      : { label: wanted, matches: ({ [key]: value }) => value === undefined || value.toLowerCase() === wanted };
  return allOf<Document>(
    inProject<Document>(projectId),
    same('status', status),
    same('fileType', fileType),
    folderId === undefined
      ? undefined
      : folderId === 'none'
        ? { label: 'outside any folder', matches: (document) => document.folderId === undefined }
        : {
            label: `in folder ${folderId}`,
            matches: (document) => mayBeIn('folderId', folderId, document),
          },
    parentOnly
      ? { label: 'top-level documents', matches: (document) => document.parentDocumentId === undefined }
      : undefined,
  );
}

/** Characters of the content shown at once: alone, and beside versions and users. */
const PART = 8_000;
const FIRST_PART = 6_000;
/** Versions and users that are shown. */
const SHOWN = 10;

/** Facts that an earlier version doesn't share. */
const NEWEST_ONLY = { size: undefined, tokenCount: undefined, about: undefined };

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
    const { content: whole } = version === undefined ? document : await requireVersion(call, documentId, version);
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
      notes: present(
        ...indexNotes(document),
        whole === undefined && 'The platform sent no content for it.',
        newest.length > SHOWN && `${newest.length - SHOWN} older versions are not listed.`,
        ...(versions ? fewerNotes(versions).map((note) => `Versions: ${note}`) : []),
        usage?.users.length === 0 && 'Used by nothing.',
        ...notes.sort(),
      ),
      facts: {
        ...facts(DOCUMENT, document),
        // They are the newest version's.
        ...(version === undefined || version === document.currentVersion ? {} : NEWEST_ONLY),
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

function usedBy({ users }: Usage) {
  const items = users.slice(0, SHOWN).map(({ kind, id, name, via }): Item => {
    const data = { kind, id, name: name?.line(80), via };
    return { data, line: `used by ${join(kind, id, name?.line(80), via && `via ${via}`)}` };
  });
  return { name: 'usedBy', items, total: users.length };
}
