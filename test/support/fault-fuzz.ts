/** Generated inputs to every tool, resource, prompt and list of the built server, over real stdio. */
import {
  CallToolResultSchema,
  CompleteResultSchema,
  GetPromptResultSchema,
  JSONRPCErrorResponseSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import fc from 'fast-check';
import { anyCodePoints } from './any-text.ts';
import { platformEnv } from './clients.ts';
import { startFaultPlatform } from './fault-platform.ts';
import { open, type RawServer, type RpcMessage, startRaw } from './raw-stdio.ts';

type Json = Readonly<Record<string, unknown>>;
interface Target {
  readonly name: string;
  readonly method: string;
  readonly params: fc.Arbitrary<unknown>;
  /** Throws where the result is not what the protocol has. */
  check(result: unknown): void;
}

interface FuzzReport {
  readonly inputs: number;
  readonly targets: number;
  readonly problems: readonly string[];
}

/** Requests under way at once. */
const WIDTH = 24;

export async function fuzz(inputs: number, seed: number): Promise<FuzzReport> {
  const platform = await startFaultPlatform();
  const server = startRaw({
    env: {
      ...platformEnv(platform),
      AGENT_PLATFORM_TOOLSETS: 'all',
      AGENT_PLATFORM_APPROVALS: 'off',
      AGENT_PLATFORM_MAX_WAIT_SECONDS: '1',
      AGENT_PLATFORM_TIMEOUT_MS: '5000',
    },
  });
  const problems: string[] = [];
  let sent = 0;
  try {
    await open(server, 'legacy');
    const targets = await targetsOf(server);
    const each = Math.ceil(inputs / targets.length);
    const queue = targets.flatMap((target) =>
      fc.sample(target.params, { numRuns: each, seed }).map((params) => ({ target, params })),
    );
    const worker = async (): Promise<void> => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
        sent++;
        const problem = await tryOne(server, item.target, item.params);
        if (problem !== undefined) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
    for (const line of server.stray) problems.push(`stray line: ${line.slice(0, 200)}`);
    if (server.stderr() !== '') problems.push(`stderr: ${server.stderr().slice(0, 1000)}`);
    if (platform.strays.length > 0) problems.push(`requests to nowhere: ${platform.strays.slice(0, 5).join(', ')}`);
    return { inputs: sent, targets: targets.length, problems };
  } finally {
    await server.kill();
    await platform.close();
  }
}

async function tryOne(server: RawServer, target: Target, params: unknown): Promise<string | undefined> {
  const shown = `${target.name} ${JSON.stringify(params)?.slice(0, 300)}`;
  let answer: RpcMessage;
  try {
    answer = await server.request(target.method, params, 120_000);
  } catch (error) {
    return `${shown}: ${String(error)}`;
  }
  try {
    if (answer.error === undefined) target.check(answer.result);
    else JSONRPCErrorResponseSchema.parse(answer);
  } catch (error) {
    return `${shown}: ${String(error).slice(0, 300)} in ${JSON.stringify(answer).slice(0, 300)}`;
  }
  const text = JSON.stringify(answer);
  const bug = /This server failed internally|Maximum call stack|Cannot read properties|is not a function|"code":-32603/;
  return bug.test(text) ? `${shown}: ${text.slice(0, 300)}` : undefined;
}

/** Values that have broken things before. */
const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '..',
  '%2e%2e%2f',
  ['$', '{AGENT_PLATFORM_TOKEN}'].join(''),
  '\u0000',
  '\ud800',
  '⟦x⟧',
  'x'.repeat(5_000),
  '{"a":1}',
  '2026-02-30',
);
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>, anyCodePoints());
const ids = fc.constantFrom(
  'running',
  'paused',
  'waiting',
  'agent-1',
  'server-1',
  'tool-1',
  'chat-1',
  'support',
  'start',
);

/** A value that a property's schema allows, more or less. */
function fittingValue(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(fc.integer({ min: 0, max: 120 }), fc.double());
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(fittingValue((schema.items ?? {}) as Json), { maxLength: 4 });
  if (schema.type === 'object') return fc.dictionary(fc.string(), anything, { maxKeys: 4 });
  return fc.oneof(ids, fc.string({ minLength: 1 }));
}

