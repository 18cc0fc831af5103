/** The tools that the official conformance suite calls; the suite's descriptions say what each must do. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { App } from '../../src/mcp/engine/app.ts';
import { asksCapabilities, asksMany, asksName, asksRoots, asksSampling, asksState, asksTwice } from './questions.ts';

export type FixtureTool = (
  context: ServerContext,
  app: App,
  capabilities: Readonly<Record<string, unknown>>,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** The header of a wave file without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (...lines: readonly string[]): CallToolResult => ({
  content: lines.map((line) => ({ type: 'text', text: line })),
});
const embedded = (uri: string, mimeType: string, content: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: content } }) as const;

export const TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(50);
    }
    return text('Progress was reported.');
  },
  async test_tool_with_logging({ mcpReq }) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await sleep(50);
    }
    return text('Three messages were logged.');
  },
  async test_logging_tool({ mcpReq }) {
    // The SDK sends it only to a request that named a level.
    await mcpReq.log('info', 'A message for whoever asked for messages');
    return text('A message was logged, if messages were asked for.');
  },
  async test_streaming_elicitation(context, app, capabilities) {
    const { mcpReq } = context;
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
    }
    return asksName(context, app, capabilities);
  },
  test_missing_capability(_context, _app, capabilities) {
    if (!('sampling' in capabilities)) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
    return text('The client can sample.');
  },
  test_input_required_result_elicitation: asksName,
  test_input_required_result_sampling: asksSampling,
  test_input_required_result_list_roots: asksRoots,
  test_input_required_result_request_state: asksState,
  test_input_required_result_tampered_state: asksState,
  test_input_required_result_multiple_inputs: asksMany,
  test_input_required_result_multi_round: asksTwice,
  test_input_required_result_capabilities: asksCapabilities,
};
