/** The definitions of tools, as hosts get them: reviewed like code, small, flat, and truthful about the effect. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { costOfTools, MANY_TOKENS, MOST_TOKENS, tokensOf } from '../../src/cli/doctor/tools.ts';
import { MAX_COMMENT } from '../../src/mcp/contract/question.ts';
import { TOOLSETS } from '../../src/mcp/contract/tool.ts';
import { createApp } from '../../src/mcp/engine/app.ts';
import { argumentsOf, definitionOf, schemaOf } from '../../src/mcp/engine/definition.ts';
import { instructions } from '../../src/mcp/engine/instructions.ts';
import { repair } from '../../src/mcp/engine/repair-arguments.ts';
import { isObject, object } from '../../src/platform/parse/coerce.ts';
import { parseFlags } from '../../src/settings/flags.ts';
import { readSettings } from '../../src/settings/read.ts';
import { ROOT } from '../support/build.ts';
import { opened } from '../support/opened.ts';

function appWith(...flags: string[]) {
  const { values } = readSettings({}, parseFlags(['--log-level', 'silent', ...flags]));
  const app = createApp(values, catalogue, () => Promise.reject(new Error('nothing is called here')));
  opened.push(() => app.close());
  return app;
}
const all = appWith('--toolsets', 'all');
const definitions = (app: ReturnType<typeof appWith>) => app.selection.tools.map((tool) => definitionOf(app, tool));

/** Names of the arguments without a description, those of nested objects as `items[].status`. */
function undescribed(schema: unknown, at = ''): string[] {
  if (!isObject(schema)) return [];
  const inside = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    ...inside.flatMap(([name, property]) => {
      const path = `${at}${at === '' ? '' : '.'}${name}`;
      const said = isObject(property) && typeof property.description === 'string' ? property.description : '';
      return [...(/\w/.test(said) ? [] : [path]), ...undescribed(property, path)];
    }),
    ...undescribed(schema.items, `${at}[]`),
  ];
}
/** Where an object would take keys that it doesn't name: strict modes refuse the whole tool. */
function openObjects(schema: unknown, at = ''): string[] {
  if (!isObject(schema)) return [];
  const inside = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const isOpen = schema.type === 'object' && !(isObject(schema.properties) && schema.additionalProperties === false);
  return [
    ...(isOpen ? [at === '' ? 'the root' : at] : []),
    ...inside.flatMap(([name, property]) => openObjects(property, `${at}.${name}`)),
    ...openObjects(schema.items, `${at}[]`),
  ];
}
const allUndescribed = (app: ReturnType<typeof appWith>): string[] =>
  definitions(app).flatMap(({ name, inputSchema }) => undescribed(inputSchema).map((path) => `${name} ${path}`));

/** Tools that make a model work, or reach an endpoint: what they cause isn't the platform's alone. */
const OPEN_WORLD = [
  'approve_thread',
  'create_thread',
  'decide_approvals',
  'evaluate_thread',
  'resume_thread',
  'send_assistant_message',
  'send_thread_message',
  'test_tool',
];

/** The subject of the first sentence, if it is not the last word of the name. */
const SUBJECTS: Readonly<Record<string, string>> = {
  check_health: 'platform answers',
  decide_approvals: 'waiting thread',
  list_pending_approvals: 'human decision',
};

