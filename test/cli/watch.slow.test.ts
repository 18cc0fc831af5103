/** `watch`: tells what is new and what waits for too long, as counts and ages, again if it did not arrive and never twice. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';
import { golden } from '../support/golden.ts';
import {
  breakOff,
  inTurn,
  json,
  type PlatformDouble,
  type Reply,
  raw,
  reset,
  startDouble,
  TOKEN,
} from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Running, run, start } from './run.ts';

describe('a watch', () => {
  const open: (PlatformDouble | Running)[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) {
      if ('close' in one) await one.close();
      else one.child.kill('SIGKILL');
    }
  });
  let waiting: readonly string[] = [];
  const platform = async (guard: Reply = () => undefined): Promise<PlatformDouble> => {
    const double = await startDouble((exchange) => {
      const { path } = exchange.request;
      guard(exchange);
      if (exchange.response.headersSent) return;
      if (path === '/v1/agents') json(200, [{ id: 'agent-1', name: 'Refund Agent' }])(exchange);
      else
        json(
          200,
          waiting.map((id) => ({
            id,
            agentId: 'agent-1',
            status: 'AWAITING_APPROVAL',
            updatedAt: new Date().toISOString(),
            messages: [{ role: 'assistant', content: 'May I pay 640 GBP to Olga?' }],
          })),
        )(exchange);
    });
    open.push(double);
    return double;
  };
  const hook = async (reply: Reply): Promise<PlatformDouble> => {
    const double = await startDouble(reply);
    open.push(double);
    return double;
  };
  const PATH = '/services/T0123/secret-of-the-webhook';
  async function watched(
    webhook: PlatformDouble,
    base: PlatformDouble,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Running> {
    const watch = start(['watch', '--notify', webhook.url + PATH, '--every', '1'], {
      AGENT_PLATFORM_BASE_URL: base.url,
      AGENT_PLATFORM_TOKEN: TOKEN,
      AGENT_PLATFORM_MAX_RETRIES: '0',
      ...env,
    });
    open.push(watch);
    await until('it watches', () => watch.output().includes('Checking every'));
    return watch;
  }
  const looks = (base: PlatformDouble): number => base.requests.filter(({ path }) => path === '/v1/agents').length;
  const twoMoreLooks = async (base: PlatformDouble): Promise<void> => {
    const before = looks(base);
    await until('it has looked twice more', () => looks(base) >= before + 3);
  };
  const messages = (webhook: PlatformDouble) => webhook.requests.map(({ body }) => JSON.parse(body));

  it('posts counts and ages as JSON with a text, and no name, id or argument', async () => {
    waiting = ['thread-1'];
    const [webhook, base] = [await hook(raw(200, 'ok')), await platform()];
    const watch = await watched(webhook, base);
    await until('it has told the start', () => webhook.requests.length === 1);
    waiting = ['thread-1', 'thread-2', 'thread-3'];
    await until('it has told the news', () => webhook.requests.length === 2);
    await twoMoreLooks(base);
    expect(webhook.requests).toHaveLength(2);
    expect(webhook.requests[1]).toMatchObject({ method: 'POST', target: PATH });
    golden(JSON.stringify(messages(webhook), null, 2).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'));
    watch.child.kill('SIGTERM');
    expect(await watch.gone).toBe(0);
    expect(watch.output()).not.toContain('secret-of-the-webhook');
  });

  it.each<{ it: string; answer: Reply; times: number }>([
    {
      it: 'is not taken, it is sent again with the next check',
      answer: inTurn(raw(429, ''), raw(503, ''), raw(204, '')),
      times: 3,
    },
    { it: 'gets an error that proves nothing, it is sent once', answer: raw(502, ''), times: 1 },
    { it: 'loses the connection after sending, it is sent once', answer: reset, times: 1 },
    { it: 'gets half an answer, it is sent once', answer: breakOff(200, 'o', 100), times: 1 },
  ])('where a message $it', async ({ answer, times }) => {
    waiting = ['thread-1'];
    const [webhook, base] = [await hook(answer), await platform()];
    await watched(webhook, base);
    await until('it has sent it', () => webhook.requests.length === times);
    await twoMoreLooks(base);
    expect(webhook.requests).toHaveLength(times);
    expect(new Set(messages(webhook).map(({ text }) => text)).size).toBe(1);
  });

  it('reports once what came while nothing accepted messages', async () => {
    waiting = ['thread-1'];
    const [gone, base] = [await startDouble(raw(200, ''), await freePort()), await platform()];
    const { port } = gone;
    await gone.close();
    const watch = await watched(gone, base);
    await until('it has noticed', () => watch.output().includes('did not arrive'));
    expect(watch.output()).toContain(`no connection to 127.0.0.1:${port} (ECONNREFUSED)`);
    waiting = ['thread-1', 'thread-2'];
    const back = await startDouble(raw(200, ''), port);
    open.push(back);
    await until('it has told', () => messages(back).some((message) => message.waiting === 2));
    await twoMoreLooks(base);
    expect(messages(back).reduce((sum, message) => sum + message.new, 0)).toBe(2);
  });

  it('waits as long as an address asks for', async () => {
    waiting = ['thread-1'];
    const times: number[] = [];
    const busy: Reply = ({ response, count }) => {
      times.push(performance.now());
      response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '3' }).end();
    };
    const [webhook, base] = [await hook(busy), await platform()];
    await watched(webhook, base);
    await until('it has told', () => times.length === 2);
    const [first = 0, second = 0] = times;
    // Without it, the next check comes after 1 s.
    expect(second - first).toBeGreaterThan(2_900);
  });

  it('logs what could not be read of a list', async () => {
    waiting = [];
    const [webhook, base] = [
      await hook(raw(200, '')),
      await platform((exchange) => {
        if (exchange.request.path.endsWith('/threads')) json(200, [null, { status: 'AWAITING_APPROVAL' }])(exchange);
      }),
    ];
    const watch = await watched(webhook, base);
    await until('it has said so', () => watch.output().includes('could not be read completely'));
    expect(webhook.requests).toHaveLength(0);
  });

  it.each(['https://a.example/one\nhttps://b.example/two', 'https://a.example/o ne'])(
    'takes a file with one address only: %j',
    async (text) => {
      const file = join(temporaryFolder('watch'), 'address');
      writeFileSync(file, text);
      const { code, stderr } = await run(['watch', '--sandbox', '--notify-file', file]);
      expect(code).toBe(2);
      golden(stderr);
    },
  );

  it('logs that it works again, at info, only after a post was answered', async () => {
    waiting = ['thread-1'];
    const [webhook, base] = [await hook(inTurn(raw(500, ''), raw(200, ''))), await platform()];
    const watch = await watched(webhook, base);
    await until('it has noticed', () => watch.output().includes('unknown, so'));
    await twoMoreLooks(base);
    expect(watch.output()).not.toContain('works again');
    waiting = ['thread-1', 'thread-2'];
    await until('it works again', () => watch.output().includes('info it works again'));
    expect(webhook.requests).toHaveLength(2);
  });

  it('continues after an outage of the platform, and reports nothing twice', async () => {
    waiting = ['thread-1'];
    let isDown = false;
    const webhook = await hook(raw(200, ''));
    const base = await platform((exchange) => {
      if (isDown) raw(503, '')(exchange);
    });
    const watch = await watched(webhook, base);
    await until('it has told', () => webhook.requests.length === 1);
    isDown = true;
    await until('it has noticed', () => /warn .*\b503\b/.test(watch.output()));
    isDown = false;
    await until('it works again', () => watch.output().includes('works again'));
    await twoMoreLooks(base);
    expect(webhook.requests).toHaveLength(1);
  });

  it('logs once whose requests it can’t read', async () => {
    waiting = [];
    const webhook = await hook(raw(200, ''));
    const base = await platform((exchange) => {
      const { path } = exchange.request;
      if (path === '/v1/agents') json(200, [{ id: 'agent-1' }, { id: 'agent-2' }])(exchange);
      else if (path.includes('agent-2')) raw(500, '')(exchange);
    });
    const watch = await watched(webhook, base);
    const said = 'the requests of 1 agent could not be read, so nothing new there is reported';
    await until('it has noticed', () => watch.output().includes(said));
    await twoMoreLooks(base);
    expect(watch.output().split(said)).toHaveLength(2);
    expect(webhook.requests).toHaveLength(0);
  });

  it('calls overdue what the inbox marks as overdue', async () => {
    const watch = await watched(await hook(raw(200, '')), await platform(), { AGENT_PLATFORM_OVERDUE_HOURS: '24' });
    expect(watch.output()).toContain('older than 1440 min.');
  });

  it.each<{ it: string; hook?: Reply; platform?: Reply }>([
    { it: 'where nothing accepts messages', hook: raw(404, '') },
    { it: 'at an address that redirects', hook: raw(302, '', { location: 'https://example.com/' }) },
    { it: 'at a platform that refuses the token', platform: json(401, { message: 'no' }) },
  ])('ends with a clear message $it', async ({ hook: answer = raw(200, ''), platform: guard }) => {
    waiting = ['thread-1'];
    const watch = await watched(await hook(answer), await platform(guard));
    expect(await watch.gone).toBe(2);
    golden(watch.output());
  });
});

describe('a watch refuses to start with', () => {
  const folder = temporaryFolder('watch');
  writeFileSync(join(folder, 'address'), 'hook of the team');
  writeFileSync(join(folder, 'empty'), '\n');
  const SANDBOX = { AGENT_PLATFORM_SANDBOX: 'true' };
  it.each<{ it: string; args: string[]; env?: Record<string, string> }>([
    { it: 'no address to notify', args: [] },
    { it: 'plain http to another machine', args: ['--notify', 'http://hooks.example.com/secret-of-the-webhook'] },
    { it: 'an address with a password', args: ['--notify', 'https://user:secret-of-the-webhook@hooks.example.com/'] },
    { it: 'a word instead of an address', args: ['--notify', 'secret-of-the-webhook'] },
    { it: 'a file without an address', args: ['--notify-file', join(folder, 'address')] },
    { it: 'an empty file', args: ['--notify-file', join(folder, 'empty')] },
    { it: 'a file that is not there', args: ['--notify-file', '/nowhere/address'] },
    { it: 'both', args: ['--notify', 'https://hooks.example.com/', '--notify-file', '/nowhere/address'] },
    { it: 'an interval of half a second', args: ['--notify', 'https://hooks.example.com/', '--every', '0.5'] },
    { it: 'a word instead of a time', args: ['--notify', 'https://hooks.example.com/', '--overdue', 'soon'] },
    { it: 'no platform set', args: ['--notify', 'https://hooks.example.com/'], env: {} },
  ])('$it', async ({ args, env = SANDBOX }) => {
    const { code, stdout, stderr } = await run(['watch', ...args], env);
    expect([code, stdout]).toEqual([2, '']);
    golden(stderr);
    expect(stderr).not.toContain('secret-of-the-webhook');
  });
});
