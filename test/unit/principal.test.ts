/** Principals: no two people share data, whatever the names of them and their issuers. */
import type { AuthInfo } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { callerBinding, LOCAL, principal, principalOf } from '../../src/mcp/engine/caller.ts';
import { cacheKey, memoryFor, PlatformCache } from '../../src/mcp/engine/platform-cache.ts';
import { completionValues } from '../../src/mcp/engine/read.ts';
import { session } from '../support/sessions.ts';

const person = (issuer: string | undefined, subject: string | undefined) =>
  principal({ issuer, subject, client: 'app', isPerson: true, rights: new Set(), names: [] });
const authOf = (issuer: string, subject: string): AuthInfo => ({
  token: '',
  clientId: 'app',
  scopes: [],
  extra: { principal: person(issuer, subject) },
});

/** Each would be one and the same if its parts were joined by the character in it. */
const PAIRS: readonly (readonly [string | undefined, string | undefined])[] = [
  ['https://a.example', 'anna'],
  ['https://a.exampleanna', ''],
  ['https://a.example","anna', 'x'],
  ['https://a.example', 'anna","x'],
  ['https://a.example\u0000anna', 'x'],
  ['https://a.example', '\u0000anna'],
  ['https://a.example/', 'anna'],
  ['https://b.example', 'anna'],
  ['null', 'anna'],
  [undefined, 'anna'],
  [undefined, 'null'],
  [undefined, undefined],
  ['', ''],
];

it('no two pairs of issuer and subject have one key, or one binding', () => {
  const people = PAIRS.map(([issuer, subject]) => person(issuer, subject));
  expect(new Set(people.map(({ key }) => key)).size).toBe(PAIRS.length);
  const bindings = PAIRS.map(([issuer, subject]) => callerBinding(authOf(issuer ?? 'none', subject ?? 'none')));
  expect(new Set(bindings).size).toBe(PAIRS.length);
});

it('no two kept values share a place for their keys', () => {
  const app = { caches: { scope: 0 }, platformCache: new PlatformCache() };
  const keys = PAIRS.flatMap(([issuer, subject]) =>
    ['history of a', 'a', '","list","a'].map((words) => cacheKey(app, person(issuer, subject), 'memory', words)),
  );
  expect(new Set(keys).size).toBe(PAIRS.length * 3);
});

it('what is remembered for one caller is not there for another', () => {
  const app = { caches: { scope: 0 }, platformCache: new PlatformCache() };
  const [anna, otherAnna] = [person('https://a.example', 'anna'), person('https://b.example', 'anna')];
  memoryFor(app, anna).set('currency of agent-1', 'EUR', 60_000);
  expect(memoryFor(app, anna).get('currency of agent-1')).toBe('EUR');
  expect(memoryFor(app, otherAnna).get('currency of agent-1')).toBeUndefined();
  expect(memoryFor({ ...app, caches: { scope: 1 } }, anna).get('currency of agent-1')).toBeUndefined();
});

it('many callers take no more room than a few', () => {
  const kept = new PlatformCache();
  for (let n = 0; n < 2_100; n++) kept.set(`key ${n}`, n, 60_000);
  const left = Array.from({ length: 2_100 }, (_, n) => kept.get(`key ${n}`)).filter((value) => value !== undefined);
  expect(left).toHaveLength(2_000);
  expect(kept.get('key 2099')).toBe(2_099);
});

it('a completion is fetched once for each of two people', async () => {
  const { app } = await session(() => ({ json: [] }));
  let asked = 0;
  const completer = async () => [{ value: `made-${++asked}` }];
  const values = (who: string) =>
    completionValues(app, { name: 'agentId', of: 'review-costs', chosen: {} }, completer, {
      token: '',
      clientId: 'app',
      scopes: [],
      extra: { principal: person('https://a.example', who) },
    });
  expect(await values('anna')).toEqual([{ value: 'made-1' }]);
  expect(await values('bert')).toEqual([{ value: 'made-2' }]);
  expect(await values('anna')).toEqual([{ value: 'made-1' }]);
});

it('a caller without rights may do nothing; over stdio the one user may do everything', () => {
  const forged: AuthInfo = { token: '', clientId: 'app', scopes: [], extra: { principal: { ...LOCAL } } };
  expect([...principalOf(forged).rights]).toEqual([]);
  expect([...principalOf(undefined).rights]).toEqual(['read', 'write', 'decide']);
});
