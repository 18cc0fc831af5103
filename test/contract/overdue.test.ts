/** What has waited too long is marked, if a time is set for that. */
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { createMetrics } from '../../src/mcp/http/metrics.ts';
import { alikePlatform, refund } from '../support/alike-platform.ts';
import { inProcess } from '../support/in-process.ts';
import { uuid } from '../support/sessions.ts';

const HOUR = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();

/** Three alike requests, two of them for longer than a day, and two that stand alone. */
async function inbox(settings: Readonly<Record<string, string>>) {
  const platform = await alikePlatform([
    ...[50, 30, 2].map((hours, n) => refund(n, { thread: { updatedAt: hoursAgo(hours) } })),
    refund(3, { currency: 'EUR', thread: { updatedAt: hoursAgo(25) } }),
    // It doesn't say since when it waits, but it is older than that.
    refund(4, { currency: 'USD', thread: { createdAt: hoursAgo(26), updatedAt: undefined } }),
    refund(5, { currency: 'JPY', thread: { updatedAt: hoursAgo(23) } }),
  ]);
  const metrics = createMetrics();
  const { call } = await inProcess(
    { BASE_URL: platform.url, TOKEN: 'tok_some-token-for-tests-1', ...settings },
    catalogue,
    { observer: metrics },
  );
  const { data, text } = await call('list_pending_approvals');
  return {
    data,
    text,
    overdue: data.approvals.map(({ threadId, overdue }) => [threadId ?? 'group', overdue]),
    metrics: (await metrics.page({ requests: 0, connections: 0 })).text,
  };
}

it('the inbox marks each request that has waited longer than the setting says, and counts them', async () => {
  const { text, data, overdue, metrics } = await inbox({ OVERDUE_HOURS: '24' });
  expect(data.overdue).toBe(4);
  expect(Object.fromEntries(overdue)).toEqual({ group: 2, [uuid(3)]: 1, [uuid(4)]: 1, [uuid(5)]: undefined });
  expect(text).toContain('overdue: 4, waiting for more than 24 h');
  expect(text).toContain('2 of them overdue');
  expect(text).toMatch(
    new RegExp(`${uuid(3)} · .*waiting for 1 d 1 h, since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ, overdue`),
  );
  expect(text).toMatch(new RegExp(`${uuid(4)} · .*created 1 d 2 h ago, overdue`));
  expect(metrics).toContain('agent_platform_mcp_approvals_overdue 4');
});

it('the inbox calls nothing overdue while the setting is off, as by default', async () => {
  const { text, data, overdue, metrics } = await inbox({});
  expect([data.overdue, ...overdue.map(([, count]) => count)]).toEqual(Array(5).fill(undefined));
  expect(text + metrics).not.toContain('overdue');
});
