/** The files for directories that list servers, from the owner's facts, the tools and the cases for reviewers. */
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import * as z from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { catalogue } from '../src/cli/catalogue.ts';
import type { Tool } from '../src/mcp/contract/tool.ts';
import { createApp } from '../src/mcp/engine/app.ts';
import { definitionOf } from '../src/mcp/engine/definition.ts';
import { isObject } from '../src/platform/parse/coerce.ts';
import { parseFlags } from '../src/settings/flags.ts';
import { readSettings } from '../src/settings/read.ts';
import { envName, specOf } from '../src/settings/table.ts';
import { ASKED, defaultTools, firstSentence, formName } from './manifest-json.ts';
import { owner } from './owner.ts';
import { DESCRIPTION, TITLE } from './server-json.ts';
import { ROOT } from './write-generated.ts';

const { name } = manifest;
/** At most 30 characters, for ChatGPT. */
const SUBTITLE = 'Decide what AI agents do next';
const LONG_DESCRIPTION =
  'Your agents stop and ask; you answer in the assistant you already use. See what runs and what it costs, decide on waiting requests after reading them, talk to assistants, search chats and test tools. Where the host can ask, nothing is sent before you have chosen.';

const Call = z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });
const Cases = z.strictObject({
  positive: z.array(
    z.strictObject({
      description: z.string(),
      prompt: z.string(),
      calls: z.array(Call).min(1),
      expected: z.string(),
      /** What the last result has to contain on the sandbox. */
      shows: z.array(z.string()).min(1),
    }),
  ),
  negative: z.array(
    z.strictObject({
      description: z.string(),
      prompt: z.string(),
      expected: z.string(),
      /** A call that a model might invent, which has to be refused. */
      invented: Call,
    }),
  ),
});

/** directories/cases.json: what reviewers try, on the sandbox. */
export const cases = Cases.parse(JSON.parse(readFileSync(`${ROOT}directories/cases.json`, 'utf8')));

const { values } = readSettings({}, parseFlags([]));
const app = createApp(values, catalogue, () => Promise.reject(new Error('nothing is called here')));
const hintsOf = (tool: Tool) => ({
  readOnlyHint: tool.effect === 'read',
  openWorldHint: tool.isOpenWorld === true,
  destructiveHint: tool.effect === 'destructive',
});

/** server.yaml and tools.json of Docker's registry. Its pull request adds the commit to build. */
export function dockerFiles(): Readonly<Record<string, string>> {
  const image = `mcp/${name}`;
  const [secrets, others] = [true, false].map((isSecret) =>
    ASKED.filter((setting) => (specOf(setting).kind === 'secret') === isSecret),
  );
  const server = {
    ...{ name, image, type: 'server' },
    meta: { category: 'productivity', tags: ['agents', 'approvals', 'productivity'] },
    about: { title: TITLE, description: LONG_DESCRIPTION, icon: `${owner.repository}/raw/main/icons/light.png` },
    source: { project: owner.repository, branch: 'main' },
    config: {
      description: 'The platform, and what the assistant may do there. With the sandbox nothing else is needed.',
      secrets: secrets?.map((setting) => ({
        name: `${name}.${formName(setting)}`,
        env: envName(setting),
        example: `<${envName(setting)}>`,
      })),
      env: others?.map((setting) => ({
        name: envName(setting),
        example: specOf(setting).fallback ?? (setting === 'baseUrl' ? 'https://platform.example.com' : ''),
        value: `{{${name}.${formName(setting)}}}`,
      })),
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          (others ?? []).map((setting) => {
            const { help, fallback } = specOf(setting);
            const standard = fallback === undefined ? {} : { default: String(fallback) };
            return [formName(setting), { type: 'string', description: help, ...standard }];
          }),
        ),
      },
    },
  };
  const tools = defaultTools.map((tool) => {
    const { description, inputSchema } = definitionOf(app, tool);
    const args = Object.entries(inputSchema.properties ?? {}).flatMap(([argument, schema]) =>
      isObject(schema) ? [{ name: argument, type: String(schema.type), desc: String(schema.description) }] : [],
    );
    return { name: tool.name, description, arguments: args };
  });
  return {
    'directories/docker/server.yaml': stringify(server, { lineWidth: 0 }),
    'directories/docker/tools.json': jsonText(tools),
  };
}

