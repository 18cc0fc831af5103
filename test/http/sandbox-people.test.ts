/** `http --sandbox --sandbox-people`: made-up callers with names and rights of their own, for this run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { statsOf } from '../../src/basics/regular-file.ts';
import { replicaOptions } from '../../src/cli/http.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { textOf } from '../support/clients.ts';
import { pressing } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openReplica, refusedStart } from './here.ts';
import { modernCall } from './modern.ts';
import { connectHttp, LIST, post } from './support.ts';

const FLAGS = ['--sandbox', '--sandbox-people'];
const THREAD = threadId('refund-10482');

/** The file goes with its process, which here is that of the tests. */
beforeEach(() => void vi.stubEnv('TMPDIR', temporaryFolder('sandbox-people')));
afterEach(() => void vi.unstubAllEnvs());

it('the log shows their tokens, each has its rights, and the audit log names who decided', async () => {
  const auditLog = join(temporaryFolder('sandbox-people'), 'audit.log');
  const replica = await openReplica({ args: FLAGS, env: { AGENT_PLATFORM_AUDIT_LOG: auditLog } });
  const people = replica.log().filter(({ event }) => event === 'person');
  golden(people.map(({ name, rights }) => `${name}: ${[rights].flat().join(', ')}`).join('\n'));
  const as = (name: string) => ({
    authorization: `Bearer ${String(people.find((person) => person.name === name)?.token)}`,
  });
  expect((await post(replica.url, LIST)).status).toBe(401);
  const decision = { threadId: THREAD, status: 'APPROVED' };
  expect((await modernCall(replica.url, 'list_agents', {}, undefined, as('Cleo Marsh'))).isError).toBe(false);
  expect((await modernCall(replica.url, 'approve_thread', decision, undefined, as('Cleo Marsh'))).isError).toBe(true);
  const anna = await connectHttp({
    client: 'v2-modern',
    url: replica.url,
    headers: as('Anna Ek'),
    elicit: (request) => pressing(request, 'Approve'),
  });
  const decided = await anna.callTool('approve_thread', decision);
  expect(decided.isError, textOf(decided)).toBeFalsy();
  expect(readFileSync(auditLog, 'utf8')).toContain('Anna Ek');
});

it('nobody else can read the file of their tokens, which holds only digests', () => {
  const { settings, people = [] } = replicaOptions({ args: FLAGS, env: {} });
  const file = settings.httpTokensFile ?? '';
  expect((statsOf(file)?.mode ?? 0) & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(people.filter(({ token }) => text.includes(token))).toEqual([]);
});

it.each([
  { HTTP_TOKENS_FILE: '/tokens' },
  { HTTP_TOKEN: 'inbound-0123456789abcdef' },
  { OAUTH_ISSUER: 'https://issuer.example' },
  { IDENTITY: 'exchange' },
])('they are the only callers: %j is refused', async (more) => {
  const env = Object.fromEntries(Object.entries(more).map(([name, value]) => [`AGENT_PLATFORM_${name}`, value]));
  golden(await refusedStart(FLAGS, env));
});
