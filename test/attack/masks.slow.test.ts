/** Secrets of tool servers are shown masked, and a mask never replaces a stored secret by accident. */
import { beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { json, TOKEN } from '../support/platform-double.ts';
import { AGENT, SERVER, scriptedPlatform } from '../support/scripted-platform.ts';

const MASK = '••••••••';
const SECRET = 'hush-hush-4711';

const platform = await scriptedPlatform();
const client = await connect({
  client: 'v2-modern',
  env: { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_LOG_LEVEL: 'debug' },
});
beforeEach(() => {
  platform.reset();
  stands(MASK);
});

/** The stored values as the platform shows them: masked, or (some do) in clear text. */
function stands(value: string): void {
  Object.assign(platform.server, {
    url: `https://user:${SECRET}@shop.example/?api_key=${SECRET}`,
    authenticationConfig: { authenticationMethod: 'customHeader', customHeader: { name: 'X-Key', value } },
  });
  Object.assign(platform.tools[0] ?? {}, {
    endpoint: `https://shop.example/orders?token=${SECRET}`,
    customHeaders: [{ name: 'X-Key', value }],
  });
}

const TOOL = { toolServerId: SERVER, toolId: 'find_order' };

describe.each([
  ['masked', MASK],
  ['in clear', SECRET],
])('secrets that the platform shows %s', (_, value) => {
  it.each<[string, Record<string, unknown>]>([
    ['list_tool_servers', {}],
    ['get_tool_server', { toolServerId: SERVER }],
    ['clone_tool_server', { toolServerId: SERVER }],
    ['list_tools', { toolServerId: SERVER }],
    ['update_tool', { ...TOOL, method: 'POST' }],
    ['update_tool', { ...TOOL, customHeaders: [{ name: 'X-Other', value: 'other-secret' }] }],
    [
      'create_tool',
      { toolServerId: SERVER, name: 'x', endpoint: '/y', customHeaders: [{ name: 'X-Key', value: 'other-secret' }] },
    ],
    [
      'create_tool_server',
      { name: 'x', authenticationConfig: { authenticationMethod: 'jwt', jwt: { secret: 'other-secret' } } },
    ],
    ['delete_tool', TOOL],
  ])('stay out of %s', async (tool, args) => {
    stands(value);
    const { text, data } = await callAs(client, tool, args);
    const all = text + JSON.stringify(data) + client.process.stderr();
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain('other-secret');
  });
});

describe('an update', () => {
  it('sends what was given and nothing else: no secret, no mask', async () => {
    await callAs(client, 'update_tool', { ...TOOL, method: 'POST' });
    expect(platform.bodies()).toEqual([{ method: 'POST' }]);
    platform.reset();
    await callAs(client, 'update_tool', { ...TOOL, description: 'looks up' });
    expect(platform.bodies()).toEqual([
      { function: { name: 'find_order', description: 'looks up', parameters: { type: 'object', properties: {} } } },
    ]);
  });

  it("sends the platform's own mask back unchanged, which keeps what is stored", async () => {
    const customHeaders = [{ name: 'X-Key', value: MASK }];
    await callAs(client, 'update_tool', { ...TOOL, customHeaders });
    expect(platform.bodies()).toEqual([{ customHeaders }]);
  });

  it('refuses a mask of this server’s own making: the platform would store it', async () => {
    const { data } = await callAs(client, 'list_tools', { toolServerId: SERVER });
    const [shown] = data.tools as readonly { endpoint: string }[];
    const endpoint = String(shown?.endpoint).replace(/[⟦⟧]/g, '');
    expect(endpoint).toContain('••••');
    const { isError, text } = await callAs(client, 'update_tool', { ...TOOL, endpoint });
    expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    golden(text);
  });

  it('refuses a mask where the platform masks nothing', async () => {
    stands(SECRET);
    golden(await callAs(client, 'update_tool', { ...TOOL, customHeaders: [{ name: 'X-Key', value: MASK }] }));
    expect(platform.writes()).toEqual([]);
  });
});

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['an agent’s settings', { assistantSpecialization: { token: SECRET } }, { assistantSpecialization: { token: MASK } }],
  [
    'an address in a description',
    { description: `See https://shop.example/?api_key=${SECRET}` },
    { description: 'See https://shop.example/?api_key=••••' },
  ],
])('a mask never replaces %s', async (_, stored, args) => {
  platform.rule('GET', /^\/v1\/agents$/, json(200, [{ ...platform.agent, ...stored }]));
  const { isError, text } = await callAs(client, 'update_agent', { agentId: AGENT, ...args });
  expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
  golden(text);
});

