/**
 * The whole text of what people and models read, reviewed like code: `texts/<name>.txt`. After a deliberate change, `npx
 * vitest run --project fast test/golden -u` rewrites them.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { BUNDLE, textOf } from '../support/clients.ts';
import { raw, startDouble, TOKEN } from '../support/platform-double.ts';
import { openSandbox } from '../support/sandbox.ts';
import { OTHER_THREAD, scriptedPlatform, waitingThread } from '../support/scripted-platform.ts';
import { COMMAND_CASES, type CommandCase, NEXT_THREAD, PROMPT_CASES, TOOL_CASES, type ToolCase } from './cases.ts';
import { enter, type Situation, type SituationName } from './situations.ts';
import { stable } from './stable.ts';

const CLIENT_NAMES: readonly SituationName[] = ['reading', 'readOnly', 'scripted'];
const open = new Map<SituationName, Promise<Situation>>();
const sitting = (name: SituationName): Promise<Situation> => {
  const found = open.get(name) ?? enter(name, platform);
  open.set(name, found);
  return found;
};

const platform = await scriptedPlatform();
// Its threads stand still: doctor compares reads of them.
const sandbox = await openSandbox({ speed: 0 });
const page = await startDouble(raw(200, '<html>Welcome</html>', { 'content-type': 'text/html' }));
beforeEach(() => {
  platform.reset();
  platform.threads.set(OTHER_THREAD, { ...waitingThread(OTHER_THREAD), status: 'RUNNING' });
  platform.threads.set(NEXT_THREAD, waitingThread(NEXT_THREAD));
});

const fileOf = (name: string): string => `texts/${name}.txt`;
/** With every client and era that the case names. */
const each = <T extends { readonly at: SituationName | readonly SituationName[] }>(cases: readonly T[]) =>
  cases.flatMap((one) => [one.at].flat().map((at) => ({ ...one, at })));

/** The arguments, with reviewTokens. */
async function argumentsOf({ args = {}, reviewed = [] }: ToolCase, { client }: Situation) {
  const tokens: unknown[] = [];
  for (const threadId of reviewed) {
    const { structuredContent } = await client.callTool('get_thread', { threadId });
    tokens.push((structuredContent as { reviewToken?: unknown }).reviewToken);
  }
  if (!Array.isArray(args.items)) return { ...args, ...(tokens.length > 0 && { reviewToken: tokens[0] }) };
  return { ...args, items: args.items.map((item, index) => ({ ...item, reviewToken: tokens[index] })) };
}

describe('the result of a tool is unchanged', () => {
  it.each(each(TOOL_CASES))('$name ($at)', async (one) => {
    const situation = await sitting(one.at);
    if (one.rule !== undefined) platform.rule(...one.rule);
    situation.willAnswer(one.answer);
    const args = await argumentsOf(one, situation);
    const parts = [`${one.tool} ${JSON.stringify(args)}`];
    try {
      const result = await situation.client.callTool(one.tool, args);
      for (const question of situation.takeAsked()) parts.push('--- the human is asked', question);
      if (one.answer !== undefined) parts.push('--- and answers', JSON.stringify(one.answer), '');
      parts.push(result.isError ? '--- error' : '--- result', textOf(result));
      if (one.isStructured) parts.push('', '--- structured', JSON.stringify(result.structuredContent, undefined, 2));
    } catch (error) {
      parts.push('--- refused by the protocol', error instanceof Error ? error.message : String(error));
    }
    await expect(stable(parts.join('\n'))).toMatchFileSnapshot(fileOf(one.name));
  });
});

it.each(each(PROMPT_CASES))('the prompt $name is unchanged ($at)', async ({ name, at, prompt, args }) => {
  const { messages } = await (await sitting(at)).client.getPrompt(prompt, args);
  const texts = messages.map(({ role, content }) => `--- ${role}\n${content.type === 'text' ? content.text : ''}`);
  await expect(stable(texts.join('\n'))).toMatchFileSnapshot(fileOf(name));
});

it.each(CLIENT_NAMES)('the instructions are unchanged: %s', async (at) => {
  await expect(stable((await sitting(at)).client.instructions ?? '')).toMatchFileSnapshot(fileOf(`instructions-${at}`));
});

const environments: Readonly<Record<NonNullable<CommandCase['platform']>, () => Record<string, string>>> = {
  sandbox: () => ({ AGENT_PLATFORM_BASE_URL: sandbox.url, AGENT_PLATFORM_TOKEN: sandbox.token }),
  'wrong token': () => ({ AGENT_PLATFORM_BASE_URL: sandbox.url, AGENT_PLATFORM_TOKEN: TOKEN }),
  html: () => ({ AGENT_PLATFORM_BASE_URL: page.url, AGENT_PLATFORM_TOKEN: TOKEN }),
};

describe('the output of a command is unchanged', () => {
  // In this process, as if the built file had been started: commands name the file that a person runs.
  const [, started = ''] = process.argv;
  const { HOME } = process.env;
  beforeAll(() => {
    process.argv[1] = BUNDLE;
    // Without a token file, which doctor would name.
    process.env.HOME = '/nowhere/home';
  });
  afterAll(() => {
    process.argv[1] = started;
    process.env.HOME = HOME;
  });

  it.for(COMMAND_CASES)('$name', async ({ name, args, env, platform: at }) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run({
      args,
      env: { ...(at !== undefined && environments[at]()), ...env },
      print: (line) => out.push(line, '\n'),
      note: (line) => err.push(line, '\n'),
    });
    const parts = [`agent-platform-mcp ${args.join(' ')}`, `--- exit code ${code}`];
    if (out.length > 0) parts.push('--- stdout', out.join(''));
    if (err.length > 0) parts.push('--- stderr', err.join(''));
    await expect(stable(parts.join('\n'))).toMatchFileSnapshot(fileOf(name));
  });
});

it('no golden is left without a case', () => {
  const instructions = CLIENT_NAMES.map((at) => ({ name: `instructions-${at}` }));
  const known = [...TOOL_CASES, ...PROMPT_CASES, ...COMMAND_CASES, ...instructions].map(({ name }) => `${name}.txt`);
  expect(readdirSync(new URL('texts', import.meta.url)).sort()).toEqual([...known].sort());
});
