/**
 * The frame around every tool call. A handler gets typed arguments and returns plain data; argument repair and checking,
 * consent, dry run, cancellation, errors, the size budget and redaction happen here, once.
 */
import type { CallToolResult, InputRequiredResult, Server, ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { errorText } from '../contract/error-text.ts';
import { EffectError, Refusal } from '../contract/errors.ts';
import type { Tool, ToolContext } from '../contract/tool.ts';
import type { App } from './app.ts';
import { explain, repair } from './arguments.ts';
import { callerOf } from './caller.ts';
import { clientCapabilities } from './client-capabilities.ts';
import { canElicit, createAsk, NeedsHuman } from './consent/elicit.ts';
import { definitionOf, pinnedArguments, schemaOf } from './definition.ts';
import { DryRun } from './dry-run.ts';
import { type ConsentRecord, createCalls } from './platform-calls.ts';
import { createProgress, type Progress } from './progress.ts';
import { lookupCall } from './recovery-call.ts';
import { render, toErrorResult, toResult } from './render.ts';

/** Runs a tool that the session offers. Never throws: whatever goes wrong becomes a text that helps. */
export async function runTool(
  app: App,
  server: Server,
  tool: Tool,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const started = performance.now();
  const input = definitionOf(app, tool).inputSchema;
  const given = repair(args, input);
  const progress = createProgress(context);
  let outcome = 'ok';
  try {
    const answer = await tool.run(given, schemaOf(app, tool), toolContext(app, server, tool, context, progress));
    return finish(app, answer);
  } catch (error) {
    if (error instanceof NeedsHuman) {
      outcome = 'asks the human';
      return error.result;
    }
    if (error instanceof DryRun) {
      outcome = 'dry run';
      return finish(app, error.answer);
    }
    outcome = describe(error);
    if (outcome.startsWith('bug'))
      app.log.error(`${tool.name}: ${error instanceof Error ? error.stack : String(error)}`);
    const text =
      error instanceof z.ZodError
        ? `${explain(error, given, input, pinnedArguments(app, tool))}\nNothing was sent.`
        : errorText(error, lookupCall(app.selection, tool, given));
    return toErrorResult(app.redactor.text(text));
  } finally {
    await progress.flush();
    const ms = performance.now() - started;
    app.observer?.call(tool.name, outcome, ms);
    app.log.debug(`${tool.name} ${outcome} ${Math.round(ms)} ms`);
  }
}

function finish(app: App, answer: Parameters<typeof render>[0]): CallToolResult {
  const rendered = render(answer, app.selection.has);
  return toResult({ text: app.redactor.text(rendered.text), structured: app.redactor.json(rendered.structured) });
}

function toolContext(app: App, server: Server, tool: Tool, context: ServerContext, progress: Progress): ToolContext {
  const { signal } = context.mcpReq;
  const consent: ConsentRecord = {};
  const canAsk = canElicit(clientCapabilities(server, context));
  const { approvals, dryRun } = app.settings;
  const ask = createAsk({
    tool: tool.name,
    approvals,
    canAsk,
    seal: app.seal,
    context,
    redact: (text) => app.redactor.text(text),
  });
  const { call } = createCalls({
    client: app.client,
    tool: tool.name,
    signal,
    dryRun,
    audit: app.audit,
    consent,
    caller: callerOf(context),
    progress: progress.report,
  });
  return {
    call,
    signal,
    progress: progress.report,
    settings: app.settings,
    has: app.selection.has,
    async ask(question) {
      // Nothing will be sent, so there is nothing to decide.
      const answer = dryRun
        ? ({ kind: 'decided', by: 'off', choice: question.proposed.choice } as const)
        : await ask(question);
      consent.digest = question.digest;
      consent.by = answer.kind === 'decided' ? answer.by : answer.kind;
      return answer;
    },
  };
}

/** One word for the log. */
function describe(error: unknown): string {
  if (error instanceof z.ZodError) return 'refused: bad arguments';
  if (error instanceof Refusal) return 'refused';
  if (error instanceof EffectError) return 'failed: no effect';
  if (error instanceof CancelledError) return 'cancelled';
  if (error instanceof PlatformError) return `failed: ${error.facts.kind}`;
  return 'bug';
}
