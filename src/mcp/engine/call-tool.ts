/**
 * Answers a tool call: the human is asked through this connection, writes are sent, or shown in a dry run, and what comes
 * of it is cut to the size budget and redacted.
 */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { effectIn } from '../../platform/client/errors.ts';
import { type Answer, RESULT_BUDGET } from '../contract/answer.ts';
import type { CardTickets } from '../contract/card.ts';
import { EffectError } from '../contract/errors.ts';
import type { ConsentAnswer, FormAnswer } from '../contract/question.ts';
import type { Tool, ToolContext } from '../contract/tool.ts';
import type { App } from './app.ts';
import { cardsFor } from './cards.ts';
import { type Connection, obstacleToAsking } from './client-capabilities.ts';
import { createTickets } from './consent/card-tickets.ts';
import { type AskOptions, createAsk } from './consent/elicit.ts';
import { createAskEach } from './consent/elicit-each.ts';
import type { ConsentRecord } from './platform-calls.ts';
import { render, toErrorResult, toResult, withinBudget } from './render.ts';
import type { Failed } from './run.ts';
import { runTool } from './run-tool.ts';

/** Calls a tool that the session offers. Never throws: whatever goes wrong becomes a text that helps. */
export async function callTool(
  app: App,
  connection: Connection,
  tool: Tool,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const consent: ConsentRecord = {};
  /** What the result says about who was asked. */
  const notes: string[] = [];
  const ended = await runTool(app, tool, args, context, {
    subject: { kind: 'tool', name: tool.name },
    writes: app.settings.dryRun ? 'show' : 'send',
    consent,
    ...asker(app, connection, tool, context, consent, notes),
    tickets: noted(createTickets(app.settings, app.states, context, canAsk(connection, context)), consent),
    finish: (answer) => resultOf(app, tool, { ...answer, notes: [...notes, ...(answer.notes ?? [])] }),
  });
  if (ended.kind === 'error') return errorResult(app, connection, ended, notes);
  return ended.kind === 'question' ? ended.result : ended.value;
}

/**
 * The result of a call that failed. If a write was sent, this too says who was not asked; otherwise that is left to the
 * first result of a write that was.
 */
function errorResult(
  app: App,
  { told }: Connection,
  { error, text }: Failed,
  notes: readonly string[],
): CallToolResult {
  const wentAhead = error instanceof EffectError || effectIn(error) === 'unknown';
  if (!wentAhead) for (const note of notes) told.delete(note);
  const said = wentAhead ? app.redactor.text(notes.map((note) => `\nNote: ${note}`).join('')) : '';
  return toErrorResult(`${withinBudget(text, RESULT_BUDGET - said.length)}${said}`);
}

/**
 * Characters of a result that only a card reads: no model's context is spent. As JSON, text can take twice the room of the
 * part of a request that a card is given at once.
 */
const CARD_BUDGET = 400_000;

function resultOf(app: App, { forCardsWith }: Tool, answer: Answer): CallToolResult {
  const { text, structured } = render(
    answer,
    app.selection.has,
    forCardsWith === undefined ? RESULT_BUDGET : CARD_BUDGET,
  );
  return toResult({ text: app.redactor.text(text), structured: app.redactor.json(structured) });
}

/** Asks the human, and notes for the audit log who decided on what. */
function asker(
  app: App,
  connection: Connection,
  tool: Tool,
  context: ServerContext,
  consent: ConsentRecord,
  notes: string[],
): Pick<ToolContext, 'ask' | 'askEach'> {
  const { approvals, dryRun } = app.settings;
  const options: AskOptions = {
    tool: tool.name,
    // In a dry run nothing will be sent, so there is nothing to decide.
    approvals: dryRun ? 'off' : approvals,
    obstacle: obstacleToAsking(connection, context),
    states: app.states,
    byView: cardsFor(app, connection, context)?.questions === true,
    context,
    redact: (text) => app.redactor.text(text),
  };
  const ask = createAsk(options);
  const askEach = createAskEach(options);
  const note = <A extends ConsentAnswer | FormAnswer>(digest: string, answer: A): A => {
    consent.digest = digest;
    consent.by = answer.kind === 'decided' ? answer.by : answer.kind;
    if (answer.kind === 'decided' && answer.note !== undefined && !connection.told.has(answer.note)) {
      connection.told.add(answer.note);
      notes.push(answer.note);
    }
    return answer;
  };
  return {
    ask: async (question) => note(question.digest, await ask(question)),
    askEach: async (question) => note(question.digest, await askEach(question)),
  };
}

/** Whether the human can be asked through this client, or could be before its session was lost. */
function canAsk(connection: Connection, context: ServerContext): boolean {
  const obstacle = obstacleToAsking(connection, context);
  return obstacle === undefined || obstacle.isLost === true;
}

/** The tickets, with what is decided by one noted for the audit log. */
function noted(tickets: CardTickets, consent: ConsentRecord): CardTickets {
  return {
    ...tickets,
    async redeem(ticket, decision) {
      const answer = await tickets.redeem(ticket, decision);
      consent.digest = decision.digest;
      consent.by = answer.by;
      return answer;
    },
  };
}
