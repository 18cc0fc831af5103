/**
 * The platform client, bound to one tool call. A dry run stops every write here, every write is audited, and slow calls
 * report progress. No tool can bypass this: handlers get nothing else.
 */

import { tracedRequest } from '../../basics/traced.ts';
import { mayHaveTakenEffect, PlatformError } from '../../platform/client/errors.ts';
import { type AnyInput, inDialect, type PlatformRequest } from '../../platform/client/request.ts';
import type { TokenSource } from '../../platform/client/token.ts';
import type { Dialect } from '../../platform/operations/dialect.ts';
import type { InputOf, OperationSpec } from '../../platform/operations/operation.ts';
import { type Json, object } from '../../platform/parse/coerce.ts';
import type { PlatformCallOptions, PlatformCalls } from '../contract/tool.ts';
import type { App } from './app.ts';
import type { Caller } from './caller.ts';
import { DryRun } from './dry-run.ts';
import { type AuditOutcome, auditOutcome } from './outcome.ts';

/** Consent, for the audit log: set by the engine once the human, or the setting, has decided. */
export interface ConsentRecord {
  by?: string;
  digest?: string;
  answeredAfterMs?: number | undefined;
}

/** How writes are handled: sent, shown (a dry run), or forbidden as a bug in read-only code. */
export type Writes = 'send' | 'show' | 'forbid';

export interface CallsOptions {
  /** Name of the tool or other caller. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly writes: Writes;
  readonly consent: ConsentRecord;
  readonly caller?: Caller | undefined;
  /** The caller's own platform token. */
  readonly token?: TokenSource | undefined;
}

/** The platform calls of one tool call or read, and whether any of them may have changed something. With `forbid`, a write throws a plain Error, since it is a bug. */
export function createCalls(
  app: Pick<App, 'client' | 'audit' | 'observer'>,
  options: CallsOptions,
): PlatformCalls & { hasWritten(): boolean } {
  const { name, signal, writes, token } = options;
  const caller = options.caller && JSON.stringify([options.caller.issuer, options.caller.subject]);
  let status: number | undefined;
  let hasWritten = false;
  const onStatus = (one: number): void => {
    status = one;
  };

  async function call(
    operation: OperationSpec,
    input: AnyInput,
    callOptions: PlatformCallOptions = {},
  ): Promise<unknown> {
    const { current, warnings, starter, group, afterDenial, ...rest } = callOptions;
    if (writes === 'forbid' && !operation.repeatable)
      throw new Error(`${name} may only read, and called ${operation.name}`);
    const client = await app.client();
    const sent = { ...rest, signal, caller, token };
    if (operation.repeatable) return client.call(operation, input as InputOf<OperationSpec>, sent);
    const request = withUpload(client.plan(operation, input as InputOf<OperationSpec>), rest.upload);
    if (writes === 'show') throw new DryRun(request, await current?.(), warnings);
    const decision = decisionOf(operation, input);
    const audited = app.audit.begin({
      tool: name,
      method: request.method,
      path: request.target.split('?')[0] ?? request.target,
      target: { ...input.path },
      decision,
      sent: sentDecision(operation, input, client.options.scope.dialect),
      digest: options.consent.digest,
      consent: options.consent.by,
      answeredAfterMs: options.consent.answeredAfterMs,
      caller: options.caller,
      starter,
      group,
      traceId: tracedRequest()?.traceId,
    });
    const finish = (outcome: AuditOutcome): void => {
      audited(outcome);
      if (decision !== undefined) app.observer?.decided(decision, options.consent.by ?? 'none', outcome.outcome);
    };
    status = undefined;
    try {
      const response = await client.call(operation, input as InputOf<OperationSpec>, { ...sent, onStatus });
      hasWritten = true;
      finish({
        outcome: 'done',
        httpStatus: status,
        status: statusOf(response),
        madeId: madeId(operation, input, response),
      });
      return response;
    } catch (caught) {
      const error = caught instanceof PlatformError ? ((await afterDenial?.(caught)) ?? caught) : caught;
      hasWritten ||= mayHaveTakenEffect(error);
      finish(auditOutcome(error));
      throw error;
    }
  }

  const reserved = ((operation, input, more) =>
    call(operation, input as AnyInput, { ...more, isReserved: true })) as PlatformCalls['call'];
  return {
    call: call as PlatformCalls['call'],
    reserve: async (work) => (await app.client()).reserve(() => work(reserved), signal, caller),
    plan: async (operation, input) => (await app.client()).plan(operation, input),
    heldBackMs: async () => (await app.client()).heldBackMs(token),
    isDeferred: () => status === 202,
    hasWritten: () => hasWritten,
  };
}

/** The request as shown in a dry run: a description of the file instead of the body. */
function withUpload(request: PlatformRequest, upload: PlatformCallOptions['upload']): PlatformRequest {
  if (upload === undefined) return request;
  const { name, type, size } = upload;
  return { ...request, body: { file: { name, type, size } } };
}

/** The field that holds a decision; bodies of other writes are not recorded. */
const DECISION_FIELDS: Readonly<Record<string, string>> = { handleThreadApproval: 'status', completeThread: 'state' };

/** The decision of an approval or a completion, in the specification's terms. */
function decisionOf({ name }: OperationSpec, input: AnyInput): string | undefined {
  const value = input.body?.[DECISION_FIELDS[name] ?? ''];
  return typeof value === 'string' ? value : undefined;
}

function sentDecision(operation: OperationSpec, { body }: AnyInput, dialect: Dialect): Json | undefined {
  const field = DECISION_FIELDS[operation.name];
  if (field === undefined || dialect === 'specification') return undefined;
  return inDialect(operation, 'body', { [field]: body?.[field] }, dialect);
}

/** The id of the record that came back, unless the request named it: what the write made. */
function madeId({ method }: OperationSpec, { path = {} }: AnyInput, response: unknown): string | undefined {
  const { id } = object(response);
  if (method !== 'POST' || typeof id !== 'string') return undefined;
  const isNamed = Object.values(path).some((one) => String(one).toLowerCase() === id.toLowerCase());
  return isNamed ? undefined : id;
}

function statusOf(response: unknown): string | undefined {
  const { status } = object(response);
  return typeof status === 'string' ? status : undefined;
}
