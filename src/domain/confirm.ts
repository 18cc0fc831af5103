/** Asks the human whether to go ahead, and says what they replied if not. */
import type { Choice, DecidedBy, Form } from '../mcp/contract/question.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';

/** How a human dismissed a question without a reply. */
export const NO_REPLY = { declined: 'declined to answer', closed: 'closed the question' } as const;

/** A question of one page with two choices. If nobody can be asked, the reply is yes. */
export interface Confirmation extends Pick<Form, 'subject' | 'digest'> {
  /** What will happen. A function if it makes calls: called only if a human will see it. */
  readonly message: string | (() => Promise<string>);
  readonly yes: Choice;
  readonly no: Choice;
  /** Completes "the human ..." if the reply was no: `chose to keep it`. */
  readonly chose: string;
}

const DECISION = 'decision';

/** @returns who consented, or why nothing may be done: `the human chose to keep it` @throws whatever `ask` throws */
export async function confirm(
  { client }: Pick<ToolContext, 'client'>,
  { subject, digest, message, yes, no, chose }: Confirmation,
): Promise<{ readonly by?: DecidedBy; readonly why?: string }> {
  const reply = await client.ask({
    subject,
    digest,
    page: async () => ({
      message: typeof message === 'string' ? message : await message(),
      parts: [{ name: DECISION, title: 'Your decision', choices: [yes, no] }],
    }),
  });
  if (reply.kind === 'nobody') return { by: reply.by };
  if (reply.kind !== 'answered') return { why: `the human ${NO_REPLY[reply.kind]}` };
  return reply.parts.get(DECISION)?.choice === yes.value ? { by: 'human' } : { why: `the human ${chose}` };
}
