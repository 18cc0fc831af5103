/** Runs a tool call: asks the human through this connection, sends or shows writes, cuts and redacts the result. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { mayHaveTakenEffect } from '../../platform/client/errors.ts';
import { EffectError } from '../contract/errors.ts';
import type { FormReply } from '../contract/question.ts';
import { RESULT_BUDGET } from '../contract/result.ts';
import type { Tool } from '../contract/tool.ts';
import type { App } from './app.ts';
import { type Connection, obstacleToAsking } from './client-capabilities.ts';
import { createAsk } from './consent/ask.ts';
import { hasCards } from './definition.ts';
import type { ConsentRecord } from './platform-calls.ts';
import { render, toErrorResult, withinBudget } from './render.ts';
import type { Failed } from './run.ts';
import { type Call, runTool } from './run-tool.ts';

/** When a card's result was made, in epoch milliseconds (src/cards/shell.ts). */
const MADE_AT = 'agent-platform/at';

/** Calls a tool that the session offers. Never throws: every error becomes a result with advice. */
export async function callTool(
  app: App,
  connection: Connection,
  call: Call,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { tool } = call;
  const consent: ConsentRecord = {};
  /** Notes in the result that no human was asked. */
  const notes: string[] = [];
  const obstacle = obstacleToAsking(connection, context);
  const drawsCards = hasCards(app, connection, context);
  const { approvals, dryRun } = app.settings;
  const ask = createAsk({
    tool: tool.name,
    // A dry run sends nothing, so there is nothing to decide.
    approvals: dryRun ? 'off' : approvals,
    obstacle,
    states: app.states,
    context,
    redact: (text) => app.redactor.text(text),
  });
  const ended = await runTool(app, call, context, {
    subject: { kind: 'tool', name: tool.name },
    writes: dryRun ? 'show' : 'send',
    consent,
    client: {
      // A client that could be asked before its session was lost still can.
      canAsk: obstacle === undefined || obstacle.isLost === true,
      drawsCards,
      answers: async ({ digest }) =>
        context.mcpReq.inputResponses !== undefined &&
        (await app.states.isAbout(context.mcpReq.requestState(), digest, context)),
      ask: async (form) => {
        const reply = await ask(form);
        consent.digest = form.digest;
        consent.answeredAfterMs = reply.afterMs;
        consent.by = decider(reply, tool);
        // A press in a card is a human's.
        if (reply.kind === 'nobody' && reply.why !== undefined && tool.forCardsWith === undefined)
          notes.push(`No human was asked: ${reply.why}.`);
        return reply;
      },
    },
    finish(result): CallToolResult {
      const noted = { ...result, notes: [...notes, ...(result.notes ?? [])] };
      const { text, structured } = render(noted, app, tool.forCardsWith === undefined ? RESULT_BUDGET : CARD_BUDGET);
      const made: CallToolResult = { content: [{ type: 'text', text }], structuredContent: structured };
      return !drawsCards || tool.view === undefined ? made : { ...made, _meta: { [MADE_AT]: Date.now() } };
    },
  });
  if (ended.kind === 'error') return errorResult(app, tool, ended, notes);
  return ended.kind === 'question' ? ended.result : ended.value;
}

/** The result of a call that failed. If a write was sent, it includes the note that no human was asked. */
function errorResult(
  app: App,
  { forCardsWith }: Tool,
  { error, text }: Failed,
  notes: readonly string[],
): CallToolResult {
  const wentAhead = error instanceof EffectError || mayHaveTakenEffect(error);
  const noteLines = wentAhead ? app.redactor.text(notes.map((note) => `\nNote: ${note}`).join('')) : '';
  const whole = `${withinBudget(text, RESULT_BUDGET - noteLines.length)}${noteLines}`;
  // Cards don't read sentences.
  return forCardsWith === undefined || wentAhead ? toErrorResult(whole) : toErrorResult(whole, { sent: false });
}

/** Characters of a result that only a card reads, no model. As JSON, the part of a request in it can double in size. */
const CARD_BUDGET = 400_000;

/** Who decided, for the audit log: if nobody can be asked, a card tool was called by a press on a card. */
function decider(reply: FormReply, { forCardsWith }: Pick<Tool, 'forCardsWith'>): string {
  if (reply.kind !== 'nobody') return reply.kind === 'answered' ? 'human' : reply.kind;
  return reply.by === 'not-asked' && forCardsWith !== undefined ? 'card' : reply.by;
}
