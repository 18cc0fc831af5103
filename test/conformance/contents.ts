/** The prompts and resources that the official conformance suite asks for. */
import {
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PNG } from './tools.ts';

const says = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const;

interface FixturePrompt {
  readonly arguments: readonly string[];
  get(args: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

export const PROMPTS: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { arguments: [], get: () => ({ messages: [says('This is a simple prompt for testing.')] }) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        says('Please process the embedded resource above.'),
      ],
    }),
  },
  test_prompt_with_image: {
    arguments: [],
    get: () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
        says('Please analyze the image above.'),
      ],
    }),
  },
  test_input_required_result_prompt: {
    arguments: [],
    get(_args, { mcpReq }) {
      const response = inputResponse(mcpReq.inputResponses, 'user_context');
      if (response.kind === 'elicit') return { messages: [says(`Context: ${JSON.stringify(response.content)}`)] };
      const user_context = inputRequired.elicit({
        message: 'What context should the prompt use?',
        requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
      });
      return inputRequired({ inputRequests: { user_context } });
    },
  },
};

export const RESOURCES = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
];
export const TEMPLATES = [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }];

/** The content of a fixture resource; undefined for all others. */
export function readFixture(uri: string): ReadResourceResult | undefined {
  if (uri === 'test://static-text') {
    const text = 'This is the content of the static text resource.';
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}
