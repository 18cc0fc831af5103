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
      'Reads. Undo it with delete_agent. Costs nothing.',
      'Reads. Costs nothing.',
    ],
    ['loses a last sentence too', 'Reads. See list_threads.', 'Reads.'],
    ['loses a sentence with both', 'Reads. See get_thread or list_threads.', 'Reads.'],
    ['keeps its lines', 'One.\nTwo. See delete_agent.\nThree.', 'One.\nTwo.\nThree.'],
    ['loses a line that is nothing else', 'One.\nSee delete_agent.\nThree.', 'One.\nThree.'],
    ['keeps one blank line between paragraphs', 'One.\n\nSee delete_agent.\n\nThree.', 'One.\n\nThree.'],
    ['keeps words that only begin like one', 'The delete_agents table.', 'The delete_agents table.'],
    ['that is nothing else is empty', 'Use delete_agent.', ''],
    ['that is empty stays', '', ''],
  ])('%s', (_what, text, expected) => {
    expect(withoutMissing(text, KNOWN, OFFERED)).toBe(expected);
  });

  it('is untouched where everything is offered', () => {
    const text = 'A  b.\n\n\nUse delete_agent.  ';
    expect(withoutMissing(text, KNOWN, () => true)).toBe(text);
  });
});
