/**
 * Schemas of the specification's resources ("Resources and their fields") and of the bodies that docs/platform-notes.md
 * describes. Requests follow them to the letter. Responses are read leniently (`../parse`); only the sandbox must follow
 * them.
 */
import * as z from 'zod';

/** Builds a schema once, on first use. */
export function lazy<T>(build: () => T): () => T {
  let built: T | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

/** ThreadStatus (enumeration). */
export const THREAD_STATUSES = ['RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'AWAITING_APPROVAL'] as const;

/** The statuses of the specification; deployments send others too. */
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** ApprovalDecision.status. */
export const DECISIONS = ['PENDING', 'APPROVED', 'REJECTED'] as const;

/** The status of an approval. */
export type Decision = (typeof DECISIONS)[number];

/** AgentThreadMessage.role. */
export const ROLES = ['user', 'assistant', 'system', 'tool'] as const;

/** States that end a thread. Deployments accept all four; the specification does not show the body. */
export const END_STATES = ['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED'] as const;

/** Bounds of the list operations: `limit` 1 to 100 everywhere; the default differs by operation. */
export const limit = (fallback: number) => z.int().min(1).max(100).default(fallback);

/** Records to skip in a list operation. */
export const offset = () => z.int().min(0).default(0);

/** Text of a form, which messages name in words. */
export const textOf = (pattern: RegExp, form: string) => z.string().regex(pattern, form).meta({ form });

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const date = () => z.iso.date();
/** A calendar month, `YYYY-MM`. */
export const month = () => textOf(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month, YYYY-MM');
/** Null clears it. */
export const clearable = () => z.string().nullable().optional();
/** Filters by project. */
export const projectFilter = () => z.string().optional().describe('filter by project');

/** An object with any fields. */
export const freeObject = () => z.record(z.string(), z.unknown());

/** AgentThreadMessage. */
export const agentThreadMessage = lazy(() =>
  z.object({
    role: z.enum(ROLES).describe('sender role'),
    content: z.string().describe('message content'),
    name: z.string().optional().describe('name of the tool or function (for tool messages)'),
    tool_call_id: z.string().optional().describe('identifier of the tool call'),
  }),
);

/** AgentThread. */
export const agentThread = lazy(() =>
  z.object({
    id: z.uuid().describe('thread identifier'),
    agentId: z.uuid().describe('identifier of the agent the thread belongs to'),
    status: z.enum(THREAD_STATUSES).describe('current status'),
    createdAt: z.iso.datetime().describe('creation timestamp'),
    updatedAt: z.iso.datetime().optional().describe('last update timestamp'),
    metadata: freeObject().optional().describe('custom metadata'),
    messages: z.array(agentThreadMessage()).describe('messages exchanged in the thread'),
    cost: z.number().optional().describe('total cost accumulated by the thread'),
  }),
);

/** ApprovalDecision: the body of a decision. */
export const approvalDecision = lazy(() =>
  z.object({
    status: z.enum(DECISIONS).describe('status of an execution awaiting approval'),
    comment: z.string().optional().describe('comment about the decision'),
  }),
);

/** AssistantMessageRequest. */
export const assistantMessageRequest = lazy(() =>
  z.object({
    message: z.string().min(1).describe('text sent to the assistant'),
    chatUuid: z
      .string()
      .nullable()
      .optional()
      .describe('chat (conversation) identifier; null or empty starts a new conversation'),
    context: freeObject().optional().describe('additional information that customizes the interaction'),
    metadata: freeObject().optional().describe('custom data, for example a user identifier or a language'),
  }),
);

/** AssistantMessageResponse. */
export const assistantMessageResponse = lazy(() =>
  z.object({
    chatUuid: z.string().describe('identifier of the conversation; reuse it to continue'),
    message: z.string().describe("the assistant's reply"),
    tokens_used: z.int().describe('tokens consumed'),
    timestamp: z.iso.datetime().describe('time of the reply'),
  }),
);

/** ChatHistoryFilter: the body of a search for chats. */
export const chatHistoryFilter = lazy(() =>
  z.object({
    assistantIdentifier: z.string().optional().describe('filter by assistant specialization identifier'),
    fromDate: date().optional().describe('start date'),
    toDate: date().optional().describe('end date'),
    metadata: freeObject().optional().describe('filter by metadata fields'),
  }),
);

/** A message of a ChatHistory. The specification does not say which fields are required. */
export const chatMessage = lazy(() =>
  z.object({
    role: z.string().optional(),
    content: z.string().optional(),
    timestamp: z.iso.datetime().optional(),
  }),
);

/** ChatHistory. Its `chatUid` is what other operations call `chatUuid`. */
export const chatHistory = lazy(() =>
  z.object({
    chatUid: z.string().describe('unique identifier of the chat session'),
    assistantIdentifier: z.string().describe('identifier of the assistant specialization used'),
    createdAt: z.iso.datetime().describe('creation timestamp'),
    messages: z.array(chatMessage()).describe('messages exchanged in the chat'),
    metadata: freeObject().optional().describe('custom metadata'),
  }),
);

/** Body of create and update agent. */
const agentFields = () => ({
  description: z.string().optional(),
  provider: z.string().optional().describe('model provider'),
  llm: z.string().optional().describe('model name'),
  assistantSpecialization: freeObject()
    .optional()
    .describe('presets (the system prompt), model, provider, availableToolsGroupsUids, enabledTools'),
  maxExecutionToolCalls: z.int().min(0).optional(),
  maxExecutionInputTokens: z.int().min(0).optional(),
  evaluationConfig: freeObject().optional(),
});
export const agentCreate = lazy(() => z.object({ name: z.string().min(1), ...agentFields() }));
export const agentUpdate = lazy(() =>
  z.object({
    name: z.string().min(1).optional(),
    ...agentFields(),
    disabled: z.boolean().optional(),
    archived: z.boolean().optional(),
  }),
);

/** A tool definition, as deployments send it for `GET .../tools`. */
const toolFields = () => ({
  endpoint: z.string().optional().describe('URL or path that is called'),
  method: z.string().optional().describe('HTTP method'),
  pathParametersKeys: z.array(z.string()).optional(),
  queryParametersKeys: z.array(z.string()).optional(),
  bodyPropertyKey: z.string().optional(),
  customHeaders: z.array(freeObject()).optional(),
});
const toolFunction = () =>
  z.object({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: freeObject().optional().describe('JSON Schema of the arguments'),
  });
export const toolDefinition = lazy(() =>
  z.object({ type: z.literal('function').default('function'), function: toolFunction(), ...toolFields() }),
);

/** Body of update tool. */
export const toolUpdate = lazy(() => z.object({ function: toolFunction().partial().optional(), ...toolFields() }));

/** Bodies of create and update tool server. `toolDefinitions` replaces all existing ones. */
const toolServerFields = () => ({
  description: z.string().optional(),
  url: z.string().optional(),
  enabled: z.boolean().optional(),
  authenticationConfig: freeObject()
    .optional()
    .describe('authenticationMethod jwt, oauth2, basic or customHeader, with its own object'),
  toolDefinitions: z.array(toolDefinition()).optional(),
});
export const toolServerCreate = lazy(() => {
  const { description, url, ...rest } = toolServerFields();
  return z.object({ name: z.string().min(1), description, url, identifier: z.string().optional(), ...rest });
});
export const toolServerUpdate = lazy(() => z.object({ name: z.string().min(1).optional(), ...toolServerFields() }));

/** The agent or assistant that a document or folder is attached to. */
export const attachment = lazy(() => z.object({ targetType: z.enum(['agent', 'assistant']), targetId: z.string() }));
