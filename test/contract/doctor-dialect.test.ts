/** `doctor` determines by reads alone which words a deployment expects. */
import { describe, expect, it } from 'vitest';
import { checkPlatform } from '../../src/cli/doctor/platform.ts';
import { tokenSource } from '../../src/platform/client/token.ts';
import type { Dialect } from '../../src/platform/operations/dialect.ts';
import { golden } from '../support/golden.ts';
import { clientFor, json, type Reply, startDouble, TOKEN } from '../support/platform-double.ts';
import { openSandbox } from '../support/sandbox.ts';
import { notedPlatform, WAITING } from './noted-platform.ts';

/** The statement about the dialect; undefined if there is none. */
async function checked(url: string, dialect: Dialect, token = TOKEN) {
  const client = clientFor(url, { scope: { dialect }, token: tokenSource(token, undefined) });
  return (await checkPlatform(client)).find(({ id }) => id === 'dialect');
}

describe('a deployment with other words, known only from the platform notes', () => {
  it('is confirmed if the setting is right', async () => {
    const platform = await notedPlatform();
    expect((await checked(platform.env.BASE_URL, 'actions'))?.status).toBe('ok');
  });

  it('is found at its own path', async () => {
    const platform = await notedPlatform();
    expect(await checked(platform.env.BASE_URL, 'specification')).toMatchObject({
      status: 'fail',
      next: 'Set AGENT_PLATFORM_DIALECT=actions.',
    });
  });

  it.each(['/v1', '/api/v1'])(
    'leads to a warning before the first approval if only its words differ, at %s',
    async (prefix) => {
      const platform = await notedPlatform(prefix);
      const base = platform.env.BASE_URL + prefix.replace(/\/v1$/, '');
      const { status, summary, next } = (await checked(base, 'specification')) ?? {};
      golden([status, summary, next].join('\n'));
    },
  );

  it('at /v1, where no setting sends its words, is not told to change the setting', async () => {
    const platform = await notedPlatform('/v1');
    const { status, summary, next } = (await checked(platform.env.BASE_URL, 'actions')) ?? {};
    golden([status, summary, next].join('\n'));
  });

  it('is only read, never written to', async () => {
    const platform = await notedPlatform('/v1');
    await checked(platform.env.BASE_URL, 'specification');
    expect(platform.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(platform.threads.get(WAITING)?.state).toBe('awaiting_approval');
  });
});

describe('the sandbox', () => {
  it.each([
    ['specification', 'specification', 'ok'],
    ['actions', 'actions', 'ok'],
    ['actions', 'specification', 'fail'],
    ['specification', 'actions', 'fail'],
  ] as const)('in the words of %s, with the setting %s: %s', async (spoken, dialect, status) => {
    const sandbox = await openSandbox({ dialect: spoken });
    const check = await checked(sandbox.url, dialect, sandbox.token);
    expect(check?.status).toBe(status);
    expect(check?.next).toBe(status === 'ok' ? undefined : `Set AGENT_PLATFORM_DIALECT=${spoken}.`);
    const where = {
      specification: "It answers at /v1, and expects the specification's field names.",
      actions: 'It answers at /api/v1, and expects the field names of the dialect “actions”.',
    };
    if (status === 'fail') expect(check?.summary).toBe(where[spoken]);
  });
});

const threads =
  (list: (query: Readonly<Record<string, string>>) => unknown): Reply =>
  (exchange) => {
    const { path, query } = exchange.request;
    json(200, path.endsWith('/threads') ? list(query) : [{ id: 'a1' }])(exchange);
  };
const one = (status: string) => ({ id: 't1', agentId: 'a1', status, messages: [] });

it('behind /api in the specification’s words: the address is what is wrong', async () => {
  const answers = threads(({ status }) => (status ? [] : [one('RUNNING')]));
  const double = await startDouble((exchange) =>
    (exchange.request.path.startsWith('/api/') ? answers : json(404, {}))(exchange),
  );
  const check = await checked(double.url, 'specification');
  expect(check?.status).toBe('fail');
  golden(check?.next ?? '');
});

it.each(['specification', 'actions'] as const)(
  'a filter that knows waiting threads by another word only is reported, since the inbox would be empty: %s',
  async (dialect) => {
    const word = 'paused_for_approval';
    const asked = { specification: 'status', actions: 'state' }[dialect];
    const double = await startDouble(
      threads((query) => [one(word)].filter(({ status }) => [undefined, status].includes(query[asked]))),
    );
    const { status, summary, next } = (await checked(double.url, dialect)) ?? {};
    expect(status).toBe('fail');
    golden([summary, next].join('\n'));
  },
);

describe('doctor claims nothing that it has not seen', () => {
  it.each([
    ['no threads', threads(() => [])],
    ['no filter has an effect', threads(() => [one('RUNNING')])],
    ['both filters have an effect', threads(({ status, state }) => (status || state ? [] : [one('RUNNING')]))],
    [
      'filters fail',
      (exchange) => (/stat/.test(exchange.request.target) ? json(500, {}) : threads(() => [one('RUNNING')]))(exchange),
    ],
  ] as [string, Reply][])('%s', async (_what, reply) => {
    const double = await startDouble(reply);
    expect(await checked(double.url, 'specification')).toMatchObject({ id: 'dialect', status: 'skip' });
  });

  it.each([
    [401, 'token'],
    [404, 'read'],
    [500, 'read'],
  ])('if the first read fails with %s, that alone is reported', async (status, id) => {
    const double = await startDouble(json(status, {}));
    const client = clientFor(double.url);
    expect(await checkPlatform(client)).toMatchObject([{ id, status: 'fail' }]);
  });
});

it.each([403, 404, 500])('threads that can’t be read (%i) are no success', async (status) => {
  const platform = await startDouble((exchange) => {
    const isThreads = exchange.request.path.endsWith('/threads');
    json(isThreads ? status : 200, isThreads ? { message: 'no' } : [{ id: 'a1' }, { id: 'a2' }])(exchange);
  });
  const checks = await checkPlatform(clientFor(platform.url, { scope: { dialect: 'specification' } }));
  golden(checks.map((check) => [check.id, check.status, check.summary, check.next].join('\n')).join('\n'));
});
