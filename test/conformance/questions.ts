/** Fixture tools that ask the client a question and continue with its answer; their state is signed as in the product. */
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { App } from '../../src/mcp/engine/app.ts';
import type { FixtureTool } from './tools.ts';

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

const form = (message: string, key: string, isYesOrNo = false) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [key]: isYesOrNo ? { type: 'boolean' } : { type: 'string' } },
      required: [key],
    },
  });
const sample = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  });

/** The human's choice under a key; undefined if the answer is missing, refused, or has another shape. */
function chosen({ mcpReq }: ServerContext, question: string, key: string): unknown {
  const response = inputResponse(mcpReq.inputResponses, question);
  return response.kind === 'elicit' && response.action === 'accept' ? response.content?.[key] : undefined;
}

const name = form('What is your name?', 'name');

export const asksName: FixtureTool = (context) => {
  const given = chosen(context, 'user_name', 'name');
  return typeof given === 'string' ? said(`Hello, ${given}!`) : inputRequired({ inputRequests: { user_name: name } });
};

export const asksSampling: FixtureTool = ({ mcpReq }) => {
  const response = inputResponse(mcpReq.inputResponses, 'capital_question');
  if (response.kind === 'sampling') return said(JSON.stringify(response.result.content));
  return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } });
};

export const asksRoots: FixtureTool = ({ mcpReq }) => {
  const response = inputResponse(mcpReq.inputResponses, 'client_roots');
  if (response.kind === 'roots') return said(response.roots.map(({ uri }) => uri).join('\n'));
  return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
};

export const asksState: FixtureTool = async (context, app) => {
  if (chosen(context, 'confirm', 'ok') === undefined) {
    const requestState = await sign(app, context, 'confirm');
    return inputRequired({ inputRequests: { confirm: form('Please confirm', 'ok', true) }, requestState });
  }
  await open(app, context);
  return said('state-ok');
};

export const asksMany: FixtureTool = async (context, app) => {
  const { inputResponses } = context.mcpReq;
  const kinds = ['user_name', 'greeting', 'client_roots'].map((key) => inputResponse(inputResponses, key).kind);
  if (kinds.every((kind) => kind !== 'missing')) {
    await open(app, context);
    return said(`All three came: ${kinds.join(', ')}`);
  }
  return inputRequired({
    inputRequests: {
      user_name: name,
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    requestState: await sign(app, context, 'many'),
  });
};

export const asksTwice: FixtureTool = async (context, app): Promise<CallToolResult | InputRequiredResult> => {
  const color = chosen(context, 'step2', 'color');
  if (typeof color === 'string') {
    await open(app, context);
    return said(`Your favourite color is ${color}.`);
  }
  if (chosen(context, 'step1', 'name') === undefined) {
    const step1 = form('Step 1: What is your name?', 'name');
    return inputRequired({ inputRequests: { step1 }, requestState: await sign(app, context, 'step1') });
  }
  await open(app, context);
  const step2 = form('Step 2: What is your favorite color?', 'color');
  return inputRequired({ inputRequests: { step2 }, requestState: await sign(app, context, 'step2') });
};

export const asksCapabilities: FixtureTool = (_context, _app, capabilities) => {
  const inputRequests = {
    ...('elicitation' in capabilities ? { user_name: name } : {}),
    ...('sampling' in capabilities ? { greeting: sample('Generate a greeting', 50) } : {}),
    ...('roots' in capabilities ? { client_roots: inputRequired.listRoots() } : {}),
  };
  return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : said('The client can do nothing.');
};

const sign = (app: App, context: ServerContext, step: string): Promise<string> =>
  app.states.sign({ tool: 'fixture', subject: step, digest: step, page: 0, offered: {} }, context);

/** @throws ProtocolError -32602 for a state that does not hold */
async function open(app: App, context: ServerContext): Promise<void> {
  const state = context.mcpReq.requestState<string>();
  const verdict = typeof state === 'string' ? await app.states.open(state, context) : undefined;
  if (verdict?.valid) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The state does not hold: ${verdict?.why ?? 'missing'}.`);
}
