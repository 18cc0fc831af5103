/** What is lost with documents that are deleted: the documents under them, at any depth, and who uses any of them. */
import { ifReadable } from '../../mcp/contract/error-text.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Document, Usage } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';

type Call = ToolContext['call'];
type Known = Pick<Document, 'id'>;

/** For one question, documents whose subdocuments are read, and documents whose users are read: each takes a request. */
const MAX_PARENTS = 20;
const MAX_USED = 10;
/** Documents and users that a line names. */
const NAMED = 20;

/** What a question says about the deletion of documents. */
export interface Loss {
  readonly lines: readonly string[];
  /** Those that were found; undefined if that is not known. */
  readonly subdocuments: number | undefined;
  /** What the human's reply is bound to. */
  readonly shown: readonly unknown[];
}

/** @param documents those to be deleted themselves @param areAll whether these are all of them */
export async function lossOf(documents: readonly Known[], call: Call, areAll = true): Promise<Loss> {
  const under = await subdocumentsOf(documents, call);
  const isWhole = under.isWhole && areAll;
  const all = [...documents, ...under.items];
  const usageOf = ({ id }: Known) => ifReadable(call(operations.getDocumentUsage, { path: { documentId: id } }));
  const [first, ...others] = all.slice(0, MAX_USED);
  const usage = first && (await usageOf(first));
  // Where the first can't be read, no other is tried.
  const usages = [usage, ...(usage === undefined ? [] : await Promise.all(others.map(usageOf)))];
  const isOne = all.length === 1 && isWhole;
  return {
    lines: [subdocumentLine(under, isWhole, documents.length === 1), usageLine(usages, all.length, isOne)],
    subdocuments: under.count === 0 && !isWhole ? undefined : under.count,
    shown: [
      ...[under.count, isWhole, under.items.map(({ id, name }) => [id, name])],
      usages.map((usage) => usage?.users.map(({ id }) => id)),
    ],
  };
}

type Under = Awaited<ReturnType<typeof subdocumentsOf>>;

/** All documents under some, level by level. */
async function subdocumentsOf(documents: readonly Known[], call: Call) {
  const seen = new Set(documents.map(({ id }) => id));
  const items: Document[] = [];
  let [unnamed, read, isWhole] = [0, 0, true];
  // A level that can't be read is the last.
  for (let level = documents; level.length > 0 && (isWhole || level === documents); ) {
    const parents = level.slice(0, MAX_PARENTS - read);
    isWhole &&= parents.length === level.length;
    read += parents.length;
    const pages = await Promise.all(
      parents.map(({ id }) => ifReadable(call(operations.listSubdocuments, { path: { documentId: id } }))),
    );
    const below: Document[] = [];
    for (const page of pages) {
      isWhole &&= page !== undefined && page.hasMore !== true;
      const fresh = (page?.items ?? []).filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      below.push(...fresh);
      // A list may be only its first page. One without anything new may be the same for every document.
      if (page !== undefined && (fresh.length > 0 || items.length + below.length === 0))
        unnamed += Math.max(page.unreadable, (page.total ?? 0) - page.items.length);
    }
    items.push(...below);
    level = below;
  }
  return { items, count: items.length + unnamed, isWhole };
}

function subdocumentLine({ items, count: found }: Under, isWhole: boolean, isOne: boolean): string {
  if (found === 0 && isWhole) return `${isOne ? 'It has' : 'They have'} no subdocuments.`;
  if (found === 0) return 'Subdocuments would be deleted, too; whether there are any could not be read completely.';
  const names = firstOf(items, NAMED, ({ name, id }) => String(name?.line(80) ?? id), found);
  return `${isWhole ? '' : 'At least '}${count(found, 'subdocument')} would be deleted with ${isOne ? 'it' : 'them'}: ${names}.`;
}

/** Who uses the documents: `usages` are of the first of `all`, undefined where it could not be read. */
function usageLine(usages: readonly (Usage | undefined)[], all: number, isOne: boolean): string {
  const them = isOne ? 'it' : 'any of these documents';
  const read = usages.filter((usage) => usage !== undefined);
  if (read.length === 0) return `What uses ${them} could not be read.`;
  const users = [...new Map(read.flatMap((usage) => usage.users).map((user) => [user.id, user])).values()];
  const extent = read.length === all ? '' : ` (${read.length} of ${all} were looked at)`;
  if (users.length === 0) return `Nothing uses ${them}${extent}.`;
  const named = firstOf(users, NAMED, ({ kind, id, name }) => `${kind ?? 'target'} ${name?.line(60) ?? id}`);
  return `${isOne ? 'It is' : 'These documents are'} used by ${named}${extent}.`;
}
