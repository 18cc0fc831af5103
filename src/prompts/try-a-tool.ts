import { toolIds, toolServerIds } from '../domain/completers.ts';
import { call, DATA_RULE, type PromptSpec, steps } from '../mcp/contract/prompt.ts';

export const tryATool: PromptSpec = {
  name: 'try-a-tool',
  title: 'Try a tool',
  description: 'Tests a tool of a tool server with arguments that you agree to, and explains the outcome.',
  arguments: [
    { name: 'toolServerId', description: 'The tool server.', isRequired: true, complete: toolServerIds },
    {
      name: 'toolId',
      description: "The tool's id or function name; you are asked if it is left out.",
      isRequired: false,
      complete: toolIds,
    },
  ],
  tools: ['list_tools', 'test_tool'],
  text({ toolServerId, toolId }) {
    const plan = steps(
      `Call ${call('list_tools', { toolServerId })}. If the result names a call for the rest, make it too.`,
      toolId === undefined
        ? 'Show me the tools, one line each, and ask me which one to try.'
        : `Find the tool ${toolId} by id or name. If it is not there, show me the ones that are, and ask.`,
      'Show me its method, endpoint and arguments, and propose a harmless value for each: the test calls the real endpoint and may change data. Wait until I agree.',
      'Call test_tool with toolServerId, toolId and these values as parameters, once.',
      'Show me whether it succeeded (the call itself can succeed while the tool fails: go by success), the method and URL called, the time taken, and what came back. If it failed, name the most likely cause and the one change to try next. Do not try again without asking.',
    );
    const what = toolId === undefined ? 'a tool' : `the tool ${toolId}`;
    return `Help me try ${what} of tool server ${toolServerId}.\n\n${plan}\n\n${DATA_RULE}`;
  },
};
