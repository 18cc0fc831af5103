/** The report of `doctor` on a platform whose health address answers with a web page. */
import { it } from 'vitest';
import { checkPlatform } from '../../src/cli/doctor/platform.ts';
import { golden } from '../support/golden.ts';
import { clientFor, json, raw, startDouble } from '../support/platform-double.ts';

it('doctor only warns where the token may not read the health, if the platform takes it elsewhere', async () => {
  const double = await startDouble((exchange) =>
    json(exchange.request.path.endsWith('/health') ? 403 : 200, [])(exchange),
  );
  const checks = await checkPlatform(clientFor(double.url));
  golden(checks.map(({ id, status, summary, next = '' }) => [id, status, summary, next].join('\n')).join('\n\n'));
});

it.each([
  ['a health address without a status', 200, null],
  ['a health address that fails', 500, { message: 'oops' }],
  ['a platform that reports itself down', 503, { status: 'down' }],
])('doctor reports no more than %s, if everything else works', async (_what, status, body) => {
  const double = await startDouble((exchange) =>
    (exchange.request.path.endsWith('/health') ? json(status, body) : json(200, []))(exchange),
  );
  const health = (await checkPlatform(clientFor(double.url))).find(({ id }) => id === 'health');
  golden([health?.status, health?.summary, health?.next].join('\n'));
});

it('doctor reports a web page at the health address, and not a healthy platform', async () => {
  const page = raw(200, '<!doctype html><title>Sign in</title>');
  const double = await startDouble((exchange) =>
    (exchange.request.path.endsWith('/health') ? page : json(200, []))(exchange),
  );
  const client = clientFor(double.url);
  const health = (await checkPlatform(client)).find(({ id }) => id === 'health');
  golden([health?.status, health?.summary, health?.next].join('\n'));
});
