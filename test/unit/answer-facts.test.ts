/** An answer without a list keeps to the budget, too: its longest text is cut, with a note. */
import { describe, expect, it } from 'vitest';
import { RESULT_BUDGET } from '../../src/mcp/contract/result.ts';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { render } from '../../src/mcp/engine/render.ts';
import { foreign } from '../../src/platform/text.ts';

describe.each([
  ['plain text', 'word '.repeat(10_000)],
  ['text that doubles as JSON', '"\n'.repeat(10_000)],
])('a fact that is %s', (_title, text) => {
  it('is cut to fit, and the rest is counted', () => {
    const { text: shown, structured } = render(
      { summary: 'Dry run.', facts: { dryRun: true, body: foreign(text) } },
      { selection: { has: () => true }, redactor: new Redactor([]) },
    );
    expect(shown.length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(shown).toMatch(/^Dry run\.\nNote: \d+ more characters of body are left out here/);
    expect(structured.dryRun).toBe(true);
  });
});
