/** Runs a tool's handler for a tool call or a resource: repairs and checks arguments, reports progress, shows dry runs. */
import type { ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { stackOf } from '../../basics/errors.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { errorText } from '../contract/error-text.ts';
import type { ToolResult } from '../contract/result.ts';
import type { Tool, ToolContext } from '../contract/tool.ts';
import type { App } from './app.ts';
import { callerOf, platformTokenOf, principalOf } from './caller.ts';
import { NeedsHuman } from './consent/ask.ts';
import { argumentsOf, pinnedArguments, schemaOf } from './definition.ts';
import { DryRun } from './dry-run.ts';
import { explain } from './explain-arguments.ts';
import { lookupCall, withAdvice, withoutRepeatedCall } from './next-calls.ts';
import type { Subject } from './outcome.ts';
import { memoryFor } from './platform-cache.ts';
import { type ConsentRecord, createCalls, type Writes } from './platform-calls.ts';
import { repair } from './repair-arguments.ts';
import { type Done, type Ended, run } from './run.ts';

/** A tool and its arguments as they were sent. */
export interface Call {
  readonly tool: Tool;
  readonly args: unknown;
}

/** How a tool is run. */
export interface ToolUse<T> {
  readonly subject: Subject;
  readonly writes: Writes;
  readonly consent: ConsentRecord;
  readonly client: ToolContext['client'];
  /** Makes the value of the tool's result. */
  finish(result: ToolResult): T;
}

/** Never throws: every error becomes a text with advice. */
export async function runTool<T>(
  app: App,
  { tool, args }: Call,
  context: ServerContext,
  { subject, writes, consent, client, finish }: ToolUse<T>,
): Promise<Ended<T>> {
  const input = argumentsOf(app, tool);
  const repaired = repair(args, input);
  const { signal } = context.mcpReq;
  const caller = principalOf(context.http?.authInfo);
  const progress = createProgress(context);
  const { settings, selection } = app;
  const { call, hasWritten, ...platform } = createCalls(app, {
    name: subject.name,
    signal,
    writes,
    consent,
    caller: callerOf(context),
    token: platformTokenOf(context.http?.authInfo),
  });
  const toolContext: ToolContext = {
    call,
    platform,
    memory: memoryFor(app, caller),
    caller,
    settings,
    signal,
    progress: progress.report,
    client,
    decisions: { claims: app.claims, seal: app.states.seal },
    has: selection.has,
    logBug: (error) => app.log.error(`${subject.kind} ${subject.name}: ${stackOf(error)}`),
  };

  const task = async (): Promise<Done<T>> => {
    try {
      // First: what the other replica signed would read as invalid, for reasons that are untrue.
      if (tool.decides) await app.store.checkKey?.();
      const schema = schemaOf(app, tool);
      const result = await tool.run(repaired, schema, toolContext);
      if (result.waiting !== undefined) app.observer?.waiting(result.waiting);
      const value = finish(withoutRepeatedCall(result, tool.name, repaired, schema));
      return { kind: 'value', outcome: { kind: 'ok' }, value };
    } catch (error) {
      if (error instanceof NeedsHuman) return { kind: 'question', outcome: { kind: 'asked' }, result: error.result };
      if (!(error instanceof DryRun)) throw error;
      return { kind: 'value', outcome: { kind: 'dry_run' }, value: finish(error.result) };
    } finally {
      await progress.flush();
    }
  };
  return run(app, subject, task, (error) =>
    error instanceof z.ZodError
      ? `${explain(error, repaired, input, pinnedArguments(app, tool))}\nNothing was sent.`
      : errorText(
          withAdvice(error, input, repaired, selection.has),
          // By the ids that were sent: a name may be gone, or part of another one.
          lookupCall(selection, tool, { ...repaired, ...writtenIds(error) }),
          tool.effect === 'read' ? undefined : { title: tool.title, isUnchanged: !hasWritten() },
        ),
  );
}

/** The ids in the path of the write that failed. */
const writtenIds = (error: unknown): PlatformError['facts']['target'] =>
  error instanceof PlatformError && error.facts.reads !== true ? error.facts.target : undefined;

/** Progress of one call, reported to the host if its request has a progress token. */
interface Progress {
  /** `done` of `total`, in any unit that grows; `message` is for a person. */
  report(done: number, total: number | undefined, message: string): void;
  /** Waits until all progress has been sent: clients ignore progress after the result. */
  flush(): Promise<void>;
}

/** Silence after which progress is reported anyway: well below the 60 s, or 10 s of some, after which hosts give up. */
const SILENCE_MS = 5_000;
/** Hosts draw no faster than this; an inbox over 1,000 agents would otherwise send 1,000 notifications. */
const INTERVAL_MS = 100;

const SILENT: Progress = { report: () => undefined, flush: () => Promise.resolve() };

/** At most one notification per 100 ms, plus the last one; silent if the request has no progress token. */
export function createProgress(context: ServerContext): Progress {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return SILENT;
  const grown = growing();
  let last = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();
  const send = (message: string, told: ReturnType<typeof grown>): void => {
    last = told.progress;
    sentAt = performance.now();
    const params = { progressToken, message, ...told };
    // A lost notification must not fail the call.
    const sent = context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    sending = Promise.all([sending, sent]).then(() => undefined);
  };
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    // As little as it can grow: what the tool counts goes on from where it was.
    send(`Waiting for the platform, ${seconds} s so far`, { progress: Math.max(0, last) + 0.001 });
  }, SILENCE_MS);
  timer.unref();
  return {
    report(done, total, message) {
      const told = grown(done, total);
      // The last one is always sent.
      if (told.progress <= last || (performance.now() - sentAt < INTERVAL_MS && done !== total)) return;
      send(message, told);
      timer.refresh();
    },
    flush() {
      clearInterval(timer);
      return sending;
    },
  };
}

/**
 * Makes progress grow with each notification, as the protocol requires, where work begins to count anew: left out, a second count
 * would look like silence, after which hosts give up.
 */
export function growing() {
  let [base, highest, before] = [0, 0, 0];
  return (done: number, total: number | undefined) => {
    if (done < before) base = highest;
    before = done;
    highest = base + done;
    return { progress: highest, ...(total === undefined ? {} : { total: base + total }) };
  };
}
