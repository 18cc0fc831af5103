/**
 * Writes the documents that are made from the code: docs/tools.md, docs/settings.md and the marked tables of README.md.
 * With --check it writes nothing and exits with 1 when one of them is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../src/catalogue.ts';
import { costOfTools } from '../src/cli/doctor/tools.ts';
import { INSTALLATION, IS_PUBLISHED } from '../src/cli/installation.ts';
import { isTemplate } from '../src/mcp/contract/resource.ts';
import { TOOLSETS, type Tool, type Toolset } from '../src/mcp/contract/tool.ts';
import { type App, createApp } from '../src/mcp/engine/app.ts';
import { definitionOf } from '../src/mcp/engine/definition.ts';
import { parseFlags } from '../src/settings/flags.ts';
import { readSettings } from '../src/settings/read.ts';
import { ENV_PREFIX, envName, SETTING_NAMES, SETTINGS, type SettingSpec, specOf } from '../src/settings/table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
/** What a session with these toolsets offers. */
function appWith(toolsets: string): App {
  const settings = readSettings({}, parseFlags(['--toolsets', toolsets])).values;
  return createApp(settings, catalogue, () => Promise.reject(new Error('nothing is called here')));
}
const app = appWith('all');
const toolsets = Object.keys(TOOLSETS) as Toolset[];
const toolsOf = (toolset: Toolset): readonly Tool[] => catalogue.tools.filter((tool) => tool.toolset === toolset);

const GENERATED = '<!-- Made by `npm run generate`; change the code, not this page. -->';

/** A table cell: no line breaks, no bars. */
const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

function toolsPage(): string {
  const sections = toolsets.map((toolset) => {
    const { title, isDefault } = TOOLSETS[toolset];
    const tools = toolsOf(toolset).map(toolSection).join('\n');
    const state = isDefault ? 'On by default.' : 'Off by default.';
    const words = `${title.charAt(0).toUpperCase()}${title.slice(1)}.`;
    return `## ${toolset}\n\n${words} ${state} Its definitions take about ${tokensOf(toolset)} tokens.\n\n${tools}`;
  });
  const sums = `The default toolsets take about ${count(costOfTools(appWith('default')).tokens)} tokens of a model's context, all of them ${count(costOfTools(app).tokens)}; \`agent-platform-mcp doctor\` counts yours.`;
  return `${GENERATED}\n# Tools\n\nEffects: **read** changes nothing, **write** creates or runs something, **destructive** decides, changes or deletes; where the host can ask, the human is asked first before a decision, an ending or a deletion.\n\n${sums}\n\n${sections.join('\n')}`;
}

/** What a toolset adds to the default ones, or is part of them: a definition names no tool that its session lacks. */
function tokensOf(toolset: Toolset): string {
  const { toolsets } = costOfTools(appWith(`default,${toolset}`));
  return count(toolsets.find((cost) => cost.toolset === toolset)?.tokens ?? 0);
}
const count = (tokens: number): string => tokens.toLocaleString('en');

