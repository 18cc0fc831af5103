import * as z from 'zod';
import { onToolServer } from '../../domain/by-name.ts';
import { confirm } from '../../domain/confirm.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { textWithoutCredentials } from '../../mcp/contract/mask-address.ts';
import { masked, withMaskNote, withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import type { ToolTest } from '../../platform/parse/records.ts';
import { digest, foreign } from '../../platform/text.ts';
import { fitting } from '../../present/excerpt.ts';
import { plain } from '../../present/plain.ts';
import { toolId, toolServer } from '../fields.ts';
import { flags, numbers, result, texts } from '../results.ts';
import { findTool } from './definition.ts';

/** Characters of the tool's answer, and of its error. */
const DATA = 6_000;
const ERROR = 2_000;

/** POST .../tools/{toolId}/test answers 200 even if the target failed. */
export const testTool = defineTool({
  name: 'test_tool',
  title: 'Test tool',
  toolset: 'tools',
  effect: 'write',
  example: { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} },
  description:
    "Calls a tool's real endpoint once and reports success or failure, URL, time taken and answer. The call may change data.",
  input: () =>
    z.strictObject({
      toolServerId: toolServer(),
      toolId: toolId(),
      parameters: operations.testTool.body().shape.parameters.describe('Its arguments.'),
    }),
  output: () =>
    result(flags('success'), texts('error', 'requestMethod', 'requestUrl', 'data'), numbers('executionTimeMs')),
  async handle({ toolServerId, ...test }, context) {
    return onToolServer(toolServerId, context, (id) => testOn({ toolServerId: id, ...test }, context));
  },
});

interface TestArguments {
  readonly toolServerId: string;
  readonly toolId: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

async function testOn({ toolServerId, toolId, parameters }: TestArguments, context: ToolContext): Promise<Answer> {
  const { call } = context;
  const consent = await askFirst(toolServerId, toolId, parameters, context);
  if ('stop' in consent) return consent.stop;
  const path = { toolServerId, toolId: consent.toolId };
  const test = withoutSecrets(await call(operations.testTool, { path, body: { parameters } }));
  const data = test.data && fitting(test.data, 0, DATA);
  const error = test.error && fitting(test.error, 0, ERROR);
  const failure = failureOf(test);
  return {
    summary: outcome(toolId, test),
    notes: [
      ...(failure?.note === undefined ? [] : [failure.note]),
      ...(data && data.left > 0 ? [`The answer was cut: ${data.left} characters of data are left out.`] : []),
      ...(error && error.left > 0 ? [`The error was cut: ${error.left} characters are left out.`] : []),
    ],
    facts: {
      success: test.success,
      error: error?.part,
      requestMethod: test.requestMethod,
      requestUrl: withoutCredentials(test.requestUrl, 1000),
      executionTimeMs: test.executionTimeMs,
      data: data?.part,
    },
    next:
      failure?.isCurable === true
        ? { tool: 'list_tools', arguments: { toolServerId }, why: 'check its arguments and endpoint' }
        : undefined,
  };
}

/** Characters of the arguments that a question can show. */
const ARGUMENTS = 8_000;

/**
 * Asks the human if approvals are required: the test calls the real endpoint, which may change data.
 * @returns the answer that ends the call, or the id of the tool that was shown: another tool may have its name by now
 */
async function askFirst(
  toolServerId: string,
  toolId: string,
  parameters: unknown,
  context: ToolContext,
): Promise<{ readonly stop: Answer } | { readonly toolId: string }> {
  if (context.settings.approvals !== 'require') return { toolId };
  const tool = await findTool(context.call, toolServerId, toolId);
  if (tool === undefined) throw new Refusal(`Tool server ${toolServerId} has no tool ${toolId}. Nothing was sent.`);
  const shown = plain(foreign(jsonText(masked(parameters ?? {})))).text;
  if (shown.length > ARGUMENTS) {
    throw new Refusal(
      `Refused: the arguments have ${shown.length} characters; at most ${ARGUMENTS} can be shown to the human for approval. Nothing was sent.`,
    );
  }
  const called = [tool.method, withoutCredentials(tool.endpoint)].filter((part) => part !== undefined).join(' ');
  const { why } = await confirm(context, {
    subject: `test_tool ${toolServerId} ${toolId}`,
    digest: digest([toolServerId, jsonText(tool.source, true), jsonText(parameters ?? {}, true)]),
    message: withMaskNote([
      `Call tool ${tool.name.line(100)} with ${foreign(shown)}?`,
      `This calls its real endpoint${called === '' ? '' : ` (${called})`}, which may change data.`,
      `Tool ${tool.id} of tool server ${toolServerId}.`,
    ]),
    yes: { value: 'call', title: 'Call it' },
    no: { value: 'leave', title: 'Don’t call it' },
    chose: 'chose not to call it',
  });
  return why === undefined
    ? { toolId: tool.id }
    : { stop: { summary: `Nothing was called: ${why}.`, facts: { toolId } } };
}

/** An error often contains the address that was called, and with it the tool server's credentials. */
const withoutSecrets = (test: ToolTest): ToolTest =>
  test.error === undefined ? test : { ...test, error: foreign(textWithoutCredentials(test.error.visible)) };

/** The outcome comes first: a failing target must never look like success. */
function outcome(toolId: string, { success, error, executionTimeMs }: ToolTest): string {
  const time = executionTimeMs === undefined ? '' : ` in ${executionTimeMs} ms`;
  if (success === false) return `Tool ${toolId} failed${time}: ${error?.line(300) ?? 'the platform gave no reason'}.`;
  if (success === true) return `Tool ${toolId} succeeded${time}.`;
  const reported = error === undefined ? '' : ` It reports an error: ${error.line(300)}.`;
  return `The platform does not say whether tool ${toolId} succeeded.${reported}`;
}

/** The status that an error names: `HTTP 503`, `status code 500`, `503 Service Unavailable`. */
const STATUS =
  /\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?)[\s:=]*([1-5]\d\d)\b|^\s*([45]\d\d)\s+[A-Z]|\b(5\d\d)\s+(?:internal server error|bad gateway|service unavailable|gateway time-?out)/i;
