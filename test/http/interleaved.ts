/** Two people who use everything that reads, concurrently, and the answers that each saw. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { catalogue } from '../../src/cli/catalogue.ts';
import { operationList } from '../../src/platform/operations/index.ts';
import { hostileAnswers } from '../attack/hostile-platform.ts';
import { type PlatformDouble, type Reply, startDouble } from '../support/platform-double.ts';
import { as } from './people.ts';

const LISTS = operationList.filter(({ method, response }) => method === 'GET' && response.many);

/** A platform that says a number in all it says, another one in each answer; in lists, ids are numbers, too. */
export const numberedPlatform = (guard: (reply: Reply) => Reply = (reply) => reply): Promise<PlatformDouble> =>
  startDouble(
    guard((exchange) => {
      const { path } = exchange.request;
      // Threads stay in their state, so that they wait.
      const isList = LISTS.some((one) => one.path === path);
      hostileAnswers(isList ? 'hostile ids' : 'safe ids', `serial-${exchange.count}-`)(exchange);
    }),
  );

export interface Person {
  /** The numbers that this person was shown. */
  readonly seen: Set<string>;
  /** The calls that showed no number. */
  readonly blank: Set<string>;
  /** Makes the n-th call. */
  act(n: number): Promise<void>;
  readonly things: number;
  close(): Promise<void>;
}

const CARDS_DECLARED = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const ID = 'thread-1';
const VALUES: Readonly<Record<string, string>> = {
  threadId: ID,
  agentId: 'agent-1',
  toolServerId: 'server-1',
  toolId: 'tool-1',
  slug: 'page-1',
  documentId: 'document-1',
};

/** @param without a tool that is left out: one that waits, where much is to be done. @param headers who it is */
export async function connectPerson(
  url: string,
  name: string,
  without?: string,
  headers: Readonly<Record<string, string>> = as(name),
): Promise<Person> {
  const client = new Client(
    { name, version: '1.0.0' },
    { capabilities: CARDS_DECLARED, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  const { resourceTemplates } = await client.listResourceTemplates();
  const { prompts } = await client.listPrompts();
  const things: (readonly [string, () => Promise<unknown>])[] = [
    ...catalogue.tools.flatMap(({ name: tool, effect, example }) =>
      effect === 'read' && tool !== without
        ? [
            [
              `call ${tool}`,
              () =>
                client.callTool({
                  name: tool,
                  arguments: { ...example, ...(example?.query === undefined ? {} : { query: 'serial' }) },
                }),
            ] as const,
          ]
        : [],
    ),
    ['call card', () => client.callTool({ name: 'read_request_for_card', arguments: { threadId: ID } })],
    ['list', () => client.listResources()],
    ...resourceTemplates.flatMap(({ uriTemplate }) => {
      const [, variable = ''] = /\{(\w+)\}/.exec(uriTemplate) ?? [];
      const uri = uriTemplate.replace(/\{(\w+)\}/, VALUES[variable] ?? '');
      const ref = { type: 'ref/resource', uri: uriTemplate } as const;
      return [
        [`read ${uri}`, () => client.readResource({ uri })],
        [`complete ${uriTemplate}`, () => client.complete({ ref, argument: { name: variable, value: '' } })],
      ] as const;
    }),
    ['read approvals', () => client.readResource({ uri: 'agent-platform://approvals/pending' })],
    ...prompts.flatMap(({ name: prompt, arguments: taken = [] }) => {
      const given = Object.fromEntries(taken.map((one) => [one.name, VALUES[one.name] ?? '']));
      const ref = { type: 'ref/prompt', name: prompt } as const;
      return [
        [`prompt ${prompt}`, () => client.getPrompt({ name: prompt, arguments: given })] as const,
        ...taken.map(
          (one) =>
            [
              `complete ${prompt} ${one.name}`,
              () => client.complete({ ref, argument: { name: one.name, value: '' }, context: { arguments: given } }),
            ] as const,
        ),
      ];
    }),
  ];
  const seen = new Set<string>();
  const blank = new Set(things.map(([what]) => what));
  return {
    seen,
    blank,
    things: things.length,
    async act(n) {
      const thing = things[n % things.length];
      if (thing === undefined) return;
      const [what, run] = thing;
      const said = await run().then(
        (result) => JSON.stringify(result),
        (error: unknown) => String(error),
      );
      const numbers = [...said.matchAll(/serial-(\d+)-/g)].map(([, number = '']) => number);
      for (const number of numbers) seen.add(number);
      if (numbers.length > 0) blank.delete(what);
    },
    close: () => client.close(),
  };
}

/** All of it so often, in another order for each, each doing four things at once. @returns what both were shown */
export async function interleave(people: readonly Person[], rounds: number): Promise<string[]> {
  await Promise.all(
    people.map(async ({ act, things }, index) => {
      // Strides without a common factor with the number of things reach all of them.
      const stride = [1, 7, 11, 13].filter((one) => things % one !== 0 || one === 1)[index] ?? 1;
      for (let n = 0; n < things * rounds; n += 4) {
        await Promise.all([0, 1, 2, 3].map((step) => act((n + step) * stride)));
      }
    }),
  );
  const [first, ...others] = people.map(({ seen }) => seen);
  return [...(first ?? [])].filter((number) => others.some((seen) => seen.has(number)));
}