/** glama.json: who may claim the entry. */
export const glamaJson = (): string =>
  jsonText({ $schema: 'https://glama.ai/mcp/schemas/server.json', maintainers: owner.glamaMaintainers });

/** The file that ChatGPT's submission form imports, schema version 1. */
export function chatGptJson(): string {
  const tools = defaultTools.map((tool) => {
    const hints = hintsOf(tool);
    return [tool.name, { annotations: hints, justifications: justificationsOf(tool, hints) }] as const;
  });
  const none = { file_attachment_urls: null, expected_output_url: null };
  return jsonText({
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      ...{ display_name: TITLE, subtitle: SUBTITLE, description: LONG_DESCRIPTION },
      category: 'PRODUCTIVITY',
    },
    tools: Object.fromEntries(tools),
    test_cases: cases.positive.map(({ description, prompt, calls, expected }) => ({
      ...{ description, user_prompt: prompt, expected_output: expected, ...none },
      tools_triggered: calls.map(({ tool }) => tool).join(', '),
    })),
    negative_test_cases: cases.negative.map(({ description, prompt, expected }) => ({
      ...{ description, user_prompt: prompt, expected_output: expected, ...none },
      tools_triggered: null,
    })),
  });
}

function justificationsOf(tool: Tool, hints: ReturnType<typeof hintsOf>): object {
  const what = firstSentence(tool);
  return {
    read_only_justification: hints.readOnlyHint
      ? `${what} Its requests to the platform change nothing.`
      : `${what} It changes the state of the platform, so it is not read-only.`,
    open_world_justification: hints.openWorldHint
      ? 'It makes a model work or calls an endpoint, which may have effects outside of the platform.'
      : 'It reaches the API of the configured platform alone, and nothing outside of it.',
    destructive_justification: hints.destructiveHint
      ? "It decides, changes, ends or deletes, which can't be undone. Where the host can ask, the human is asked before."
      : hints.readOnlyHint
        ? 'It changes nothing.'
        : 'It creates or runs something. It neither changes nor deletes what exists.',
  };
}

/** The answers to the form of Claude's directory of remote servers. */
export function claudeRemotePage(): string {
  const rows = defaultTools.map((tool) => {
    const { readOnlyHint, destructiveHint, openWorldHint } = hintsOf(tool);
    return `| \`${tool.name}\` | ${tool.title} | ${readOnlyHint} | ${destructiveHint} | ${openWorldHint} |`;
  });
  const tried = cases.positive.map(({ prompt, expected }, index) => `${index + 1}. *“${prompt}”* ${expected}`);
  return `<!-- Generated by \`npm run directories\`: change directories/owner.json, directories/cases.json or the code. -->
# Claude's directory of remote servers

| The form asks for | |
|---|---|
| Name | ${TITLE} |
| Tagline | ${DESCRIPTION} |
| Description | ${LONG_DESCRIPTION} |
| Server | ${owner.remoteUrl} |
| Transport | Streamable HTTP, without sessions |
| Sign-in | OAuth 2.1, by the issuer that the server names (RFC 9728) |
| Documentation | ${owner.repository} |
| Privacy policy | ${owner.privacyPolicy} |
| Support | ${owner.support} |
| Icon | \`icons/light.svg\`, \`icons/dark.svg\`, and as PNG |
| Test account | none is needed: \`http --sandbox --sandbox-people\` is a whole platform with made-up data and people |

## Tools

| Tool | Title | readOnlyHint | destructiveHint | openWorldHint |
|---|---|---|---|---|
${rows.join('\n')}

## What to try

On the sandbox:

${tried.join('\n')}
`;
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
