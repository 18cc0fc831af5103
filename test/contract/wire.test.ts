/** The request of every operation on the socket, compared with the specification. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../src/platform/client/index.ts';
import { type OperationName, operationList, operations, pathParams } from '../../src/platform/operations/index.ts';
import type { InputOf, OperationSpec } from '../../src/platform/operations/operation.ts';
import { clientFor, factsOf, json, startDouble, TOKEN } from '../support/platform-double.ts';
import { slowIt } from '../support/thorough.ts';
import { CASES, type Call, type Case } from './calls.ts';

let answer: unknown;
const double = await startDouble((exchange) => json(200, answer)(exchange));

const connect = (path = '', scope: Partial<PlatformClient['options']['scope']> = {}): PlatformClient =>
  clientFor(double.url + path, { scope: { dialect: 'specification', ...scope } });

/** Makes the call. @returns the request that reached the platform */
async function sent(client: PlatformClient, operation: OperationSpec, call: Call, answers: unknown) {
  answer = answers;
  const before = double.requests.length;
  await client.call(operation, call as InputOf<OperationSpec>);
  expect(double.requests.length).toBe(before + 1);
  const request = double.requests[before];
  if (request === undefined) throw new Error('Nothing reached the platform.');
  return { ...request, wire: `${request.method} ${request.target}` };
}

const cases = Object.entries(CASES) as [OperationName, Case][];

/** A client with nothing set. */
const plain = connect();

describe.each(cases)('%s', (name, { call, wire, body, answer: answers }) => {
  const operation: OperationSpec = operations[name];

  it('sends its method, path, query and body as specified, the token, no unexpected header, and what a dry run shows', async () => {
    const request = await sent(plain, operation, call, answers);
    expect(request.wire).toBe(wire);
    expect(request.body === '' ? undefined : JSON.parse(request.body)).toEqual(body);
    const { headers } = request;
    expect(headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/json',
      'user-agent': 'agent-platform-mcp/test',
    });
    expect(headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
    const expected = ['accept', 'authorization', 'connection', 'content-length', 'content-type', 'host', 'user-agent'];
    expect(Object.keys(headers).filter((header) => !expected.includes(header))).toEqual([]);
    const plan = plain.plan(operation, call as InputOf<OperationSpec>);
    expect(`${plan.method} ${plan.target}`).toBe(wire);
    expect(plan.body).toEqual(body);
  });
});

const keepsPath = async (name: OperationName, { call, wire, answer: answers }: Case) => {
  const request = await sent(connect('/behind/a/prefix'), operations[name], call, answers);
  expect(request.wire).toBe(wire.replace(' /v1', ' /behind/a/prefix/v1'));
};
it.each(cases.slice(0, 3))('%s keeps the path of the base URL', keepsPath);
slowIt.each(cases.slice(3))('%s keeps the path of the base URL', keepsPath);

it('every operation has a test case here', () => {
  expect(operationList.map(({ name }) => name).sort()).toEqual(Object.keys(CASES).sort());
});

describe('what is left out', () => {
  it.each([
    [
      'an undefined query field is not sent',
      operations.listAgents,
      { query: { limit: 5, archived: undefined } },
      'GET /v1/agents?limit=5',
      '',
    ],
    ['no query at all leaves no question mark', operations.listAgents, {}, 'GET /v1/agents', ''],
    [
      'an undefined body field is not sent',
      operations.listChats,
      { body: { fromDate: undefined } },
      'POST /v1/assistants/chats',
      '{}',
    ],
    ['a body that may be empty is an empty object', operations.listChats, {}, 'POST /v1/assistants/chats', '{}'],
  ] as const)('%s', async (_what, operation, call, wire, body) => {
    const request = await sent(plain, operation, call, []);
    expect([request.wire, request.body]).toEqual([wire, body]);
  });
});

describe('settings that move an assumed path', () => {
  const scope = { paths: { docsPath: '/help/pages', healthPath: '/status' } };
  it.each([
    ['listDocs', 'GET /help/pages'],
    ['getDoc', 'GET /help/pages/getting-started?format=html'],
    ['checkHealth', 'GET /status'],
  ] as const)('%s goes to %s', async (name, wire) => {
    const { call, answer: answers } = CASES[name];
    expect((await sent(connect('', scope), operations[name], call, answers)).wire).toBe(wire);
  });

  it('change no other path', async () => {
    const client = connect('', scope);
    for (const [name, { call, answer: answers, wire }] of cases) {
      if ('pathSetting' in operations[name]) continue;
      expect((await sent(client, operations[name], call, answers)).wire).toBe(wire);
    }
  });
});

