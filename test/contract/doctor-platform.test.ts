/** What `doctor` says of a platform's health where a web page answers. */
import { expect, it } from 'vitest';
import { checkPlatform } from '../../src/cli/doctor/platform.ts';
import { clientFor, json, raw, startDouble } from '../support/platform-double.ts';

it('of a web page at the health address it says so, and not that the platform is well', async () => {
  const page = raw(200, '<!doctype html><title>Sign in</title>');
  const double = await startDouble((exchange) =>
    (exchange.request.path.endsWith('/health') ? page : json(200, []))(exchange),
  );
  const client = clientFor(double.url);
  const health = (await checkPlatform(client)).find(({ id }) => id === 'health');
  expect(health).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining('A web page answered at /v1/health'),
  });
  expect(health?.next).toContain('AGENT_PLATFORM_HEALTH_PATH');
  await client.close();
  await double.close();
});
