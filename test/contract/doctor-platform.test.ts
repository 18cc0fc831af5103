/** What `doctor` says to do first where the address or the token was written wrongly. */
import { expect, it } from 'vitest';
import { checkPlatform } from '../../src/cli/doctor/platform.ts';
import { verdictOn } from '../../src/cli/doctor/report.ts';
import { checkToken } from '../../src/cli/doctor/token.ts';
import { readSettings } from '../../src/settings/read.ts';
import { golden } from '../support/golden.ts';
import { clientFor, json, raw, startDouble } from '../support/platform-double.ts';

it('of an address that ends in /v1 it says to leave that out, not to move the paths behind it', async () => {
  const double = await startDouble(json(404, {}));
  const client = clientFor(`${double.url}/v1`);
  const next = 'Leave /v1 out of AGENT_PLATFORM_BASE_URL: this server adds it.';
  expect(await checkPlatform(client)).toMatchObject([{ id: 'read', status: 'fail', next }]);
  await client.close();
  await double.close();
});

it('of a web page at the health address it says so, and not that the platform is well', async () => {
  const page = raw(200, '<!doctype html><title>Sign in</title>');
  const double = await startDouble((exchange) =>
    (exchange.request.path.endsWith('/health') ? page : json(200, []))(exchange),
  );
  const client = clientFor(double.url);
  const health = (await checkPlatform(client)).find(({ id }) => id === 'health');
  golden([health?.status, health?.summary, health?.next].join('\n'));
  await client.close();
  await double.close();
});

it.each(['"', "'"])(
  'of a token between %s it says to remove the quotation marks, not to get another one',
  async (mark) => {
    const double = await startDouble(json(401, {}));
    const client = clientFor(double.url);
    const token = checkToken(readSettings({ AGENT_PLATFORM_TOKEN: `${mark}sesame-1234567-open${mark}` }).values);
    const { next, exitCode } = verdictOn([token, ...(await checkPlatform(client))], false, '');
    expect(next).toBe('Remove the quotation marks: they are sent as part of the token.');
    expect(exitCode).toBe(2);
    await client.close();
    await double.close();
  },
);
