/** Rights from scopes and claims of an issuer's tokens, and from the file of tokens, in lists and in calls, in both eras. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { rightFor } from '../../src/mcp/engine/selection.ts';
import { rightsConfig, rightsOf } from '../../src/mcp/http/rights.ts';
import { readSettings } from '../../src/settings/read.ts';
import { human } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openReplica, type ReplicaHere, refusedStart } from './here.ts';
import { type Issuer, startIssuer } from './issuer.ts';
import { modernCall } from './modern.ts';
import { connectHttp, LIST, messageOf, post, toolCall } from './support.ts';

const PUBLIC = 'https://mcp.example';
const RESOURCE = `${PUBLIC}/mcp`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };

async function namesIn(answer: Response): Promise<string[]> {
  const { result } = await messageOf(answer);
  const { tools } = result as { readonly tools: readonly { readonly name: string }[] };
  return tools.map(({ name }) => name);
}

const DECIDING = ['approve_thread', 'decide_approvals'];
const tools = new Map([...catalogue.tools, ...(catalogue.cardTools ?? [])].map((tool) => [tool.name, tool]));
const rightOf = (name: string) => {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return rightFor(tool);
};

it('the right to decide covers every tool that sends a decision', () => {
  const deciding = [...tools.keys()].filter((name) => rightOf(name) === 'decide');
  expect(deciding.sort()).toEqual([...DECIDING, 'decide_from_card'].sort());
});

it.each([
  { written: 'groups: approvers', claims: { groups: ['staff', 'approvers'] }, decides: true },
  { written: 'https://shop.example/decides:true', claims: { 'https://shop.example/decides': true }, decides: true },
  { written: 'level:3', claims: { level: 3 }, decides: true },
  { written: 'decides:true', claims: { decides: false }, decides: false },
  { written: 'decides:null', claims: { decides: null }, decides: false },
])('the claim $written in $claims admits to decisions: $decides', ({ written, claims, decides }) => {
  const config = rightsConfig(readSettings({ AGENT_PLATFORM_HTTP_DECIDE_CLAIM: written }).values);
  expect(rightsOf({ claims, scopes: [], client: 'host', isPerson: true }, config).has('decide')).toBe(decides);
});

describe('scopes of an issuer', () => {
  let issuer: Issuer;
  let replica: ReplicaHere;
  beforeAll(async () => {
    issuer = await startIssuer(RESOURCE);
    const env = {
      AGENT_PLATFORM_OAUTH_SCOPES: 'mcp',
      AGENT_PLATFORM_HTTP_READ_SCOPES: 'look',
      AGENT_PLATFORM_HTTP_WRITE_SCOPES: 'change,audit',
      AGENT_PLATFORM_HTTP_DECIDE_SCOPES: 'decide',
      AGENT_PLATFORM_HTTP_DECIDE_CLAIM: 'groups:approvers',
      AGENT_PLATFORM_HTTP_DECIDING_CLIENTS: 'night-shift',
      AGENT_PLATFORM_TOOLSETS: 'all',
    };
    replica = await openReplica({
      args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC],
      env,
    });
  });
  const tokenOf = (scope: string, claims: object = {}) =>
    issuer.token({ claims: { scope: `mcp ${scope}`, ...claims } });
  const APPROVERS = { groups: ['staff', 'approvers'] };

  it.each([
    { scope: 'look', claims: {}, rights: ['read'] },
    { scope: 'change audit', claims: {}, rights: ['write'] },
    { scope: 'change', claims: {}, rights: [] },
    { scope: 'look decide', claims: APPROVERS, rights: ['read', 'decide'] },
    { scope: 'look decide', claims: { groups: 'approvers' }, rights: ['read', 'decide'] },
    { scope: 'look decide', claims: { groups: ['approvers2'] }, rights: ['read'] },
    { scope: 'look decide', claims: {}, rights: ['read'] },
    { scope: 'look', claims: APPROVERS, rights: ['read'] },
    { scope: 'look decide', claims: { ...APPROVERS, sub: 'client-1' }, rights: ['read'] },
    { scope: 'look decide', claims: { ...APPROVERS, sub: 'client-1@clients' }, rights: ['read'] },
    { scope: 'look decide', claims: { ...APPROVERS, gty: 'client-credentials' }, rights: ['read'] },
    { scope: 'look decide', claims: { ...APPROVERS, idtyp: 'app' }, rights: ['read'] },
    { scope: 'look decide', claims: { ...APPROVERS, preferred_username: 'service-account-x' }, rights: ['read'] },
    { scope: 'look decide', claims: { ...APPROVERS, oid: 'o', tid: 't' }, rights: ['read'] },
    {
      scope: 'look decide',
      claims: { ...APPROVERS, sub: 'night-shift', client_id: 'night-shift' },
      rights: ['read', 'decide'],
    },
  ])('with $scope and $claims only the tools for $rights are listed', async ({ scope, claims, rights }) => {
    const listed = await namesIn(await post(replica.url, LIST, bearer(await tokenOf(scope, claims)))).catch(() => []);
    const expected = catalogue.tools.map(({ name }) => name).filter((name) => rights.includes(rightOf(name)));
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });

  it.each([...tools.keys()])('a call of %s without the right gets a 403 that names all scopes needed', async (name) => {
    const right = rightOf(name);
    // Cards' own tools are called by clients that draw cards; without the right nobody gets as far.
    const others = { read: 'change audit decide', write: 'look decide', decide: 'look change audit' }[right];
    const headers = bearer(await tokenOf(others, APPROVERS));
    const needed = { read: 'look', write: 'change audit', decide: 'decide' }[right];
    for (const era of [{}, { ...MODERN, 'mcp-name': name }]) {
      const answer = await post(replica.url, toolCall(name), { ...headers, ...era });
      expect(answer.status).toBe(403);
      const challenge = answer.headers.get('www-authenticate');
      expect(challenge).toContain('error="insufficient_scope"');
      expect(challenge).toContain(`scope="mcp ${needed}"`);
      expect(challenge).toContain('resource_metadata=');
      expect(await answer.json()).toMatchObject({
        error: 'insufficient_scope',
        error_description: `${name} is not allowed: the token lacks the scope ${needed}. Nothing was sent.`,
      });
    }
  });

  it.each([{ claims: { groups: [] } }, { claims: { ...APPROVERS, idtyp: 'app' } }])(
    'a caller who lacks more than scopes is told what else is missing',
    async ({ claims }) => {
      const headers = bearer(await tokenOf('look change audit decide', claims));
      const answer = await post(replica.url, toolCall('approve_thread'), headers);
      expect(answer.status).toBe(403);
      golden(await answer.text());
    },
  );

  it('are all listed in the metadata where clients find the issuer', async () => {
    const metadata = await fetch(`${replica.url}/.well-known/oauth-protected-resource`);
    expect(await metadata.json()).toMatchObject({ scopes_supported: ['mcp', 'look', 'change', 'audit', 'decide'] });
  });

  it('a tool that does not exist is unknown, not forbidden', async () => {
    const answer = await post(replica.url, toolCall('no_such_tool'), bearer(await tokenOf('look')));
    expect(answer.status).not.toBe(403);
    golden(await answer.text());
  });

  it('a method that is not a string is the caller’s mistake, not an error of this server', async () => {
    const message = { ...LIST, method: { toString: 1 } };
    const answer = await post(replica.url, message, bearer(await tokenOf('look')));
    expect(answer.status).toBe(400);
    expect(replica.log().filter(({ level }) => level === 'error')).toEqual([]);
  });
});

it.each([
  { claim: 'https://a.example/groups:approvers', claims: { 'https://a.example/groups': ['approvers'] } },
  { claim: 'realm_access.roles:approvers', claims: { realm_access: { roles: ['approvers'] } } },
])('a claim may be named by its address or its path: $claim', async ({ claim, claims }) => {
  const issuer = await startIssuer(RESOURCE);
  const replica = await openReplica({
    args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC, '--decide-claim', claim],
  });
  expect(await namesIn(await post(replica.url, LIST, bearer(await issuer.token({ claims }))))).toContain(
    'approve_thread',
  );
  expect(await namesIn(await post(replica.url, LIST, bearer(await issuer.token())))).not.toContain('approve_thread');
});

describe('the tokens file', () => {
  const ANNA = { name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read', 'write', 'decide'] };
  const BERT = { name: 'bert', token: 'bert-0123456789abcdefgh', rights: ['read'] };
  const ALL = 'shared-0123456789abcdefgh';
  let file: string;
  let replica: ReplicaHere;
  const put = (content: unknown): void => {
    writeFileSync(`${file}.new`, typeof content === 'string' ? content : JSON.stringify(content));
    renameSync(`${file}.new`, file);
  };
  beforeAll(async () => {
    file = join(temporaryFolder('people'), 'tokens.json');
    put([ANNA, BERT]);
    replica = await openReplica({
      args: ['--sandbox', '--http-tokens-file', file],
      env: { AGENT_PLATFORM_HTTP_TOKEN: ALL },
    });
  });
  const statusOf = async (token: string) => (await post(replica.url, LIST, bearer(token))).status;
  const warnings = () => replica.log().filter(({ level }) => level === 'warn');

  it.each(['v1', 'v2-modern'] as const)(
    'gives each person their rights, and the shared token all rights (%s)',
    async (client) => {
      for (const [token, rights] of [
        [ANNA.token, ANNA.rights],
        [BERT.token, BERT.rights],
        [ALL, ANNA.rights],
      ] as const) {
        const connected = await connectHttp({ client, url: replica.url, headers: bearer(token) });
        const names = (await connected.listTools()).map(({ name }) => name);
        expect(new Set(names.map(rightOf))).toEqual(new Set(rights));
      }
      expect(await statusOf('carl-0123456789abcdefgh')).toBe(401);
    },
  );

  it('refuses a call that a person has no right to, and says who decided that', async () => {
    for (const headers of [{}, { ...MODERN, 'mcp-name': 'create_thread' }]) {
      const answer = await post(replica.url, toolCall('create_thread', { agentId: 'a', message: 'x' }), {
        ...bearer(BERT.token),
        ...headers,
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
      golden(await answer.text());
    }
  });

  it("puts the person's name into the request log, and no token", async () => {
    await modernCall(replica.url, 'get_thread', { threadId: ANNA.token }, undefined, bearer(ANNA.token));
    const line = expect.objectContaining({ subject: 'anna', label: 'anna', issuer: 'http-tokens-file' });
    await expect.poll(() => replica.log()).toContainEqual(line);
    expect(JSON.stringify(replica.log())).not.toContain(ANNA.token);
  });

  it('is read again when it changes', async () => {
    put([ANNA, { ...BERT, token: 'bert-rotated-0123456789' }]);
    await expect.poll(() => statusOf('bert-rotated-0123456789')).toBe(200);
    expect(await statusOf(BERT.token)).toBe(401);
    expect(await statusOf(ANNA.token)).toBe(200);
  });

  it('keeps its last valid content if it can’t be read, and warns', async () => {
    put([ANNA]);
    await expect.poll(() => statusOf('bert-rotated-0123456789')).toBe(401);
    put(`[{"token": "${ANNA.token}"`);
    const broken = () => replica.log().filter(({ event, state }) => event === 'tokens_file' && state === 'broken');
    await expect.poll(broken).toHaveLength(1);
    expect(await statusOf(ANNA.token)).toBe(200);
    expect(JSON.stringify(broken())).not.toContain('0123456789');
  });

  it('prevents the start if it is invalid', async () => {
    const bad = `${file}.bad`;
    writeFileSync(bad, '{}');
    for (const name of [bad, `${bad}.gone`]) {
      golden(await refusedStart(['--http-tokens-file', name]), bad);
    }
  });

  it.each(['v1', 'v2-legacy'] as const)(
    'a person whose right is withdrawn while the question is open decides nothing (%s)',
    async (client) => {
      put([ANNA]);
      const decides = async () => (await post(replica.url, toolCall('approve_thread', {}), bearer(ANNA.token))).status;
      await expect.poll(decides).toBe(200);
      const waiting = '0cb971fa-e7b6-4ebf-9cfc-90cad214af14';
      const refused = () => warnings().filter(({ message }) => String(message).startsWith('an answer came')).length;
      const before = refused();
      const pick = human();
      let isAnswered = false;
      const connected = await connectHttp({
        client,
        url: replica.url,
        headers: bearer(ANNA.token),
        elicit: async ({ message, requestedSchema }) => {
          put([{ ...ANNA, rights: ['read'] }]);
          await expect.poll(decides).toBe(403);
          isAnswered = true;
          return pick.elicit({ message, requestedSchema });
        },
      });
      const stop = new AbortController();
      const args = { threadId: waiting, status: 'APPROVED' };
      const call = connected.callTool('approve_thread', args, { signal: stop.signal }).catch(() => undefined);
      await expect.poll(() => isAnswered).toBe(true);
      await expect.poll(refused).toBe(before + 1);
      stop.abort();
      await call;
      const { result } = await messageOf(
        await post(replica.url, toolCall('get_thread', { threadId: waiting }), bearer(ANNA.token)),
      );
      expect(result).toMatchObject({ structuredContent: { status: 'AWAITING_APPROVAL' } });
    },
  );
});

it.each(['HTTP_READ_SCOPES', 'HTTP_DECIDE_CLAIM', 'HTTP_DECIDING_CLIENTS'])(
  '%s without an issuer prevents the start',
  async (name) => {
    golden(await refusedStart([], { [`AGENT_PLATFORM_${name}`]: 'groups:a' }));
  },
);
