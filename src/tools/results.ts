/**
 * What structured results hold, field by field: clients build types from it. In few characters, since every session's list
 * of tools carries it: no field is described, and all may be absent.
 */
import * as z from 'zod';

const optionalFields = <T extends z.ZodType>(
  names: readonly string[],
  type: () => T,
): Record<string, z.ZodOptional<T>> => Object.fromEntries(names.map((name) => [name, type().optional()]));

/** Fields that may be absent, all of one type; the same for the other types. */
export const texts = (...names: string[]) => optionalFields(names, () => z.string());
export const numbers = (...names: string[]) => optionalFields(names, () => z.number());
export const flags = (...names: string[]) => optionalFields(names, () => z.boolean());
export const textLists = (...names: string[]) => optionalFields(names, () => z.array(z.string()));

/** A list of records with these fields. */
export const records = (fields: z.ZodRawShape) => z.array(z.looseObject(fields));

/** What a tool's structured result holds beside what the engine adds to each. */
export const result = (...fields: z.ZodRawShape[]) => z.looseObject(Object.assign({}, ...fields));

/** What the result on one thread has beside its messages. */
export const threadShape = () => ({
  ...texts('agentId', 'status', 'outcome', 'createdAt', 'updatedAt', 'currency', 'metadata', 'pendingCalls'),
  ...texts('otherFields'),
  ...numbers('cost'),
});
/** A thread as a line of a list. */
export const threadLineShape = () => ({
  ...texts('threadId', 'status', 'outcome', 'createdAt', 'updatedAt', 'about', 'last', 'asks'),
  ...numbers('cost', 'messages'),
});
/** The brief on a request: a line for each fact, by kind. */
export const briefShape = () => ({
  brief: z.looseObject(textLists('calls', 'unusual', 'contradictions', 'earlier')).optional(),
});
export const messageShape = () => ({
  ...numbers('number', 'charactersLeft'),
  ...texts('role', 'name', 'timestamp', 'content', 'otherFields'),
  toolCalls: records(texts('name', 'arguments')).optional(),
});
export const chatShape = () => ({
  ...texts('chatUuid', 'assistantIdentifier', 'createdAt', 'metadata', 'excerpt', 'answer'),
  ...numbers('messages', 'message'),
});
export const agentShape = () => texts('agentId', 'name', 'state', 'provider', 'llm', 'createdAt', 'description');
export const serverShape = () => ({
  ...texts('toolServerId', 'name', 'identifier', 'url', 'state', 'authenticationMethod', 'description'),
  ...numbers('tools'),
});
export const toolShape = () => texts('toolId', 'name', 'method', 'endpoint', 'arguments', 'description');
export const evaluationShape = () => ({
  ...texts('evaluationId', 'status', 'criteria', 'feedback', 'createdAt'),
  ...numbers('score', 'scale'),
});
export const projectShape = () =>
  texts('projectId', 'name', 'identifier', 'state', 'visibility', 'createdAt', 'description');
/** What a table of costs comes to. */
export const costShape = () => ({
  ...texts('window', 'currency', 'changeOf', 'projectedFrom'),
  ...numbers('windowCost', 'currentMonth', 'projectedMonth', 'averagePerDay', 'averagePerMonth', 'changePercent'),
});
/** A day or month of costs. */
export const costRowShape = () => ({
  ...texts('period', 'currency'),
  ...numbers('cost', 'threadCount', 'inputTokens', 'outputTokens'),
});
export const documentShape = () => ({
  ...texts(
    'documentId',
    'name',
    'fileType',
    'status',
    'projectId',
    'folderId',
    'parentDocumentId',
    'updatedAt',
    'about',
  ),
  ...numbers('currentVersion', 'size', 'tokenCount'),
});
export const writtenShape = () => ({ ...texts('documentId', 'name', 'status'), ...numbers('currentVersion') });
export const folderShape = () => ({
  ...texts('folderId', 'name', 'projectId', 'parentFolderId', 'color'),
  ...numbers('documents'),
});
