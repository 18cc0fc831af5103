/** Arguments that several tools share, each described once. Bounds come from the operations table. */
import * as z from 'zod';
import { NEWEST_MESSAGES } from '../domain/threads/conversation.ts';
import { MAX_COMMENT } from '../mcp/contract/question.ts';
import { IDENTIFIER_PATTERN, isIdentifier, isSlug, LISTED_IDENTIFIER_RULE, SLUG_RULE } from '../platform/identifier.ts';
import { DECISIONS, limit, offset } from '../platform/operations/schemas.ts';

/** An identifier argument: whatever is safe in a path. */
export const id = (description: string) => identifier({ description });

/** An identifier that a tool lists: described as `From search_threads.`, or as `Thread.` to a session without that tool. */
const listedId = (label: string, tool: string) => identifier({ label, from: [tool] });

const identifier = (meta: z.GlobalMeta) =>
  z
    .string()
    .refine(isIdentifier, { message: `it must be ${LISTED_IDENTIFIER_RULE}` })
    .meta({ pattern: IDENTIFIER_PATTERN, ...meta });

/** Fields of an operation's body, each with the description that models read. */
export function described<S extends Readonly<Record<string, z.ZodType>>, K extends string & keyof S>(
  body: z.ZodObject<S>,
  descriptions: Readonly<Record<K, string>>,
): Pick<S, K> {
  const fields = Object.entries<string>(descriptions);
  return Object.fromEntries(fields.map(([name, text]) => [name, body.shape[name]?.describe(text)])) as Pick<S, K>;
}

/** Characters of a name. */
const MAX_NAME = 200;

/** An id or name: see `domain/by-name.ts`, which handlers of these arguments go through. */
const idOrName = (lister: string) =>
  z
    .string()
    .trim()
    .refine((text) => text !== '' && text.length <= MAX_NAME, { message: 'it must be an id or a name' })
    .meta({ lead: 'Id or name', from: [lister] });

export const agent = () => idOrName('list_agents');
export const assistant = () => idOrName('list_assistants');
export const document = () => idOrName('search_documents');
export const folder = () => idOrName('list_document_folders');
export const project = () => idOrName('list_projects');
export const toolServer = () => idOrName('list_tool_servers');
export const threadId = () => listedId('Thread', 'search_threads');
export const waitingThreadId = () => listedId('Thread', 'list_pending_approvals');
export const toolId = () => identifier({ lead: 'Id or function name', from: ['list_tools'] });
/** Ids alone, where another argument takes the name. */
export const agentId = () => listedId('Agent', 'list_agents');

/** Words to search threads for. */
export const threadWords = (max = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .refine((text) => text.length <= max, { message: `it must have at most ${max} characters` })
    .optional()
    .describe('Words in one message or metadata.');

/** Part of an agent's name, for callers without an id. */
export const agentName = () => z.string().min(1).optional().describe('Or part of its name.');
/** Refuses an agent's id and name together. */
export const oneAgent = (args: { readonly agentId?: unknown; readonly agentName?: unknown }) =>
  args.agentId === undefined || args.agentName === undefined;
export const ONE_AGENT = { path: ['agentName'], message: 'give either agentId or agentName' };

/** A page size with the tool's default and the specification's bounds. */
export const pageLimit = (fallback: number) => limit(fallback).describe('Rows.');
/** The same for a tool that also shows something else, of which another number fits. */
export const countedLimit = (fallback: number, or = `${COUNTED} counts`) =>
  limit(fallback).unwrap().optional().describe(`Rows; ${fallback}, or ${or}.`);
export const COUNTED = 100;
export const pageOffset = () => offset().describe('To skip.');
/** The page arguments of an operation, with its defaults. */
export const pageOf = (query: Readonly<Record<'limit' | 'offset', z.ZodDefault<z.ZodInt>>>) => ({
  limit: query.limit.describe('Rows.'),
  offset: query.offset.describe('To skip.'),
});

export const docSlug = () =>
  z
    .string()
    .refine(isSlug, { message: `it must be ${SLUG_RULE} (a slug as a list gave it)` })
    .meta({ label: 'Page', from: ['list_docs'] });
export const chatUuid = () => listedId('Chat', 'search_chats');

/** What to count by. */
export const countBy = (fields: string) =>
  z
    .string()
    .min(1)
    .refine((key) => key.length <= MAX_NAME, { message: `it must have 1 to ${MAX_NAME} characters` })
    .optional()
    .describe(`Count by ${fields} or metadata keys (a, else b).`);

/** Text that is not blank. */
export const notBlank = (text: z.ZodString) =>
  text.refine((value) => value.trim() !== '', { message: 'it must be text that is not empty' });

/** Arguments that choose the part of a conversation; {@link onePart} checks that they go together. */
export const conversationPart = () => ({
  limit: limit(NEWEST_MESSAGES).describe('Messages.'),
  before: z.int().min(1).optional().describe('Messages before this number.'),
  message: z.int().min(1).optional().describe('This message alone.'),
  from: offset().describe('With message: from this character.'),
});

/** Refuses page arguments that would be ignored. */
export const onePart = (context: z.core.ParsePayload<z.output<z.ZodObject<ReturnType<typeof conversationPart>>>>) => {
  const { before, message, from } = context.value;
  const refuse = (field: string, reason: string): void => {
    context.issues.push({ code: 'custom', input: context.value, path: [field], message: reason });
  };
  if (message !== undefined && before !== undefined) refuse('before', 'give either before or message');
  if (message === undefined && from > 0) refuse('message', 'from is a character of one message');
};

/** A decision on a waiting thread. */
export const decision = () => z.enum(DECISIONS).describe('The decision.');

/** Publishes the maximum length; `checkedComment` enforces it on the cleaned text. */
export const comment = () => z.string().optional().meta({ description: 'For the record.', maxLength: MAX_COMMENT });

/** The token that binds a decision to what was shown. Its bounds are not published, since models only copy it. */
const tokenOf = (name: string, max: number) =>
  z.string().refine((token) => token !== '' && token.length <= max, {
    message: `it must be a ${name} exactly as it was given`,
  });
export const groupToken = () => tokenOf('groupToken', 1_000);
export const reviewToken = () => tokenOf('reviewToken', 200);
