/** What `doctor` says of a platform that is reached, where the address is wrong. */
import { expect, it } from 'vitest';
import { checkPlatform } from '../../src/cli/doctor/platform.ts';
import { clientFor, json, startDouble } from '../support/platform-double.ts';

it('of an address that ends in /v1 it says to leave that out, not to move the paths behind it', async () => {
  const double = await startDouble(json(404, {}));
  const client = clientFor(`${double.url}/v1`);
  const checks = await checkPlatform(client, {});
  const next = 'Leave /v1 out of AGENT_PLATFORM_BASE_URL: this server adds it.';
  expect(checks.find(({ id }) => id === 'read')).toMatchObject({ status: 'fail', next });
  expect(checks.find(({ id }) => id === 'health')).toMatchObject({
    status: 'warn',
    summary: 'Nothing was found at /v1/v1/health.',
    next,
  });
  await client.close();
  await double.close();
});