describe('tool definitions', () => {
  it.each(definitions(all).map((definition) => [definition.name, definition] as const))(
    '%s is unchanged since it was reviewed',
    async (name, definition) => {
      await expect(`${JSON.stringify(definition, undefined, 2)}\n`).toMatchFileSnapshot(
        `__snapshots__/tools/${name}.json`,
      );
    },
  );

  it('leave no snapshot of a tool that was removed', () => {
    const reviewed = readdirSync(new URL('__snapshots__/tools', import.meta.url));
    const known = definitions(all).map(({ name }) => `${name}.json`);
    expect(reviewed.filter((file) => !known.includes(file))).toEqual([]);
  });

  it.each([
    ['default', MANY_TOKENS, 22],
    ['all', MOST_TOKENS, 50],
  ])('toolsets %s take at most %i tokens for at least %i tools', (toolsets, budget, atLeast) => {
    const app = appWith('--toolsets', toolsets);
    const rows = app.selection.tools.map((tool) => `${String(tokensOf(app, tool)).padStart(6)}  ${tool.name}`);
    const { count, tokens: total } = costOfTools(app);
    process.stderr.write(`tools/list, toolsets ${toolsets}: ${total} tokens (at most ${budget})\n${rows.join('\n')}\n`);
    expect(count).toBeGreaterThanOrEqual(atLeast);
    expect(total).toBeLessThanOrEqual(budget);
  });

  it.each(['README.md', 'docs/performance.md'])('take as many tokens by default as %s says', (page) => {
    const said = [...readFileSync(ROOT + page, 'utf8').matchAll(/(?:default tools|tools\/list).*?([\d,]+) tokens/g)];
    expect(said.map(([, figure]) => figure)).toEqual([MANY_TOKENS.toLocaleString('en-US')]);
  });

  it('are counted by toolset: a toolset that is off costs nothing', () => {
    const cost = (toolset: string) => costOfTools(appWith('--toolsets', toolset)).tokens;
    const costs = Object.entries(TOOLSETS).map(([toolset, { isDefault }]) => ({
      toolset,
      isDefault,
      n: cost(toolset),
    }));
    const rows = costs.map(
      ({ toolset, isDefault, n }) => `${String(n).padStart(6)}  ${toolset}${isDefault ? '' : ' (off)'}`,
    );
    process.stderr.write(`tools/list by toolset, in tokens:\n${rows.join('\n')}\n`);
    expect(costs.filter(({ n }) => n === 0)).toEqual([]);
    const byDefault = costs.filter(({ isDefault }) => isDefault).reduce((sum, { n }) => sum + n, 0);
    // With a toolset alone, descriptions leave out the sentences that name tools of others.
    expect(byDefault).toBeLessThanOrEqual(cost('default'));
  });

  it.each(definitions(all).map((definition) => [definition.name, definition] as const))(
    '%s meets the limits of every host',
    (name, definition) => {
      expect(`mcp__agent-platform__${name}`.length).toBeLessThan(64);
      expect(JSON.stringify(definition)).not.toContain('9007199254740991');
      expect(definition.title).toBeTruthy();
    },
  );

  it.each(definitions(all).map((definition) => [definition.name, definition] as const))(
    '%s passes the strict mode of OpenAI: every object names all its keys, and is closed',
    (_name, { inputSchema }) => {
      expect(openObjects(inputSchema)).toEqual([]);
    },
  );

  it('accept an object or its JSON text where any keys are allowed', () => {
    const free = definitions(all).flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {}).flatMap(([key, property]) =>
        isObject(property) && String(property.description).endsWith('JSON object.')
          ? [`${name}.${key} ${property.type}`]
          : [],
      ),
    );
    expect(free).toContain('test_tool.parameters string');
    expect(free).toContain('search_threads.metadata string');
    const tool = all.selection.find('search_threads');
    if (tool === undefined) throw new Error('it is offered');
    for (const metadata of ['{"a":1}', { a: 1 }]) {
      expect(schemaOf(all, tool).parse(repair({ metadata }, argumentsOf(all, tool)))).toMatchObject({
        metadata: { a: 1 },
      });
    }
  });

  it.each(definitions(all).map(({ name, description = '' }) => [name, description] as const))(
    '%s can be found by its name and first sentence, and survives hosts that truncate at 2 KB',
    (name, description) => {
      expect(Buffer.byteLength(description)).toBeLessThanOrEqual(2_048);
      const [first = ''] = description.split(/(?<=[.!?])\s/);
      const wanted = `${first.length} characters, not 21 to 260: the first sentence says what the tool does`;
      expect([name, first.length > 20 && first.length <= 260 ? '' : wanted]).toEqual([name, '']);
      // A search by the subject finds it in the sentence, too.
      const subject = SUBJECTS[name] ?? (name.split('_').at(-1) ?? '').replace(/s$/, '');
      expect(first.toLowerCase()).toContain(subject);
    },
  );

  it.each(all.selection.tools.map((tool) => [tool.name, tool] as const))(
    '%s declares all hints that directories require, in line with its effect',
    (_name, tool) => {
      const { idempotentHint = true, ...hints } = definitionOf(all, tool).annotations ?? {};
      const isRead = tool.effect === 'read';
      expect(hints).toEqual({
        readOnlyHint: isRead,
        openWorldHint: OPEN_WORLD.includes(tool.name),
        ...(isRead ? {} : { destructiveHint: tool.effect === 'destructive' }),
      });
      expect(idempotentHint).toBe(true);
    },
  );

  it('describe every argument', () => {
    expect(allUndescribed(all)).toEqual([]);
  });

  it.each([
    ['dates', /date$/i, /YYYY-MM-DD/],
    ['months', /month$/i, /YYYY-MM/],
    [
      'objects with free keys',
      /^(?:metadata|context|parameters|assistantSpecialization|authenticationConfig)$/,
      /JSON/,
    ],
  ])('state the format of %s', (_what, name, form) => {
    const found = definitions(all).flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties ?? {}).filter(([key]) => name.test(key)),
    );
    expect(found).not.toEqual([]);
    for (const [key, property] of found)
      expect([key, object(property).description]).toEqual([key, expect.stringMatching(form)]);
  });

  it('a first sentence is self-contained: it names no other tool', () => {
    for (const { name, description = '' } of definitions(all)) {
      const [first = ''] = description.split(/(?<=[.!?])\s/);
      const named = catalogue.tools.filter((tool) => tool.name !== name && first.includes(tool.name));
      expect([name, named.map((tool) => tool.name)]).toEqual([name, []]);
    }
  });

  it('the tool that shows whether a write took effect is one that reads', () => {
    const reads = catalogue.tools.filter(({ effect }) => effect === 'read').map(({ name }) => name);
    const named = catalogue.tools.filter(({ lookups }) => lookups !== undefined);
    expect(named.length).toBeGreaterThan(20);
    for (const { name, effect, lookups = [] } of named) {
      expect([name, effect === 'read', lookups.filter((lookup) => !reads.includes(lookup))]).toEqual([name, false, []]);
    }
  });
});

