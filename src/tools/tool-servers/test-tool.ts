import * as z from 'zod';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { ToolTest } from '../../platform/parse/records.ts';
import { fitting } from '../../present/echo-arguments.ts';
import { toolId, toolServerId } from '../fields.ts';

/** Characters of what the tool returned, and of its error. */
const DATA = 6_000;
const ERROR = 2_000;

/** POST .../tools/{toolId}/test answers 200 also when the target failed. */
export const testTool = defineTool({
  name: 'test_tool',
  title: 'Test tool',
  toolset: 'tools',
  effect: 'write',
  description:
    'Calls a tool once for real and reports success or failure, the URL called, the time taken and the answer. Its endpoint may change data.',
  input: () =>
    z.strictObject({
      toolServerId: toolServerId(),
      toolId: toolId(),
      parameters: operations.testTool.body().shape.parameters.describe("The tool's arguments."),
    }),
  output: () => z.looseObject({ success: z.boolean().optional() }),
  async handle({ toolServerId, toolId, parameters }, { call }) {
    const test = await call(operations.testTool, { path: { toolServerId, toolId }, body: { parameters } });
    const data = test.data && fitting(test.data, 0, DATA);
    const error = test.error && fitting(test.error, 0, ERROR);
    return {
      summary: outcome(toolId, test),
      notes: [
        ...(data && data.left > 0 ? [`The answer is cut: ${data.left} characters are left out of data.`] : []),
        ...(error && error.left > 0 ? [`The error is cut: ${error.left} characters are left out.`] : []),
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
        test.success === false
          ? { tool: 'list_tools', arguments: { toolServerId }, why: 'check its arguments and endpoint' }
          : undefined,
    };
  },
});

/** The outcome before everything else: a failing target must never look like success. */
function outcome(toolId: string, { success, error, executionTimeMs }: ToolTest): string {
  const time = executionTimeMs === undefined ? '' : ` in ${executionTimeMs} ms`;
  if (success === false) return `Tool ${toolId} failed${time}: ${error?.line(300) ?? 'the platform gives no reason'}.`;
  if (success === true) return `Tool ${toolId} succeeded${time}.`;
  const said = error === undefined ? '' : ` It reports an error: ${error.line(300)}.`;
  return `The platform does not say whether tool ${toolId} succeeded.${said}`;
}
