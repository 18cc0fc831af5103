/** The protocol's prompt and completion methods. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { tracedRequest } from '../../basics/traced.ts';
import { IDENTIFIER_RULE, isIdentifier, isValueOf } from '../../platform/identifier.ts';
import type { PromptSpec } from '../contract/prompt.ts';
import type { App } from '../engine/app.ts';
import { completionValues, readError, tryRead } from '../engine/read.ts';
import { callerText } from '../engine/redact.ts';
import { offeredResources } from './resources.ts';

/** The prompts whose tools the session offers. */
export function offeredPrompts(app: App): readonly PromptSpec[] {
  return app.catalogue.prompts.filter((prompt) => prompt.tools.every(app.selection.has));
}

/** Serves `prompts/list` and `prompts/get`. An unknown prompt or invalid arguments are -32602. */
export function handlePrompts(app: App, server: Server): void {
  const prompts = offeredPrompts(app);

  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.map(({ name, description, isRequired }) => ({ name, description, required: isRequired })),
    })),
  }));

  server.setRequestHandler('prompts/get', async (request, context) => {
    const prompt = prompts.find(({ name }) => name === request.params.name);
    if (prompt === undefined) throw invalid(`There is no prompt "${callerText(request.params.name)}".`);
    const traced = tracedRequest();
    if (traced !== undefined) traced.prompt = prompt.name;
    const args = checkedArguments(prompt, request.params.arguments ?? {});
    const subject = { kind: 'prompt', name: prompt.name } as const;
    const reader = { auth: context.http?.authInfo, signal: context.mcpReq.signal };
    const ended = await tryRead(app, subject, reader, async (reading) => prompt.text(args, reading));
    if (ended.kind === 'error') throw readError(app, ended);
    if (ended.kind === 'question') throw new Error(`the prompt ${prompt.name} asks the human`);
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: app.redactor.text(ended.value) } }],
    };
  });
}

/** All arguments of prompts are identifiers or short words: nothing else gets into the text. */
function checkedArguments(prompt: PromptSpec, args: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, isRequired } of prompt.arguments) {
    const value = Object.hasOwn(args, name) ? (args[name] ?? '').trim() : '';
    if (value === '' && isRequired) throw invalid(`The prompt ${prompt.name} needs ${name}.`);
    if (value === '') continue;
    if (!isIdentifier(value)) throw invalid(`${name} must be an id: ${IDENTIFIER_RULE}`);
    values[name] = value;
  }
  const unknown = Object.keys(args).filter((name) => !prompt.arguments.some((argument) => argument.name === name));
  const named = unknown.slice(0, 5).map((name) => `"${callerText(name)}"`);
  if (named.length > 0) throw invalid(`The prompt ${prompt.name} takes no ${named.join(', ')}.`);
  return values;
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** The protocol's limit of values in one result. */
const MAX_VALUES = 100;

/** Serves `completion/complete` with ids that begin with the typed text, or whose description contains it. */
export function handleCompletion(app: App, server: Server): void {
  server.setRequestHandler('completion/complete', async (request, { http }) => {
    const { ref, argument, context } = request.params;
    const isOfPrompt = ref.type === 'ref/prompt';
    const of = isOfPrompt ? ref.name : ref.uri;
    const prompt = isOfPrompt ? offeredPrompts(app).find(({ name }) => name === of) : undefined;
    const resource = isOfPrompt ? undefined : offeredResources(app).find(({ uri }) => uri === of);
    const completers = new Map([
      ...(prompt?.arguments ?? []).map(({ name, complete }) => [name, complete] as const),
      ...Object.entries(resource?.complete ?? {}),
    ]);
    const completer = completers.get(argument.name);
    if (completer === undefined) return { completion: { values: [] } };
    // Only what it takes: values are kept by the other arguments, and a caller could send megabytes of them.
    const chosen = Object.fromEntries(
      Object.entries(context?.arguments ?? {}).filter(([name, value]) => completers.has(name) && isIdentifier(value)),
    );
    const asked = { name: argument.name, of, chosen };
    const all = await completionValues(app, asked, completer, http?.authInfo);
    const typed = argument.value.trim().toLowerCase();
    const matching = all.filter(({ value, about }) => {
      // Only ids: a name could contain anything, and completions have no marks.
      if (!isValueOf(argument.name, value)) return false;
      // An id that is a secret is left out: its completion would confirm a prefix.
      if (app.redactor.text(value) !== value) return false;
      return value.toLowerCase().startsWith(typed) || about?.visible.toLowerCase().includes(typed) === true;
    });
    const distinct = [...new Set(matching.map(({ value }) => value))];
    const values = distinct.slice(0, MAX_VALUES);
    return { completion: { values, total: distinct.length, hasMore: distinct.length > values.length } };
  });
}