const SELECTIONS = [
  ['--toolsets', 'default'],
  ['--toolsets', 'all', '--sandbox', '--dry-run'],
  ['--toolsets', 'threads'],
  ['--toolsets', 'docs,costs'],
  ['--read-only'],
  ['--tools', 'approve_thread'],
  ['--exclude-tools', 'get_thread,list_agents,wait_for_thread,list_pending_approvals'],
];

describe.each(SELECTIONS.map((flags) => [flags.join(' '), flags] as const))('with %s', (_title, flags) => {
  const app = appWith(...flags);
  const missing = catalogue.tools.map(({ name }) => name).filter((name) => !app.selection.has(name));

  it('no description names a tool that this session lacks', () => {
    const shown = JSON.stringify(definitions(app));
    expect(missing.filter((name) => new RegExp(`\\b${name}\\b`).test(shown))).toEqual([]);
  });

  it('every argument is described, even one whose description mentions a missing tool', () => {
    expect(allUndescribed(app)).toEqual([]);
  });

  it('the instructions match the tools, keep to their limit, and make sense when cut at 512 characters', () => {
    const text = instructions(app);
    expect(missing.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
    expect(text.slice(0, 512)).toContain('⟦ and ⟧');
    expect(text.slice(0, 512)).toMatch(/\.(\s|$)/);
  });
});

it('the instructions mention nothing that only a missing tool or resource does', () => {
  const text = instructions(appWith('--toolsets', 'costs'));
  expect(text).not.toMatch(/[Ss]earch chats|[Tt]ry a tool|documentation pages/);
});

describe('the comment of a decision', () => {
  it.each(['approve_thread', 'decide_approvals'])(
    'has the same limit in the definition of %s as when it is checked',
    (name) => {
      const definition = JSON.stringify(definitions(all).find((one) => one.name === name)?.inputSchema);
      expect(definition).toMatch(new RegExp(`"comment":\\{[^{}]*"maxLength":${MAX_COMMENT}[,}]`));
    },
  );
});