/** Arguments from right to wrong: as the schema has them, partly replaced, with more keys, or anything at all. */
function argumentsOf(schema: Json): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>;
  const required = (Array.isArray(schema.required) ? schema.required : []) as string[];
  const fitting = fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, fittingValue(property)])),
    { requiredKeys: required.filter((key) => key in properties) },
  );
  const bent = fc.record(Object.fromEntries(Object.keys(properties).map((key) => [key, anything])), {
    requiredKeys: [],
  });
  const more = fc.tuple(fitting, fc.dictionary(fc.string(), anything, { maxKeys: 3 }));
  return fc.oneof(
    { arbitrary: fitting, weight: 3 },
    { arbitrary: fc.tuple(fitting, bent).map(([a, b]) => ({ ...a, ...b })), weight: 3 },
    more.map(([a, b]) => ({ ...b, ...a })),
    fitting.map((args) =>
      JSON.parse(JSON.stringify(args, (_, part) => (typeof part === 'number' ? String(part) : part))),
    ),
    anything,
  );
}

async function targetsOf(server: RawServer): Promise<Target[]> {
  const validator = new AjvJsonSchemaValidator();
  const { tools } = ListToolsResultSchema.parse((await server.request('tools/list')).result);
  const { prompts } = ListPromptsResultSchema.parse((await server.request('prompts/list')).result);
  const { resourceTemplates } = ListResourceTemplatesResultSchema.parse(
    (await server.request('resources/templates/list')).result,
  );
  const uris = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
  const calls = tools.map(({ name, inputSchema, outputSchema }): Target => {
    const isValid =
      outputSchema && validator.getValidator(outputSchema as Parameters<typeof validator.getValidator>[0]);
    return {
      name,
      method: 'tools/call',
      params: argumentsOf(inputSchema).map((args) => ({ name, arguments: args })),
      check(result) {
        const { isError, structuredContent } = CallToolResultSchema.parse(result);
        if (isError || !isValid) return;
        const checked = isValid(structuredContent);
        if (!checked.valid) throw new Error(`structured content: ${checked.errorMessage}`);
      },
    };
  });
  const text = fc.oneof(ids, fc.string(), nasty);
  const uri = fc.tuple(fc.constantFrom(...uris, 'agent-platform://approvals/pending', 'file:///{x}', '{x}'), text);
  const filled = uri.map(([template, value]) => template.replaceAll(/\{[^}]+\}/g, String(value)));
  const promptCalls = prompts.map(({ name, arguments: args = [] }): Target => {
    const fields = Object.fromEntries(args.map((argument) => [argument.name, fc.oneof(ids, fc.string(), nasty)]));
    const given = fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.dictionary(fc.string(), fc.string()), anything);
    return {
      name: `prompt ${name}`,
      method: 'prompts/get',
      params: given.map((values) => ({ name, arguments: values })),
      check: (result) => void GetPromptResultSchema.parse(result),
    };
  });
  const ref = fc.oneof(
    fc.constantFrom(...prompts).map(({ name }) => ({ type: 'ref/prompt', name })),
    fc.constantFrom(...uris).map((template) => ({ type: 'ref/resource', uri: template })),
    anything,
  );
  const names = fc.constantFrom('agentId', 'threadId', 'slug', 'toolServerId', '__proto__', 'constructor');
  const cursor = fc.oneof(fc.record({ cursor: anything }), anything);
  const list = (method: string, schema: { parse(value: unknown): unknown }): Target => ({
    name: method,
    method,
    params: cursor,
    check: (result) => void schema.parse(result),
  });
  return [
    ...calls,
    ...promptCalls,
    ...uris.map(
      (template): Target => ({
        name: `resource ${template}`,
        method: 'resources/read',
        params: fc.oneof(
          text.map((value) => ({ uri: template.replaceAll(/\{[^}]+\}/g, String(value)) })),
          filled.map((value) => ({ uri: value })),
          anything,
        ),
        check: (result) => void ReadResourceResultSchema.parse(result),
      }),
    ),
    {
      name: 'any tool',
      method: 'tools/call',
      params: fc.oneof(fc.record({ name: anything, arguments: anything }), anything),
      check: (result) => void CallToolResultSchema.parse(result),
    },
    {
      name: 'completion',
      method: 'completion/complete',
      params: fc.record({ ref, argument: fc.record({ name: names, value: text }) }),
      check: (result) => void CompleteResultSchema.parse(result),
    },
    list('resources/list', ListResourcesResultSchema),
    list('tools/list', ListToolsResultSchema),
    list('prompts/list', ListPromptsResultSchema),
  ];
}
