/** How much the brief compares: long words of the agent, long lists of a call. */
import { expect, it } from 'vitest';
import { isComparedWhole } from '../../src/domain/approvals/brief/brief.ts';
import { agent, briefOn, orderLines, tool, user } from '../support/briefs.ts';

const call = { id: 'c1', type: 'function', function: { name: 'lookup_order', arguments: '{"order":"10482"}' } };
const messages = [
  user('Refund order 10482'),
  agent('', { tool_calls: [call] }),
  tool('{"total": 64.5}', { name: 'lookup_order', tool_call_id: 'c1' }),
];

it('says which words were not compared', () => {
  const long = briefOn(messages, { order: '10482' }, `${'word '.repeat(22_000)}`);
  expect([isComparedWhole(long), long.notCompared]).toEqual([
    false,
    ['10,000 characters in the middle of what the agent says'],
  ]);
  expect(isComparedWhole(briefOn(messages, { order: '10482' }, 'word '.repeat(19_000)))).toBe(true);
});

it('compares the total after a list of 600 lines', () => {
  const order = { lines: orderLines(600), total: 29_340, currency: 'EUR' };
  const { contradictions, unsaid } = briefOn(messages, order, 'It is 23,940.00 EUR.');
  expect(contradictions).toEqual(['the agent says 23,940.00 EUR, the call has total 29340']);
  expect(unsaid[0]).toBe('total 29340: nobody said this');
});