/** Operations that take a tenant. */
const PINNED = new Set(['listAgentThreads', 'createThread', 'getProjectDailyCosts', 'getProjectMonthlyCosts']);

describe('tenant pins', () => {
  const pinned = { tenantId: 'pinned tenant', subtenantId: 'pinned-sub' };

  it.each(['getProjectDailyCosts', 'getProjectMonthlyCosts'] as const)(
    "override the caller's tenant in %s",
    async (name) => {
      const { call, answer: answers } = CASES[name];
      const { query } = await sent(connect('', pinned), operations[name], call, answers);
      expect(query).toEqual({ ...call.query, tenantId: 'pinned tenant' });
    },
  );

  it('are sent if the caller gives no tenant, and one without the other', async () => {
    const path = { agentId: 'a' };
    const tenant = connect('', { tenantId: 'only-tenant' });
    expect((await sent(tenant, operations.listAgentThreads, { path }, [])).query).toEqual({ tenantId: 'only-tenant' });
    const subtenant = connect('', { subtenantId: 'only-sub' });
    const created = await sent(subtenant, operations.createThread, { path, body: { message: 'm' } }, { id: 't' });
    expect(JSON.parse(created.body)).toEqual({ message: 'm', subtenantId: 'only-sub' });
  });

  it('are sent nowhere else', async () => {
    const client = connect('', pinned);
    for (const [name, { call, answer: answers, wire, body }] of cases) {
      if (PINNED.has(name)) continue;
      const request = await sent(client, operations[name], call, answers);
      expect(request.wire).toBe(wire);
      expect(request.body === '' ? undefined : JSON.parse(request.body)).toEqual(body);
      expect(JSON.stringify(request.headers)).not.toContain('pinned');
    }
  });
});

describe('identifiers', () => {
  let before: number;
  beforeEach(() => {
    before = double.requests.length;
  });

  const BAD = {
    empty: '',
    'a dot': '.',
    'two dots': '..',
    'a slash': 'a/b',
    'a way up': '../admin',
    'a backslash': 'a\\b',
    'a percent sign': 'a%2Fb',
    'a blank': 'a b',
    'a line break': 'a\nb',
    'a line break at the end': 'a\n',
    'a null character': 'a\0',
    'a tab': 'a\tb',
    'a question mark': 'a?b=c',
    'a hash': 'a#b',
    'a semicolon': 'a;b',
    'an at sign': 'a@b',
    'a letter beyond ASCII': 'ä',
    'a lone surrogate': '\ud800',
    '129 characters': 'a'.repeat(129),
  };
  const withPath = operationList.flatMap((operation) =>
    pathParams(operation).map((parameter) => [operation.name as OperationName, parameter] as const),
  );

  it.each(withPath)('of %s: an invalid %s is refused before any request', async (name, parameter) => {
    for (const [what, bad] of Object.entries(BAD)) {
      if (parameter === 'slug' && what === 'a slash') continue;
      const call = { ...CASES[name].call, path: { ...CASES[name].call.path, [parameter]: bad } };
      const facts = await factsOf(plain.call(operations[name] as OperationSpec, call as InputOf<OperationSpec>));
      expect(facts, what).toMatchObject({ fixer: 'platform', kind: 'bad-identifier', effect: 'none' });
      expect(facts.what, what).toContain(parameter);
    }
    expect(double.requests.length).toBe(before);
  });

  it.each(withPath)('of %s: a missing %s is refused before any request', async (name, parameter) => {
    const path = Object.fromEntries(Object.entries(CASES[name].call.path ?? {}).filter(([key]) => key !== parameter));
    const call = { ...CASES[name].call, path } as InputOf<OperationSpec>;
    await factsOf(plain.call(operations[name] as OperationSpec, call));
    expect(double.requests.length).toBe(before);
  });

  it.each(['a', 'A-z_0.9~:', '...', 'a'.repeat(128), '-'])('such as %s are sent unchanged', async (id) => {
    const { target } = await sent(plain, operations.getThread, { path: { threadId: id } }, { id: 't' });
    expect(decodeURIComponent(target)).toBe(`/v1/agents/threads/${id}`);
  });
});
