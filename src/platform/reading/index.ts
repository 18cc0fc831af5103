/** From an answer's JSON to the record or records that an operation promises. One place, for every operation. */
import type { AnswerOf, OperationSpec } from '../operations/operation.ts';
import { readAgent, readDeletion } from './agents.ts';
import { readAssistant, readChat, readReply } from './assistants.ts';
import { readCostRow, readCostSummary } from './costs.ts';
import { readDoc, readDocPage, readHealth } from './documentation.ts';
import { boolean, compact, isObject, number, pick, unwrap } from './lenient.ts';
import type { Records } from './records.ts';
import { readEvaluation, readThread } from './threads.ts';
import { readTool, readToolServer, readToolTest } from './tool-servers.ts';

type Reader<T> = (value: unknown) => T | undefined;

/** The reader of each kind of record; undefined where the value is no such record. */
export const readers: { readonly [K in keyof Records]: Reader<Records[K]> } = {
  thread: readThread,
  agent: readAgent,
  assistant: readAssistant,
  reply: readReply,
  chat: readChat,
  toolServer: readToolServer,
  tool: readTool,
  toolTest: readToolTest,
  evaluation: readEvaluation,
  costRow: readCostRow,
  costSummary: readCostSummary,
  deletion: readDeletion,
  doc: readDoc,
  docPage: readDocPage,
  health: readHealth,
};

/** Records with keys that a wrapper has too: their readers see the whole answer. */
const OWN_WRAPPER: ReadonlySet<keyof Records> = new Set(['toolTest', 'deletion']);

/** Keys that may hold a list whatever the operation. */
export const COMMON_LIST_KEYS = ['items', 'results', 'data'];

/**
 * Reads an answer's body.
 * @returns the record or page; undefined where the body holds nothing of the kind that was asked for
 */
export function readAnswer<O extends OperationSpec>(operation: O, body: unknown): AnswerOf<O> | undefined;
export function readAnswer(operation: OperationSpec, body: unknown): unknown {
  const read: Reader<unknown> = readers[operation.answer.record];
  if (!operation.answer.many) return read(OWN_WRAPPER.has(operation.answer.record) ? body : unwrap(body));
  const content = unwrap(body);
  const list = Array.isArray(content) ? content : findList(content, operation.answer.listKeys ?? []);
  if (list === undefined) return undefined;
  const around = isObject(content) ? content : {};
  const items = list.map(read).filter((item) => item !== undefined);
  return compact({
    items,
    unreadable: list.length - items.length,
    total: number(pick(around, 'total', 'totalCount', 'count')),
    hasMore: boolean(pick(around, 'hasMore')),
  });
}

function findList(content: unknown, keys: readonly string[]): readonly unknown[] | undefined {
  if (!isObject(content)) return undefined;
  for (const key of [...keys, ...COMMON_LIST_KEYS]) {
    const value = Object.hasOwn(content, key) ? content[key] : undefined;
    if (Array.isArray(value)) return value;
  }
  return undefined;
}
