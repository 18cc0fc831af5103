/** What is lost with documents that are deleted: the documents under them, at any depth, and those who use them. */
import { ifReadable } from '../../mcp/contract/error-text.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Document, Usage } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';

type Call = ToolContext['call'];

/** Documents whose subdocuments are read for one question, and whose users. */
const READ = 50;
const USED = 20;
/** Documents and users that a line names. */
const NAMED = 20;

/** What a question says about documents to be deleted, and to what the reply is bound. */
export interface Loss {
  readonly lines: readonly string[];
  readonly subdocuments: number;
  readonly shown: readonly unknown[];
}

/** @param documents those to be deleted themselves, as far as they are known */
export async function lossOf(documents: readonly Pick<Document, 'id'>[], call: Call): Promise<Loss> {
  const under = await subdocumentsOf(documents, call);
  const { items, isWhole } = under;
  const all = [...documents, ...items];
  const usages = await Promise.all(
    all.slice(0, USED).map(({ id }) => ifReadable(call(operations.getDocumentUsage, { path: { documentId: id } }))),
  );
  const names = firstOf(items, NAMED, ({ name, id }) => String(name?.line(80) ?? id), under.count);
  const [it, has] = documents.length === 1 ? ['it', 'It has'] : ['them', 'They have'];
  const some = `${isWhole ? '' : 'at least '}${count(under.count, 'subdocument')} would be deleted with ${it}: ${names}.`;
  return {
    lines: [
      under.count > 0
        ? `${some.charAt(0).toUpperCase()}${some.slice(1)}`
        : isWhole
          ? `${has} no subdocuments.`
          : `Whether ${has === 'It has' ? 'it has' : 'they have'} subdocuments could not be read: they would be deleted with ${it}.`,
      usageLine(usages, all.length),
    ],
    subdocuments: under.count,
    shown: [
      under.count,
      isWhole,
      items.map(({ id, name }) => [id, name]),
      usages.map((usage) => usage?.users.map(({ id }) => id)),
    ],
  };
}

/** All documents under some. */
async function subdocumentsOf(documents: readonly Pick<Document, 'id'>[], call: Call) {
  const found = new Map<string, Document>();
  const open = documents.map(({ id }) => id);
  let unnamed = 0;
  let isWhole = true;
  for (const [at, documentId] of open.entries()) {
    const page = at < READ ? await ifReadable(call(operations.listSubdocuments, { path: { documentId } })) : undefined;
    isWhole &&= page !== undefined;
    const fresh = (page?.items ?? []).filter(({ id }) => !open.includes(id));
    for (const document of fresh) found.set(document.id, document);
    open.push(...fresh.map(({ id }) => id));
    // The list may be only the first page; one that has nothing new may be the same for every document.
    if (page !== undefined && (at === 0 || fresh.length > 0))
      unnamed += Math.max(page.unreadable, (page.total ?? 0) - page.items.length);
  }
  return { items: [...found.values()], count: found.size + unnamed, isWhole };
}

/** Who uses the documents, as far as that was read of `all` of them. */
function usageLine(usages: readonly (Usage | undefined)[], all: number): string {
  const [them, they] = all === 1 ? ['it', 'It is'] : ['any of these documents', 'These documents are'];
  const read = usages.filter((usage) => usage !== undefined);
  const users = [...new Map(read.flatMap(({ users }) => users).map((user) => [user.id, user])).values()];
  const isRead = read.length === all;
  if (users.length === 0)
    return isRead ? `Nothing uses ${them}.` : `What uses ${all === 1 ? 'it' : 'these documents'} could not be read.`;
  const named = firstOf(users, NAMED, ({ kind, id, name }) => `${kind ?? 'target'} ${name?.line(60) ?? id}`);
  return `${they} used by ${named}${isRead ? '' : ', and maybe by others: that could not be read of each'}.`;
}
