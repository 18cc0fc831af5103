/** A 429 that says which limit was hit, and when it resets. */
import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/mcp/contract/error-text.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { golden } from '../support/golden.ts';
import { failureOf, inTurn, json, openDouble } from '../support/platform-double.ts';

const { listAgents, listToolServers, sendAssistantMessage } = operations;
const MESSAGE = { path: { assistant_id: 'support' }, body: { message: 'hi' } } as const;
const DETAILS = { blockingRule: 'Daily\u202e agent runs', current: 500, limit: 500 };
const far = (): string => new Date(Date.now() + 86_400_000).toISOString();
/** Beyond the time of a call, but too soon to concern one kind of call alone. */
const inMinutes = (): string => new Date(Date.now() + 100_000).toISOString();
const soon = (): string => new Date(Date.now() + 400).toISOString();

const withDetails = (details: object, headers = {}) =>
  json(
    429,
    { success: false, error: { message: 'Tenant limit exceeded', code: 'TENANT_LIMIT_EXCEEDED', details } },
    headers,
  );

describe('a rate limit is reported with its rule, its use and its reset:', () => {
  const resetsAt = '2999-01-02T03:04:05.000Z';
  it.each([
    [
      'inside error',
      { success: false, error: { message: 'no', code: 'TENANT_LIMIT_EXCEEDED', details: { ...DETAILS, resetsAt } } },
    ],
    [
      'beside it',
      { statusCode: 429, error: 'TENANT_LIMIT_EXCEEDED', message: 'no', details: { ...DETAILS, resetsAt } },
    ],
    [
      'in epoch milliseconds',
      { message: 'no', code: 'TENANT_LIMIT_EXCEEDED', details: { ...DETAILS, resetsAt: Date.parse(resetsAt) } },
    ],
  ])('%s', async (_where, body) => {
    const [, client] = await openDouble(json(429, body));
    const text = errorText(await failureOf(client.call(listAgents, {})));
    // What the platform chose is cleaned and marked; what is a plain word or figure is not.
    golden(text);
  });

  it.each([
    ['a rule alone', { blockingRule: { name: 'runs' } }],
    ['a time alone', { resetsAt }],
    ['a time that is none', { blockingRule: 'runs', resetsAt: 'tomorrow' }],
    ['more than that', { blockingRule: 'runs', plan: 'free' }],
    ['nothing of the kind', { plan: 'free' }],
  ])('%s', async (_what, details) => {
    const [, client] = await openDouble(withDetails(details));
    golden(errorText(await failureOf(client.call(listAgents, {}))));
  });
});

describe.concurrent('the end of a rate limit is awaited', () => {
  it('by a call that has the time, also by a write, which was refused', async () => {
    const [{ requests }, client] = await openDouble(
      (exchange) =>
        inTurnOf(
          exchange.count,
          withDetails({ ...DETAILS, resetsAt: soon() }),
          json(200, { message: 'hello' }),
        )(exchange),
      { maxRetries: 1 },
    );
    await client.call(sendAssistantMessage, MESSAGE);
    expect(requests.length).toBe(2);
    expect((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(250);
  });

  it('no longer than the call has', async () => {
    const [{ requests }, client] = await openDouble(withDetails({ ...DETAILS, resetsAt: far() }), { maxRetries: 3 });
    await failureOf(client.call(sendAssistantMessage, MESSAGE));
    expect(requests.length).toBe(1);
  });

  it.each([
    ['Retry-After says otherwise', far(), { 'retry-after': '0' }],
    ['it is over', '2001-01-01T00:00:00Z', {}],
  ])('unless %s', async (_what, resetsAt, headers) => {
    const [{ requests }, client] = await openDouble(
      inTurn(withDetails({ ...DETAILS, resetsAt }, headers), json(200, [])),
      { maxRetries: 1 },
    );
    await client.call(listAgents, {});
    expect(requests.length).toBe(2);
  });

  it('by other calls, too, which are told why', async () => {
    const [{ requests }, client] = await openDouble(
      inTurn(withDetails({ ...DETAILS, resetsAt: inMinutes() }), json(200, [])),
      { timeoutMs: 60_000, maxRetries: 0 },
    );
    await failureOf(client.call(listAgents, {}));
    const held = errorText(await failureOf(client.call(listAgents, {}, { timeoutMs: 30_000 })));
    expect(held).toContain('rule ⟦Daily agent runs⟧');
    expect(requests.length).toBe(1);
  });

  it('by no other kind of call if it lasts for hours: what a tenant may spend in a day may concern one alone', async () => {
    const [{ requests }, client] = await openDouble(
      inTurn(withDetails({ ...DETAILS, resetsAt: far() }), json(200, [])),
      { timeoutMs: 60_000 },
    );
    await failureOf(client.call(listAgents, {}));
    await client.call(listToolServers, {});
    await failureOf(client.call(listAgents, {}));
    expect(requests.map(({ path }) => path)).toEqual(['/v1/agents', '/v1/tool-servers']);
  });

  it('and what the platform asked to wait is said, also if calls are held back for less', async () => {
    const [, client] = await openDouble(json(429, {}, { 'retry-after': '3600' }));
    await failureOf(client.call(listAgents, {}));
    expect(errorText(await failureOf(client.call(listAgents, {})))).toMatch(
      /another 3[56]\d\d s; this server holds such calls back for (?:29\d|300) s of that\. Wait, then call again\. /,
    );
  });

  it.each([
    [undefined, true],
    ['north', false],
  ])('and that the limit may be another tenant’s, unless all calls are of one: %s', async (tenantId, mayBe) => {
    const scope = { tenantId, dialect: 'specification' } as const;
    const [, client] = await openDouble(withDetails({ ...DETAILS, resetsAt: far() }), { scope });
    const [own, held] = [await failureOf(client.call(listAgents, {})), await failureOf(client.call(listAgents, {}))];
    expect(errorText(held).includes("The limit may be another tenant's")).toBe(mayBe);
    expect(errorText(own)).not.toContain('another tenant');
  });
});

/** The first reply to the first request, the second to all others; made when it is sent. */
function inTurnOf(count: number, first: ReturnType<typeof json>, others: ReturnType<typeof json>) {
  return count === 1 ? first : others;
}