function toolSection(tool: Tool): string {
  const { name, title, description, inputSchema } = definitionOf(app, tool);
  const required = inputSchema.required ?? [];
  const rows = Object.entries(inputSchema.properties ?? {}).map(([key, property]) => {
    return `| \`${key}\`${required.includes(key) ? ' (required)' : ''} | ${cell(allowed(property))} | ${cell(wordsOf(property))} |`;
  });
  const table = rows.length > 0 ? `| Argument | Takes | |\n|---|---|---|\n${rows.join('\n')}\n` : 'No arguments.\n';
  return `### \`${name}\`\n\n**${title}** (${tool.effect}). ${description}\n\n${table}`;
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const wordsOf = (property: unknown): string => String(record(property).description ?? '');

function allowed(property: unknown): string {
  const { type, enum: choices, minimum, maximum, default: standard, format } = record(property);
  const range =
    minimum === undefined || maximum === undefined
      ? [minimum !== undefined && `, at least ${minimum}`, maximum !== undefined && `, at most ${maximum}`]
      : [` ${minimum} to ${maximum}`];
  const what = Array.isArray(choices)
    ? choices.map((choice) => `\`${choice}\``).join(', ')
    : `${format ?? type ?? 'any'}${range.filter(Boolean).join('')}`;
  return standard === undefined ? what : `${what}; default ${JSON.stringify(standard)}`;
}

/** One row a toolset, so that the README stays short; docs/tools.md has each tool in full. */
function toolsTable(): string {
  const rows = toolsets.map((toolset) => {
    const { title, isDefault } = TOOLSETS[toolset];
    const names = toolsOf(toolset).map(({ name, effect }) => `\`${name}\`${MARKS[effect]}`);
    return `| ${toolset}${isDefault ? '' : ' (off)'} | ${title} | ${names.join(', ')} |`;
  });
  return `| Toolset | For | Tools (¹ writes, ² decides, changes or deletes) |\n|---|---|---|\n${rows.join('\n')}`;
}

const MARKS = { read: '', write: '¹', destructive: '²' } as const;

/** Links that hosts open to add it. VS Code asks for the token; Cursor takes it from its environment. */
function installLinks(): string {
  const server = INSTALLATION.start;
  const env = { [envName('baseUrl')]: 'https://platform.example.com' };
  const id = 'agent-platform-token';
  const inputs = [{ type: 'promptString', id, description: 'Token of the agent platform', password: true }];
  const code = JSON.stringify({ ...server, env: { ...env, [envName('token')]: `\${input:${id}}` } });
  const cursor = JSON.stringify({ ...server, env: { ...env, [envName('token')]: `\${env:${envName('token')}}` } });
  const vscode = `https://insiders.vscode.dev/redirect/mcp/install?name=agent-platform&inputs=${encodeURIComponent(JSON.stringify(inputs))}&config=${encodeURIComponent(code)}`;
  const deeplink = `https://cursor.com/en/install-mcp?name=agent-platform&config=${encodeURIComponent(Buffer.from(cursor).toString('base64'))}`;
  const first = IS_PUBLISHED
    ? 'These add it with a click:'
    : `The package isn't on npm yet. Install it from the checkout first, \`npm pack && ${INSTALLATION.install}\`;\nthen these links add the installed command:`;
  return `${first}\n\n[Install in VS Code](${vscode}) · [Install in Cursor](${deeplink})`;
}

function resourcesTable(): string {
  const rows = catalogue.resources.map(
    (resource) =>
      `| \`${resource.uri}\` | ${isTemplate(resource) ? 'template' : 'fixed'} | ${cell(resource.description)} |`,
  );
  return `| Resource | | |\n|---|---|---|\n${rows.join('\n')}`;
}

function promptsTable(): string {
  const rows = catalogue.prompts.map(({ name, description, arguments: args }) => {
    const names = args.map((argument) => `\`${argument.name}\`${argument.isRequired ? '' : ' (optional)'}`).join(', ');
    return `| \`${name}\` | ${names} | ${cell(description)} |`;
  });
  return `| Prompt | Arguments | |\n|---|---|---|\n${rows.join('\n')}`;
}

function settingsTable(command: SettingSpec['command']): string {
  const all: readonly SettingSpec[] = Object.values(SETTINGS);
  const specs = all.filter((spec) => spec.command === command);
  const rows = specs.map(({ env, flag, help, fallback, choices }) => {
    const standard = fallback === undefined ? '' : `\`${fallback}\``;
    const values = choices ? ` (${choices.map((choice) => `\`${choice}\``).join(', ')})` : '';
    return `| \`${ENV_PREFIX}${env}\` | ${flag ? `\`--${flag}\`` : 'never a flag'} | ${standard} | ${cell(help)}${values} |`;
  });
  return `| Variable | Flag | Default | |\n|---|---|---|---|\n${rows.join('\n')}`;
}

/** What most people set; docs/settings.md has the rest, with flags and defaults. */
function mainSettings(): string {
  const names = SETTING_NAMES.filter((name) => specOf(name).isCommon);
  const rows = names.map((name) => `| \`${envName(name)}\` | ${cell(specOf(name).help)} |`);
  return `| Variable | |\n|---|---|\n${rows.join('\n')}`;
}

function settingsPage(): string {
  return `${GENERATED}\n# Settings\n\nEach is an environment variable or a flag; a flag wins. An empty value and a literal \`\${...}\`, as hosts leave them where nothing was filled in, both mean unset. A value that does not fit is an error at start that names what is allowed. A switch such as \`--read-only\` is turned off with \`--read-only=false\` or \`--no-read-only\`.\n\n${settingsTable(undefined)}\n\n## Of the http command alone\n\nSee [team-server.md](team-server.md).\n\n${settingsTable('http')}\n`;
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
function fill(page: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`There is no <!-- ${name} --> … <!-- /${name} --> to fill.`);
  return `${page.slice(0, start + open.length)}\n${content}\n${page.slice(end)}`;
}

function readme(): string {
  const tables = {
    tools: toolsTable(),
    resources: resourcesTable(),
    prompts: promptsTable(),
    settings: mainSettings(),
    links: installLinks(),
  };
  return Object.entries(tables).reduce((page, [name, table]) => fill(page, name, table), read('README.md'));
}

function read(file: string): string {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch {
    return '';
  }
}

let isStale = false;
for (const [file, content] of Object.entries({
  'docs/tools.md': toolsPage(),
  'docs/settings.md': settingsPage(),
  'README.md': readme(),
})) {
  if (read(file) === content) continue;
  isStale = true;
  if (!isCheck) writeFileSync(`${root}${file}`, content);
  process.stderr.write(`${file} ${isCheck ? 'is stale: run npm run generate' : 'written'}\n`);
}
if (isCheck && isStale) process.exitCode = 1;
