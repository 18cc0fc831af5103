/** No text names a tool that the session lacks. */
import { describe, expect, it } from 'vitest';
import { withoutMissing } from '../../src/mcp/engine/omit-missing-tools.ts';

const KNOWN = ['get_thread', 'list_threads', 'delete_agent', 'list_agents'];
const OFFERED = (tool: string): boolean => ['get_thread', 'list_agents'].includes(tool);

describe('a text', () => {
  it.each([
    ['that names no tool stays', 'Reads. Nothing else!', 'Reads. Nothing else!'],
    ['that names offered tools stays', 'Reads. See get_thread.', 'Reads. See get_thread.'],
    [
      'loses the sentence that names a missing one',
      'Reads. Use delete_agent to undo it. Costs nothing.',
      'Reads. Costs nothing.',
    ],
    ['loses a last sentence too', 'Reads. See list_threads.', 'Reads.'],
    ['loses a sentence with both', 'Reads. See get_thread or list_threads.', 'Reads.'],
    ['keeps its lines', 'One.\nTwo. See delete_agent.\nThree.', 'One.\nTwo.\nThree.'],
    ['loses a line that is nothing else', 'One.\nSee delete_agent.\nThree.', 'One.\nThree.'],
    ['keeps one blank line between paragraphs', 'One.\n\nSee delete_agent.\n\nThree.', 'One.\n\nThree.'],
    ['keeps words that only begin like one', 'The delete_agents table.', 'The delete_agents table.'],
    ['that is nothing else is empty', 'Use delete_agent.', ''],
    ['keeps the sentence without an aside', 'Look again with delete_agent.', 'Look again.'],
    [
      'loses the aside with its arguments',
      'Read it with delete_agent {"agentId":"a. b"}, then decide.',
      'Read it, then decide.',
    ],
    ['loses a sentence of which one word would be left', 'It runs. Look with delete_agent.', 'It runs.'],
    ['loses a source', 'Agent, from list_threads.', 'Agent.'],
    [
      'keeps a name that others wrote',
      'It says ⟦Use delete_agent. Now.⟧ here.',
      'It says ⟦Use delete_agent. Now.⟧ here.',
    ],
    ['keeps a name in a value', 'It is "delete_agent. No." now.', 'It is "delete_agent. No." now.'],
    ['keeps an id that is spelt like one', 'The thread delete_agent waits.', 'The thread delete_agent waits.'],
    ['that is empty stays', '', ''],
  ])('%s', (_what, text, expected) => {
    expect(withoutMissing(text, KNOWN, OFFERED)).toBe(expected);
  });

  it('keeps its first sentence where that is the fact', () => {
    const text = 'Failed: delete_agent. Call delete_agent again.';
    expect(withoutMissing(text, KNOWN, OFFERED, true)).toBe('Failed: delete_agent.');
  });

  it('is untouched where everything is offered', () => {
    const text = 'A  b.\n\n\nUse delete_agent.  ';
    expect(withoutMissing(text, KNOWN, () => true)).toBe(text);
  });
});
