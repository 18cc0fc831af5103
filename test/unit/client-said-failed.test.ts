/** An answer with a status of success that says it failed is a failure, with the platform's own words. */
import { expect, it } from 'vitest';
import { PlatformError } from '../../src/platform/client/errors.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { failureOf, json, withDouble } from '../support/platform-double.ts';

const BODIES = [
  { success: false, error: { message: 'quota is used up', code: 'QUOTA' }, timestamp: '2026-11-20T10:00:00Z' },
  { success: false, error: 'quota is used up', data: null },
];

it.each(BODIES)('%j', (body) =>
  withDouble(json(200, body), {}, async (_double, client) => {
    const approval = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
    const read = await failureOf(client.call(operations.listAgents, {}));
    const write = await failureOf(client.call(operations.handleThreadApproval, approval));
    if (!(read instanceof PlatformError) || !(write instanceof PlatformError)) throw new Error('no PlatformError');
    expect([read.facts.kind, read.facts.effect, String(read.facts.words)]).toEqual([
      'said-failed',
      'none',
      '⟦quota is used up⟧',
    ]);
    expect([write.facts.kind, write.facts.effect]).toEqual(['said-failed', 'unknown']);
  }),
);

it('a failed tool test and an undone deletion speak for themselves', () =>
  withDouble(json(200, { success: false, error: 'no' }), {}, async (_double, client) => {
    const target = { path: { toolServerId: 's', toolId: 't' } };
    expect(await client.call(operations.testTool, { ...target, body: {} })).toMatchObject({ success: false });
    expect(await client.call(operations.deleteTool, target)).toMatchObject({ success: false });
  }));
