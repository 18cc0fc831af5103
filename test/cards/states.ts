/** The states that a card draws on purpose, for their test and for the pictures in docs/cards. */
import type { TestClient, ToolResult } from '../support/clients.ts';
import type { Card, CardOptions } from './host.ts';

/** What differs between the scripted platform of the tests and the sandbox of the pictures. */
export interface Stage {
  readonly client: TestClient;
  /** A thread that waits. */
  readonly threadId: string;
}

export interface State extends CardOptions {
  readonly name: (typeof STATES)[number];
  /** Shown when the state is reached. */
  readonly says: RegExp;
  /** Leads to the state. */
  act?(card: Card): Promise<void>;
}

const INBOX = 'list_pending_approvals';
const READ = 'read_request_for_card';

const words = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** Reads a request to its end. A press right after a redraw does not count. */
export async function readToTheEnd({ frame, text }: Card): Promise<void> {
  const end = frame.locator('.end').last();
  await end.scrollIntoViewIfNeeded().catch(async (cause: unknown) => {
    throw new Error(`no request to read: ${await text()}`, { cause });
  });
  for (const each of await frame.locator('.end').all()) await each.scrollIntoViewIfNeeded();
  await new Promise((resolve) => setTimeout(resolve, 450));
}

/** Their names: the states themselves need a client. */
export const STATES = [
  'loading',
  'empty',
  'done',
  'rejected',
  'decided-elsewhere',
  'changed',
  'out-of-reach',
  'not-allowed',
  'narrow',
  'sources',
  'mirrored',
] as const;

/** Of each of {@link STATES}. */
export function states({ client, threadId }: Stage): readonly State[] {
  const press = (name: RegExp) => async (card: Card) => {
    await readToTheEnd(card);
    await card.frame.getByRole('button', { name }).click();
  };
  const approve = press(/^Approve /);
  /** The server's own result of a tool, with changed data. */
  const changing = async (args: Record<string, unknown>, change: (data: Record<string, unknown>) => object) => {
    const result = await client.callTool(READ, args);
    const data = { ...(result.structuredContent as Record<string, unknown>) };
    return { ...result, structuredContent: { ...data, ...change(data) } };
  };
  const request = { tool: 'get_thread', args: { threadId } };
  let reads = 0;
  return [
    {
      name: 'loading',
      ...request,
      answer: (name) => (name === READ ? new Promise(() => undefined) : undefined),
      says: /Loading the request/,
    },
    {
      name: 'empty',
      tool: INBOX,
      answer: () => ({ content: [], structuredContent: { summary: '-', approvals: [], total: 0 } }),
      says: /Nothing is waiting/,
    },
    { name: 'done', ...request, act: approve, says: /^Approved\./ },
    { name: 'rejected', ...request, act: press(/^Reject$/), says: /^Rejected\./ },
    {
      name: 'decided-elsewhere',
      ...request,
      async act(card) {
        await readToTheEnd(card);
        const { reviewToken } = (await client.callTool(READ, { threadId })).structuredContent as {
          reviewToken: string;
        };
        await client.callTool('decide_from_card', { threadId, decision: 'APPROVED', reviewToken });
        await approve(card);
      },
      says: /Somebody else decided/,
    },
    {
      name: 'changed',
      ...request,
      answer: (name, args) => {
        if (name === 'decide_from_card') return { ...words('Refused.'), structuredContent: { sent: false } };
        const changed = 'This request is not what this card read: 2 messages were added since then (4 then, 6 now).';
        return name === READ && reads++ > 0 ? changing(args, () => (reads > 2 ? {} : { changed })) : undefined;
      },
      act: approve,
      says: /2 messages were added/,
    },
    {
      name: 'out-of-reach',
      tool: INBOX,
      answer: () => words('The platform can’t be reached: nothing answered at https://platform.example within 30 s.'),
      says: /can’t be reached/,
    },
    {
      name: 'not-allowed',
      ...request,
      answer: (name, args) =>
        name === READ
          ? changing(args, () => ({
              reviewToken: undefined,
              cannotDecide:
                'Four eyes: you started this thread, and nobody may decide on a thread that they started. Somebody else has to decide.',
            }))
          : undefined,
      says: /Four eyes/,
    },
    { name: 'narrow', ...request, width: 312, says: /Comment/ },
    {
      name: 'sources',
      ...request,
      answer: (name, args) =>
        name === READ
          ? changing(args, ({ brief, parts }) => ({
              brief: {
                ...(brief as object),
                unsaid: ['amount: nobody said this'],
                notCompared: ['11,200 characters in the middle of what the agent says'],
              },
              parts: (parts as Record<string, unknown>[]).map((part) =>
                part.call === undefined
                  ? part
                  : {
                      ...part,
                      sources: {
                        orderNumber: 'user',
                        amount: 'nobody said this',
                        currency: 'lookup_order, message 2',
                        reason: 'only the agent',
                      },
                    },
              ),
            }))
          : undefined,
      says: /Not compared: /,
    },
    { name: 'mirrored', ...request, context: { locale: 'ar-EG' }, says: /Comment/ },
  ];
}

/** The inbox as a server's answer. */
export const listed = (approvals: readonly object[], more: object = {}) => ({
  content: [{ type: 'text', text: 'x' }],
  structuredContent: { summary: 'x', approvals, total: approvals.length, ...more },
});
