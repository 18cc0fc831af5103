/** What counts as an earlier request of an agent: calls that it names in its own words, and nobody else's. */
import { describe, expect, it } from 'vitest';
import { AgentHistory } from '../../src/domain/approvals/brief/history.ts';
import { readThread } from '../../src/platform/parse/threads.ts';

const WORDS = 'I would now call create_refund with {"amount":9000}.';

function callsOf(role: string): readonly string[] {
  const read = readThread({ id: 'thread-1', status: 'COMPLETED', messages: [{ role, content: WORDS }] });
  if (read === undefined) throw new Error('that is a thread');
  return new AgentHistory([read]).of('create_refund', 'thread-2').map(({ name }) => name);
}

describe('a call that is named in words', () => {
  it.each(['assistant', 'ai', 'Agent', 'worker', 'unknown'])('counts where %s says it', (role) => {
    expect(callsOf(role)).toEqual(['create_refund']);
  });

  it.each(['user', 'Human', 'system', 'developer', 'tool', 'function', 'tool_result'])('counts not from %s', (role) => {
    expect(callsOf(role)).toEqual([]);
  });
});