it('dots and brackets that are no masks are stored', async () => {
  const description = 'Type •••• for [redacted].';
  await callAs(client, 'update_agent', { agentId: AGENT, description });
  expect(platform.bodies()).toEqual([{ description }]);
});

it('a note about a change that had no effect shows no secret from the answer', async () => {
  platform.rule('PATCH', /agents/, json(200, { ...platform.agent, evaluationConfig: { apiKey: SECRET, on: false } }));
  const { text } = await callAs(client, 'update_agent', { agentId: AGENT, evaluationConfig: { on: true } });
  golden(text);
  expect(text).not.toContain(SECRET);
});

it.each<[string, Record<string, unknown>]>([
  ['create_tool', { toolServerId: SERVER, name: 'x', customHeaders: [{ name: 'X-Key', value: MASK }] }],
  ['create_tool', { toolServerId: SERVER, name: 'x', endpoint: 'https://••••@shop.example' }],
  ['create_tool_server', { name: 'x', authenticationConfig: { authenticationMethod: 'jwt', jwt: { secret: MASK } } }],
  ['create_tool_server', { name: 'x', url: 'https://••••@shop.example' }],
])('%s refuses a mask: %j', async (tool, args) => {
  const { isError, text } = await callAs(client, tool, args);
  expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
  golden(text);
});

/** No answer shows whether a guess is right; none of these calls changes anything. */
describe('a guess at a stored secret', () => {
  const LONG = 'x'.repeat(500);

  it('learns nothing from how much of the old value would stay', async () => {
    const shown: string[] = [];
    const person = await connect({
      client: 'v2-modern',
      env: { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all' },
      elicit: ({ message }) => {
        shown.push(message);
        return { action: 'accept', content: { decision: 'Leave it as it is' } };
      },
    });
    Object.assign(platform.agent, { description: `${LONG}${TOKEN}${LONG}` });
    const wrong = (character: string): string => (character === 'Q' ? 'W' : 'Q');
    try {
      for (const known of [8, 12, 16, 20, 24]) {
        for (const next of [TOKEN.charAt(known), wrong(TOKEN.charAt(known))]) {
          const description = `${LONG}${TOKEN.slice(0, known)}${next}!${LONG}`;
          await callAs(person, 'update_agent', { agentId: AGENT, description });
        }
        const [right, bad] = shown.splice(0).map((message) => message.replace(/[\w]!/, '?'));
        expect(right).toMatch(/characters around it stay the same/);
        expect(right).toBe(bad);
      }
    } finally {
      await person.close();
      Object.assign(platform.agent, { description: 'pays back' });
    }
  });

  it('learns nothing from a dry run, nor from the question', async () => {
    const shown: string[] = [];
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all' };
    const dry = await connect({ client: 'v2-modern', env: { ...env, AGENT_PLATFORM_DRY_RUN: 'true' } });
    const person = await connect({
      client: 'v2-modern',
      env,
      elicit: ({ message }) => {
        shown.push(message);
        return { action: 'accept', content: { decision: 'Leave it as it is' } };
      },
    });
    stands(SECRET);
    try {
      const answers = await Promise.all(
        [SECRET, 'hush-hush-4712'].map(async (value) => {
          const args = { ...TOOL, customHeaders: [{ name: 'X-Key', value }] };
          const { text } = await callAs(dry, 'update_tool', args);
          return text;
        }),
      );
      expect(answers[0]).toBe(answers[1]);
      for (const value of [SECRET, 'hush-hush-4712'])
        await callAs(person, 'update_tool', { ...TOOL, customHeaders: [{ name: 'X-Key', value }] });
      expect(shown[0]).toBe(shown[1]);
      expect(platform.writes()).toEqual([]);
    } finally {
      await Promise.all([dry.close(), person.close()]);
    }
  });
});

it.each([`agent-platform://nothing/${TOKEN}`, `agent-platform://threads/${TOKEN}`, `agent-platform://docs/${TOKEN}`])(
  'a resource that does not exist is named without the token in its URI: %s',
  async (uri) => {
    platform.rule('GET', /./, json(404, { message: 'not found' }));
    const before = client.process.stdoutLines().length;
    await expect(client.readResource(uri)).rejects.toThrow();
    const said = client.process.stdoutLines().slice(before).join('\n');
    expect(said).toContain('[redacted]');
    expect(said).not.toContain(TOKEN);
  },
);
