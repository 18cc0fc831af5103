/** check_health is about the platform, not about whatever answers at its address. */
import { expect, it } from 'vitest';
import { inProcess } from '../support/in-process.ts';
import { json, type Reply, raw, startDouble, TOKEN } from '../support/platform-double.ts';

it.each<[string, Reply, RegExp]>([
  ['the platform', json(200, { status: 'ok' }), /^The platform is available: it answered in \d+ ms\./],
  [
    'a login page',
    raw(200, '<!doctype html><title>Sign in</title>'),
    /^Whether the platform is available is unknown: a web page answered/,
  ],
])('where %s answers', async (_what, reply, words) => {
  const double = await startDouble(reply);
  const { call, close } = await inProcess({ BASE_URL: double.url, TOKEN });
  const { text, data } = await call('check_health');
  expect(text).toMatch(words);
  expect(data.status).toBe(text.includes('web page') ? undefined : 'ok');
  await close();
  await double.close();
});
