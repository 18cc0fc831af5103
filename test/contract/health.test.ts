/** check_health reports on the platform, not on anything else that answers at its address. */
import { expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import { json, type Reply, raw, startDouble, TOKEN } from '../support/platform-double.ts';

it.each<[string, Reply]>([
  ['the platform', json(200, { status: 'ok' })],
  ['a login page', raw(200, '<!doctype html><title>Sign in</title>')],
])('reports on the platform, not on %s that answers in its place', async (_what, reply) => {
  const double = await startDouble(reply);
  const { call } = await inProcess({ BASE_URL: double.url, TOKEN });
  const { text, data } = await call('check_health');
  golden(text);
  expect(data.status).toBe(text.includes('web page') ? undefined : 'ok');
});

it.each([{ healthy: false }, { ok: false }, { status: 'ok', healthy: false }])(
  '%j is not reported as ok',
  async (body) => {
    const double = await startDouble(json(200, body));
    const { call } = await inProcess({ BASE_URL: double.url, TOKEN });
    expect((await call('check_health')).data.status).toBe('unhealthy');
  },
);
