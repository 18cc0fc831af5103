/** As many alike requests as a result has room for. */
import { expect, it } from 'vitest';
import { alikePlatform, refund } from '../support/alike-platform.ts';
import { inProcess } from '../support/in-process.ts';
import { uuid } from '../support/sessions.ts';

it('fits a hundred requests of which 88 are alike into one result, each named by its id', async () => {
  const short = { metadata: { ticket: undefined } };
  const alike = Array.from({ length: 88 }, (_, n) => refund(n, { ...short, customer: 'Mei' }));
  const odd = Array.from({ length: 12 }, (_, n) => refund(88 + n, { ...short, says: ` Note ${'abcdefghijkl'[n]}.` }));
  const platform = await alikePlatform([...alike, ...odd]);
  const { call } = await inProcess({ BASE_URL: platform.url, TOKEN: 'tok_some-token-for-tests-1', MAX_RETRIES: '0' });
  const { text, data } = await call('list_pending_approvals');
  expect(text.length).toBeLessThanOrEqual(12_000);
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(12_000);
  for (let n = 0; n < 100; n++) expect(text).toContain(uuid(n));
});
