/** The assistants, and a message to one. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { dialectMayBe } from '../../domain/dialect.ts';
import { ofProject } from '../../domain/filters.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { type NextStep, present } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { ASSISTANT } from '../../platform/parse/assistants.ts';
import { fitting } from '../../present/excerpt.ts';
import { localPage, restOf, wholeHeadline } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { assistant, id, notBlank, pageLimit, pageOffset, project } from '../fields.ts';
import { numbers, records, result, shapeOf, texts } from '../results.ts';

/** GET /v1/assistants. The platform sends it whole, so it is paged here. */
export const listAssistants = defineTool({
  name: 'list_assistants',
  title: 'List assistants',
  toolset: 'assistants',
  effect: 'read',
  example: {},
  description: 'Lists the assistants that you can message.',
  input: () => z.strictObject({ limit: pageLimit(50), offset: pageOffset(), projectId: project().optional() }),
  needs: { projectId: 'list_projects' },
  output: () => result({ assistants: records(shapeOf(ASSISTANT)) }),
  handle: withNames(['projectId'], 'read', async ({ projectId, ...query }, { call }) => {
    const response = await call(operations.listAssistants, { query: { projectId } });
    const { items, notes } = ofProject(response.items, projectId);
    const rest = restOf('list_assistants', { ...query, projectId });
    const page = localPage({ ...response, items }, query, rest, response);
    return {
      summary: wholeHeadline(items, query, 'assistant'),
      notes: [...notes, ...page.notes],
      list: listOf('assistants', ASSISTANT, page),
    };
  }),
});

/** Characters of a reply, which leave room for the rest of the result. */
const REPLY = 9_000;

const file = () =>
  z.strictObject({
    name: z.string().describe('File name.'),
    downloadUrl: z.string().describe('Its address.'),
    fileType: z.string().optional().describe('Its type.'),
  });

/** Specification: POST /v1/assistants/{assistant_id}/messages. */
export const sendAssistantMessage = defineTool({
  name: 'send_assistant_message',
  title: 'Send assistant message',
  toolset: 'assistants',
  effect: 'write',
  isOpenWorld: true,
  lookups: ['get_chat', 'search_chats', 'list_assistant_chats'],
  example: { assistantIdentifier: 'support', message: 'hi' },
  description: 'Sends a message to an assistant; returns its reply and the chatUuid to continue with.',
  input: () => {
    const { message, context, metadata } = operations.sendAssistantMessage.body().shape;
    return z.strictObject({
      assistantIdentifier: assistant(),
      message: notBlank(message).describe('What to say.'),
      chatUuid: id('To continue; else a new chat.').optional(),
      context: context.describe('Customizes the interaction.'),
      metadata: metadata.describe('E.g. user id, language.'),
      files: z
        .array(file())
        .optional()
        .meta({ from: ['upload_file'] }),
    });
  },
  needs: { files: 'upload_file' },
  output: () => result(texts('message', 'chatUuid'), numbers('charactersLeft', 'tokensUsed')),
  handle: withNames(
    ['assistantIdentifier'],
    'write',
    async ({ assistantIdentifier, chatUuid, files, ...body }, context) => {
      const requested = chatUuid ?? null;
      const sent = { ...body, chatUuid: requested, files: files?.map(attached) };
      const path = { assistant_id: assistantIdentifier };
      const reply = await context.call(operations.sendAssistantMessage, { path, body: sent });
      const actual = reply.chatUuid;
      const isOther = requested !== null && actual !== undefined && actual !== requested;
      // In a history, only a message after this one is a reply to it.
      const isSilent = reply.message.isEmpty || (reply.to !== undefined && reply.to.raw.trim() !== body.message.trim());
      const { part, left } = fitting(reply.message, 0, REPLY);
      const notes = present(
        reply.error && `The answer names an error: ${reply.error.line(300)}.`,
        context.platform.isDeferred() &&
          !isSilent &&
          'The platform answered 202: this may acknowledge the message, and be no reply.',
        actual === undefined && missing(requested),
        isOther && `The answer belongs to chat ${actual}, not to ${requested}, which it was meant to continue.`,
        isOther && dialectMayBe(context),
      );
      return {
        summary: isSilent
          ? `Assistant ${assistantIdentifier} has the message; the answer holds no reply.`
          : `Assistant ${assistantIdentifier} replied${requested === null ? ' in a new conversation' : ''}.`,
        notes,
        facts: {
          message: isSilent ? undefined : part,
          charactersLeft: left > 0 && !isSilent ? left : undefined,
          chatUuid: actual ?? chatUuid,
          tokensUsed: reply.tokensUsed,
        },
        next: nextStep(
          assistantIdentifier,
          actual ?? requested,
          isSilent ? 'see whether it has replied' : left > 0 && READ_ON,
        ),
      };
    },
  ),
});

/** A file as deployments read it: one takes the address from a misspelt field, too. Copied marks are removed. */
function attached({ name, downloadUrl, fileType }: z.output<ReturnType<typeof file>>) {
  const plain = (text: string): string => text.replace(/^⟦(.*)⟧$/s, '$1');
  const url = plain(downloadUrl);
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new Refusal('downloadUrl must be the http or https address that upload_file returned. Nothing was sent.');
  }
  return { name: plain(name), downloadUrl: url, donwloadUrl: url, fileType };
}

const missing = (requested: string | null): string =>
  requested === null
    ? 'The answer has no chatUuid: the conversation can be continued only once its id is known.'
    : `The answer has no chatUuid: whether it continued ${requested} is unknown.`;

const READ_ON = 'read the rest of the reply';

/** @param why the reason to read the chat, if there is one */
function nextStep(assistantIdentifier: string, chatUuid: string | null, why: string | false): NextStep | undefined {
  if (chatUuid === null) {
    return { tool: 'list_assistant_chats', arguments: { assistantIdentifier }, why: 'find the id of the chat' };
  }
  if (why !== false) return { tool: 'get_chat', arguments: { assistantIdentifier, chatUuid }, why };
  return undefined;
}
