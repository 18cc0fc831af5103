import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { confirm } from '../../domain/confirm.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { textWithoutCredentials } from '../../mcp/contract/mask-address.ts';
import { masked, withMaskNote, withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { type NextStep, present, structured, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { jsonText, parsedJson } from '../../platform/parse/json-text.ts';
import type { ToolTest } from '../../platform/parse/records.ts';
import { digest, foreign } from '../../platform/text.ts';
import { fitting } from '../../present/excerpt.ts';
import { plain } from '../../present/plain.ts';
import { toolId, toolServer } from '../fields.ts';
import { flags, numbers, objects, result, texts } from '../results.ts';
import { requireTool } from './definition.ts';

/** Characters of the tool's result, and of its error. */
const DATA = 6_000;
const ERROR = 2_000;

/** POST .../tools/{toolId}/test responds with 200 even if the target failed. */
export const testTool = defineTool({
  name: 'test_tool',
  title: 'Test tool',
  toolset: 'tools',
  effect: 'write',
  isOpenWorld: true,
  example: { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} },
  description:
    "Calls a tool's endpoint once and reports success or failure, URL, duration and result. It may change data.",
  input: () =>
    z.strictObject({
      toolServerId: toolServer(),
      toolId: toolId(),
      parameters: operations.testTool.body().shape.parameters.describe('Its arguments.'),
    }),
  output: () =>
    result(
      flags('success'),
      texts('error', 'requestMethod', 'requestUrl'),
      objects('data'),
      numbers('executionTimeMs'),
    ),
  handle: withNames(['toolServerId'], 'write', testOn),
});

interface TestArguments {
  readonly toolServerId: string;
  readonly toolId: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

async function testOn({ toolServerId, toolId, parameters }: TestArguments, context: ToolContext): Promise<ToolResult> {
  const { call } = context;
  const consent = await askFirst(toolServerId, toolId, parameters, context);
  if ('stop' in consent) return consent.stop;
  const path = { toolServerId, toolId: consent.toolId };
  const response = call(operations.testTool, { path, body: { parameters } }).catch(async (error: unknown) => {
    const isUnknown = error instanceof PlatformError && error.facts.status === 404;
    if (isUnknown) await ifReadable(requireTool(call, toolServerId, path.toolId));
    throw error;
  });
  const test = withoutSecrets(await response);
  const data = test.data && fitting(test.data, 0, DATA);
  const error = test.error && fitting(test.error, 0, ERROR);
  const isDown = test.success === false && (test.status ?? 0) >= 500;
  const isRefused = test.success === false && REFUSED.has(test.status ?? 0);
  const hasSaidWhy = isDown && saysWhy(test);
  return {
    summary: outcome(toolId, test),
    notes: present(
      test.success === false &&
        !isReading(test) &&
        'The endpoint may have been reached: it may have changed something before the test failed.',
      isDown &&
        `The endpoint itself failed (${test.status}), which arguments rarely cause${hasSaidWhy ? '' : ': look at what runs at its address'}.`,
      isRefused &&
        `The tool's endpoint refuses the call (${test.status}), which arguments rarely cause.${context.has('update_tool_server') ? " If that is about the tool server's authentication, update_tool_server can renew it." : ''}`,
      data && data.left > 0 && `The answer was cut: ${data.left} characters of data are left out.`,
      error && error.left > 0 && `The error was cut: ${error.left} characters are left out.`,
    ),
    facts: {
      success: test.success,
      error: error?.part,
      requestMethod: test.requestMethod,
      requestUrl: withoutCredentials(test.requestUrl, 1000),
      executionTimeMs: test.executionTimeMs,
      data: test.data && data && structured(test.data, parsedJson(test.data.raw) ?? test.data.raw, data.part),
    },
    next: test.success === false && !hasSaidWhy ? afterFailure(toolServerId, isDown || isRefused, context) : undefined,
  };
}

const isReading = ({ requestMethod }: ToolTest): boolean => /^(?:GET|HEAD)$/i.test(requestMethod ?? '');

/** Whether the endpoint responded with more than its status: then its address and authentication are not what is wrong. */
function saysWhy({ status, error, data }: ToolTest): boolean {
  const text = error?.visible ?? '';
  const at = text.indexOf(String(status));
  return data !== undefined || (at < 0 ? text !== '' : text.includes(':', at));
}

/** Statuses by which an endpoint refuses whoever calls it. */
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** What to look at: the server of an endpoint that failed or refuses it, else the tool's arguments. */
function afterFailure(toolServerId: string, isServer: boolean, { has }: ToolContext): NextStep {
  if (!isServer) return { tool: 'list_tools', arguments: { toolServerId }, why: 'check its arguments and endpoint' };
  return has('get_tool_server')
    ? { tool: 'get_tool_server', arguments: { toolServerId }, why: 'check its address, state and authentication' }
    : { tool: 'list_tool_servers', arguments: {}, why: 'check its address, state and authentication' };
}

/** Characters of the arguments that a question can show. */
const ARGUMENTS = 8_000;

/**
 * Asks the human if approvals are required: the test calls the real endpoint, which may change data.
 * @returns the result that ends the call, or the id of the tool that was shown: another tool may have its name by now
 */
async function askFirst(
  toolServerId: string,
  toolId: string,
  parameters: unknown,
  context: ToolContext,
): Promise<{ readonly stop: ToolResult } | { readonly toolId: string }> {
  if (context.settings.approvals !== 'require') return { toolId };
  const tool = await requireTool(context.call, toolServerId, toolId);
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

/** The outcome comes first: a failing target must never look like success. The error follows as a field, once. */
function outcome(toolId: string, { success, error, executionTimeMs }: ToolTest): string {
  const time = executionTimeMs === undefined ? '' : ` in ${executionTimeMs} ms`;
  const hasError = error !== undefined;
  if (success === false) return `Tool ${toolId} failed${time}${hasError ? '' : ': the platform gave no reason'}.`;
  if (success === true) return `Tool ${toolId} succeeded${time}.`;
  return `The platform does not say whether tool ${toolId} succeeded${hasError ? ', and reports an error' : ''}.`;
}
