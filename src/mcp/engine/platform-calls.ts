/**
 * How a handler calls the platform: the client, bound to one tool call. Here a dry run stops every write, every write is
 * audited, and slow calls report that they are still under way. No tool can go around it: it is all they are given.
 */

import { tracedRequest } from '../../basics/traced.ts';
import { inDialect } from '../../platform/client/dialect.ts';
import type { PlatformClient } from '../../platform/client/index.ts';
import type { AnyInput, PlatformRequest } from '../../platform/client/request.ts';
import type { Dialect } from '../../platform/operations/dialect.ts';
import type { InputOf, OperationSpec } from '../../platform/operations/operation.ts';
import type { PlatformCallOptions, PlatformCalls } from '../contract/platform-calls.ts';
import { type Audit, type AuditOutcome, auditOutcome } from './audit.ts';
import type { Caller } from './caller.ts';
import { DryRun } from './dry-run.ts';
import type { Observer } from './observer.ts';

/** What was consented to, for the audit log: set by the engine once the human, or the setting, has decided. */
export interface ConsentRecord {
  by?: string;
  digest?: string;
  /** Milliseconds from the question to its answer. */
  answeredAfterMs?: number | undefined;
}

/** What becomes of a write: it is sent, shown instead (a dry run), or a bug in code that may only read. */
export type Writes = 'send' | 'show' | 'forbid';

export interface CallsOptions {
  readonly client: () => Promise<PlatformClient>;
  /** The tool, or what else calls. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly writes: Writes;
  readonly audit: Audit;
  readonly consent: ConsentRecord;
  readonly observer?: Pick<Observer, 'decided'> | undefined;
  /** Who called, over HTTP. */
  readonly caller?: Caller | undefined;
  progress(done: number, total: number | undefined, message: string): void;
}

/** How often a slow call reports that it is under way: well below the 60 s after which hosts give up on silence. */
const HEARTBEAT_MS = 5_000;

/** The calls of one tool call or read. A write that `forbid` meets is a bug: it throws a plain Error. */
export function createCalls(options: CallsOptions): PlatformCalls {
  const { name, signal, writes } = options;
  const caller =
    options.caller && JSON.stringify([options.caller.issuer, options.caller.subject, options.caller.client]);
  let status: number | undefined;
  const onStatus = (one: number): void => {
    status = one;
  };

  async function call(
    operation: OperationSpec,
    input: AnyInput,
    callOptions: PlatformCallOptions = {},
  ): Promise<unknown> {
    const { standing, warnings, starter, ...rest } = callOptions;
    if (writes === 'forbid' && !operation.repeatable)
      throw new Error(`${name} may only read, and called ${operation.name}`);
    const client = await options.client();
    if (operation.repeatable)
      return client.call(operation, input as InputOf<OperationSpec>, { ...rest, signal, caller });
    const request = withUpload(client.plan(operation, input as InputOf<OperationSpec>), rest.upload);
    if (writes === 'show') throw new DryRun(request, await standing?.(), warnings);
    const decision = decisionOf(operation, input);
    const audited = options.audit.begin({
      tool: name,
      method: request.method,
      path: request.target.split('?')[0] ?? request.target,
      target: { ...input.path },
      decision,
      sent: sentWord(operation, input, client.options.scope.dialect),
      digest: options.consent.digest,
      consent: options.consent.by,
      answeredAfterMs: options.consent.answeredAfterMs,
      caller: options.caller,
      starter,
      traceId: tracedRequest.getStore()?.traceId,
    });
    const finish = (outcome: AuditOutcome): void => {
      audited(outcome);
      if (decision !== undefined) options.observer?.decided(decision, options.consent.by ?? 'none', outcome.outcome);
    };
    const stop = operation.slow ? heartbeat(options) : undefined;
    status = undefined;
    try {
      const answer = await client.call(operation, input as InputOf<OperationSpec>, {
        ...rest,
        signal,
        caller,
        onStatus,
      });
      finish({ outcome: 'done', status: statusOf(answer) });
      return answer;
    } catch (error) {
      finish(auditOutcome(error));
      throw error;
    } finally {
      stop?.();
    }
  }

  const reserved = ((operation, input, more) =>
    call(operation, input as AnyInput, { ...more, isReserved: true })) as PlatformCalls['call'];
  return {
    call: call as PlatformCalls['call'],
    reserve: async (work) => (await options.client()).reserve(() => work(reserved), signal, caller),
    plan: async (operation, input) => (await options.client()).plan(operation, input),
    heldBackMs: async () => (await options.client()).heldBackMs(),
    isForLater: () => status === 202,
  };
}

/** Describes the file instead of a body, for those who are shown what would be sent. */
function withUpload(request: PlatformRequest, upload: PlatformCallOptions['upload']): PlatformRequest {
  if (upload === undefined) return request;
  const { name, type, size } = upload;
  return { ...request, body: { file: { name, type, size } } };
}

function heartbeat(options: CallsOptions): () => void {
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    options.progress(seconds, undefined, `Waiting for the platform, ${seconds} s so far`);
  }, HEARTBEAT_MS);
  return () => clearInterval(timer);
}

/** The field that holds a decision; bodies of other writes are not recorded. */
const DECISION_FIELDS: Readonly<Record<string, string>> = { handleThreadApproval: 'status', completeThread: 'state' };

/** The decision of an approval or of an ending, in the specification's words. */
function decisionOf({ name }: OperationSpec, input: AnyInput): string | undefined {
  const value = input.body?.[DECISION_FIELDS[name] ?? ''];
  return typeof value === 'string' ? value : undefined;
}

/** The same as it is sent, if the deployment reads other words. */
function sentWord(
  operation: OperationSpec,
  { body }: AnyInput,
  dialect: Dialect = 'specification',
): Readonly<Record<string, unknown>> | undefined {
  const field = DECISION_FIELDS[operation.name];
  if (field === undefined || dialect === 'specification') return undefined;
  return inDialect(operation, 'body', { [field]: body?.[field] }, dialect);
}

function statusOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'string'
    ? answer.status
    : undefined;
}
