/**
 * Resources, prompts and completions take the path of a tool call: errors are explained and redacted, outcomes logged and
 * counted; and they only read.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../../src/cli/catalogue.ts';
import { defineTool, type ToolContext } from '../../src/mcp/contract/tool.ts';
import type { Catalogue } from '../../src/mcp/engine/app.ts';
import type { Outcome, Subject } from '../../src/mcp/engine/outcome.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { golden } from '../support/golden.ts';
import { type InProcess, inProcess } from '../support/in-process.ts';
import { json, type PlatformDouble, type Reply, startDouble } from '../support/platform-double.ts';

const TOKEN = 'platform-token-0123456789';
const THREAD = 'agent-platform://threads/t1';

let platform: PlatformDouble;
let session: InProcess;
let ends: { subject: Subject; outcome: Outcome }[];
let errors: string[];
let warnings: string[];

async function start(reply: Reply, offered: Catalogue = catalogue, settings: Record<string, string> = {}) {
  platform = await startDouble(reply);
  ends = [];
  errors = [];
  warnings = [];
  const ignore = (): void => undefined;
  session = await inProcess({ BASE_URL: platform.url, TOKEN, MAX_RETRIES: '0', ...settings }, offered, {
    observer: {
      ended: (subject, outcome) => ends.push({ subject, outcome }),
      attempt: ignore,
      gateWait: ignore,
      connectionWait: ignore,
      decided: ignore,
      waiting: ignore,
    },
    log: () => ({
      debug: ignore,
      info: ignore,
      warn: (message) => warnings.push(message),
      error: (message) => errors.push(message),
    }),
  });
}

const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing failed',
    (error: unknown) => String(error),
  );
const read = (uri: string): Promise<unknown> => session.client.readResource({ uri });

describe('a read that fails', () => {
  it('has the words of the tool call, without secrets, and is counted as the call is', async () => {
    await start(json(500, { message: `broken for ${TOKEN}` }));
    const { text } = await session.call('get_thread', { threadId: 't1' });
    expect(await failure(read(THREAD))).toContain(text);
    golden(text);
    expect(text).not.toContain(TOKEN);
    const outcome = { kind: 'failed', detail: 'http-500' };
    expect(ends).toEqual([
      { subject: { kind: 'tool', name: 'get_thread' }, outcome },
      { subject: { kind: 'resource', name: 'thread' }, outcome },
    ]);
    expect(errors).toEqual([]);
  });

  it('names the resource where the platform has none', async () => {
    await start(json(404, { message: 'no such thread' }));
    golden(await failure(read(THREAD)));
    expect(ends.map(({ outcome }) => outcome)).toEqual([{ kind: 'failed', detail: 'http-404' }]);
  });
});

describe('a tool behind a resource', () => {
  const pausing = (handle: (context: ToolContext) => Promise<unknown>): Catalogue => ({
    tools: [
      defineTool({
        name: 'get_thread',
        title: 'Get a thread',
        toolset: 'threads',
        effect: 'read',
        description: 'Says that it reads.',
        input: () => z.strictObject({ threadId: z.string() }),
        output: () => z.looseObject({}),
        handle: async (_args, context) => {
          await handle(context);
          return { summary: 'Done.' };
        },
      }),
    ],
    resources: catalogue.resources,
    prompts: [],
  });

  it.each([
    ['writes', {}, ({ call }: ToolContext) => call(operations.pauseThread, { path: { threadId: 't1' } })],
    [
      'writes in a dry run',
      { DRY_RUN: 'true' },
      ({ call }: ToolContext) => call(operations.pauseThread, { path: { threadId: 't1' } }),
    ],
    [
      'asks the human',
      {},
      ({ client }: ToolContext) => client.ask({ subject: 's', digest: 'd', page: () => ({ message: 'm', parts: [] }) }),
    ],
  ])('that %s is a bug: nothing is sent, and the log says where', async (_it, settings, handle) => {
    await start(json(200, {}), pausing(handle), settings);
    golden(await failure(read(THREAD)));
    expect(platform.requests).toEqual([]);
    expect(ends).toEqual([{ subject: { kind: 'resource', name: 'thread' }, outcome: { kind: 'bug' } }]);
    expect(errors).toEqual([expect.stringMatching(/^resource thread: Error: .*thread/)]);
  });
});

describe('the ids of threads', () => {
  it.each([
    { it: 'whose id cannot be one', other: '../../x', status: 200 },
    { it: 'that may not be read', other: 'other', status: 403 },
    { it: 'whose threads can’t be read', other: 'other', status: 500 },
  ])('are completed despite an agent $it', async ({ other, status }) => {
    const threads = [{ id: 't1', agentId: 'agent', status: 'RUNNING', messages: [] }];
    await start((exchange) => {
      const { path } = exchange.request;
      if (path === '/v1/agents') return json(200, [{ id: 'agent' }, { id: other }])(exchange);
      return path.startsWith('/v1/agents/agent/') ? json(200, threads)(exchange) : json(status, {})(exchange);
    });
    const ref = { type: 'ref/resource', uri: 'agent-platform://threads/{threadId}' } as const;
    const { completion } = await session.client.complete({ ref, argument: { name: 'threadId', value: '' } });
    expect(completion.values).toEqual(['t1']);
  });
});

it('completions are kept by what the template takes, and by nothing else that a caller sends', async () => {
  await start(json(200, [{ id: 'page-1', name: 'Page' }]), catalogue, { TOOLSETS: 'all' });
  const ref = { type: 'ref/resource', uri: 'agent-platform://documents/{documentId}' } as const;
  const asked: number[] = [];
  for (const more of [{}, { other: 'x' }, { documentId: 'y'.repeat(1_000) }]) {
    const argument = { name: 'documentId', value: '' };
    await session.client.complete({ ref, argument, context: { arguments: more } });
    asked.push(platform.requests.length);
  }
  expect(asked).toEqual([1, 1, 1]);
});

describe('the list of resources', () => {
  const docs = (n: number) => Array.from({ length: n }, (_, index) => ({ slug: `page-${index}` }));
  const listed = async (): Promise<readonly string[]> =>
    (await session.client.listResources()).resources.map(({ uri }) => uri);

  it('lacks only what could not be read, and the log says what', async () => {
    await start((exchange) =>
      exchange.request.path === '/v1/agents'
        ? json(500, { message: `broken for ${TOKEN}` })(exchange)
        : json(200, docs(1))(exchange),
    );
    expect(await listed()).toEqual(['agent-platform://approvals/pending', 'agent-platform://docs/page-0']);
    expect(warnings).toEqual(['resources/list lacks those of agent-costs-summary: http-500.']);
  });

  it('fails where nothing could be read', async () => {
    await start(json(500, {}));
    expect(await failure(listed())).toContain('500');
  });

  it('has the first three hundred of a kind', async () => {
    await start((exchange) => json(200, exchange.request.path === '/v1/agents' ? [] : docs(1_000))(exchange));
    const pages = (await listed()).filter((uri) => uri.includes('/docs/'));
    expect([pages.length, pages.at(-1)]).toEqual([300, 'agent-platform://docs/page-299']);
  });
});

describe('the metrics count', () => {
  it.each<[string, () => Promise<unknown>, Subject]>([
    ['lists', () => session.client.listResources(), { kind: 'list', name: 'documentation-page' }],
    [
      'prompts',
      () => session.client.getPrompt({ name: 'investigate-thread', arguments: { threadId: 't1' } }),
      { kind: 'prompt', name: 'investigate-thread' },
    ],
    [
      'completions',
      () =>
        session.client.complete({
          ref: { type: 'ref/resource', uri: 'agent-platform://docs/{slug}' },
          argument: { name: 'slug', value: '' },
        }),
      { kind: 'completion', name: 'slug' },
    ],
  ])('%s', async (_what, ask, subject) => {
    await start(json(200, []));
    await ask();
    expect(ends).toContainEqual({ subject, outcome: { kind: 'ok' } });
  });
});