const DOWN = /internal server error|bad gateway|service unavailable|gateway time-?out/i;
/** The request did not arrive, so nothing was done. */
const UNREACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|connection refused|could not resolve|unreachable/i;
/** The request may have arrived. */
const LOST = /ETIMEDOUT|ECONNRESET|ECONNABORTED|timed out|timeout|socket hang up|connection (?:reset|closed|aborted)/i;

/** A note on a failed test, and whether other arguments may help. */
interface TestFailure {
  readonly note?: string;
  readonly isCurable: boolean;
}

const MAY_HAVE_ACTED: TestFailure = {
  note: 'The endpoint may have been reached: it may have changed something before the test failed.',
  isCurable: true,
};

/** Undefined if the test did not fail. */
function failureOf({ success, error }: ToolTest): TestFailure | undefined {
  if (success !== false) return undefined;
  if (error === undefined) return MAY_HAVE_ACTED;
  const text = error.visible;
  const [, named, leading, withReason] = STATUS.exec(text) ?? [];
  const status = Number(named ?? leading ?? withReason ?? 0);
  if (status >= 500 || (status === 0 && DOWN.test(text))) {
    return incurable(
      "The endpoint itself failed: other arguments won't help, and it may have changed something before it failed.",
    );
  }
  if (status === 401 || status === 403) {
    return incurable("The endpoint refused the tool server's credentials: other arguments won't help.");
  }
  if (status === 429)
    return incurable("The endpoint's rate limit was reached: other arguments won't help; wait before trying again.");
  if (status !== 0) return { isCurable: true };
  if (UNREACHED.test(text)) return incurable("The endpoint could not be reached: other arguments won't help.");
  return LOST.test(text)
    ? incurable("The endpoint did not answer: other arguments won't help, and it may have changed something.")
    : MAY_HAVE_ACTED;
}

const incurable = (note: string): TestFailure => ({ note, isCurable: false });
