/** Authentication over time: files that change while the server runs, and issuers that are down for a while. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startIssuer } from './issuer.ts';
import { LIST, post, type Replica, startReplica } from './support.ts';

const PUBLIC = 'https://mcp.example';
const RESOURCE = `${PUBLIC}/mcp`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a static token', () => {
  const TOKEN = 'static-token-0123456789abcdef';
  const ROTATED = 'rotated-token-0123456789';
  let replica: Replica;
  let file: string;
  const put = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  const statusOf = async (token: string) => (await post(replica.url, LIST, bearer(token))).status;
  beforeAll(async () => {
    file = join(temporaryFolder('http'), 'token');
    put(ROTATED);
    replica = await startReplica({ args: ['--sandbox', '--http-token-file', file] });
  });
  // Also if a case fails, since the next one begins with a token.
  afterEach(() => put(ROTATED));

  it.each([
    { it: 'is emptied', spoil: () => put(''), guess: '' },
    { it: 'is deleted', spoil: () => rmSync(file), guess: 'undefined' },
    { it: 'holds one character', spoil: () => put('x'), guess: 'x' },
    { it: 'holds a short token', spoil: () => put('fifteen-letters'), guess: 'fifteen-letters' },
    { it: 'holds two lines', spoil: () => put(`${ROTATED}\n${TOKEN}`), guess: TOKEN },
  ])('lets nobody in once its file $it, until it holds a token again', async ({ spoil, guess }) => {
    await expect.poll(() => statusOf(ROTATED)).toBe(200);
    const warnings = () => replica.log().filter(({ level }) => level === 'warn');
    const before = warnings().length;
    spoil();
    await expect.poll(() => statusOf(ROTATED)).toBe(401);
    expect(await statusOf(guess)).toBe(401);
    // The line is written once the response was.
    await expect.poll(() => replica.log().findLast(({ event }) => event === 'request')).toMatchObject({ status: 401 });
    // Once for each such time, however many calls were refused.
    expect(warnings().slice(before)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^The file of .* admits nobody\.$/) }),
    ]);
    put(ROTATED);
    await expect.poll(() => statusOf(ROTATED)).toBe(200);
  });
});

describe('an issuer that can’t be asked', () => {
  it('leads to 503, not 401, since a valid token must not look invalid, and is asked again', async () => {
    const issuer = await startIssuer(RESOURCE);
    issuer.fail(true);
    const replica = await startReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
    const token = await issuer.token();
    const refused = await post(replica.url, LIST, bearer(token));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    issuer.fail(false);
    await expect.poll(async () => (await post(replica.url, LIST, bearer(token))).status, { interval: 500 }).toBe(200);
    await replica.stop();
  });
});

it('keys of an issuer that is down are not requested anew for each call, whatever its token', async () => {
  const issuer = await startIssuer(RESOURCE);
  const replica = await startReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
  const good = await issuer.token();
  const tokens = [
    good,
    await issuer.token({ foreignKey: 'unknown name' }),
    await issuer.token({ issuer: 'https://x' }),
    'x',
  ];
  const send = () =>
    Promise.all(Array.from({ length: 20 }, (_, at) => post(replica.url, LIST, bearer(tokens[at % 4] ?? ''))));
  issuer.fail(true);
  await send();
  await send();
  // The metadata at its two places, once.
  expect(issuer.asked).toHaveLength(2);
  issuer.fail(false);
  const status = async () => (await post(replica.url, LIST, bearer(good))).status;
  await expect.poll(status, { interval: 500 }).toBe(200);
  // Now its metadata is known, and its keys are: those who have a good token are let in while it is down again.
  issuer.fail(true);
  const before = issuer.asked.length;
  const statuses = (await send()).map((answer) => answer.status);
  expect(statuses.filter((_, at) => at % 4 === 0)).toEqual(Array(5).fill(200));
  expect(issuer.asked.length - before).toBeLessThanOrEqual(1);
  await replica.stop();
});

it('keys that have moved are found again where the metadata says', async () => {
  const issuer = await startIssuer(RESOURCE);
  const replica = await startReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
  const status = async () => (await post(replica.url, LIST, bearer(await issuer.token()))).status;
  expect(await status()).toBe(200);
  issuer.move();
  await issuer.rotate();
  // Keys are fetched for an unknown name 5 s after the last time at the earliest.
  await expect.poll(status, { interval: 500, timeout: 15_000 }).toBe(200);
  await replica.stop();
});
