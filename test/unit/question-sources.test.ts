/** What only the agent said is told in a question: beside its argument, or else among what is unsaid. */
import { describe, expect, it } from 'vitest';
import { drawingOf, layOut } from '../../src/domain/approvals/drawing.ts';
import { pageLines } from '../../src/domain/approvals/question.ts';
import { message, uuid } from '../support/ids.ts';
import { sheetFrom } from '../support/requests.ts';

const called = (id: string, name: string, args: string) => ({
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});

/** The first page of the question about a call whose payee C-4904 only the agent said. */
function questionOn(args: string, ...before: readonly object[]): string {
  const sheet = sheetFrom({
    id: uuid(1),
    agentId: uuid(2),
    status: 'AWAITING_APPROVAL',
    messages: [
      message('user', 'Pay C-1001, 12 EUR.'),
      ...before,
      { ...message('assistant', 'I pay C-4904.'), ...called('pay', 'pay', args) },
    ],
  });
  return pageLines(sheet, drawingOf(sheet), layOut(drawingOf(sheet), 6_000)).join('\n');
}

describe('what only the agent said', () => {
  it('stands beside its argument, and nowhere else', () => {
    const page = questionOn('{"payee":"C-4904","amount":12}');
    expect(page).toContain('payee C-4904 (only the agent)');
    expect(page).not.toContain('Unsaid');
  });

  it('stands beside an argument with a point in its name', () => {
    expect(questionOn('{"payee.id":"C-4904","amount":12}')).toContain('payee.id C-4904 (only the agent)');
  });

  it('stands beside a list whose other values come from several tools', () => {
    const looked = ['a', 'b'].flatMap((id) => [
      { ...message('assistant', ''), ...called(id, `look_${id}`, '{}') },
      { ...message('tool', `C-200${id === 'a' ? 1 : 2}`), tool_call_id: id },
    ]);
    const ids = ['C-1001', 'C-2001', 'C-2002', 'C-4904'].map((id) => ({ id }));
    expect(questionOn(JSON.stringify({ payees: ids, amount: 12 }), ...looked)).toContain(
      '(only the agent; user; look_a',
    );
  });

  it.each([
    ['a number beyond double precision', '{"payee":"C-4904","order":12345678901234567890}'],
    [
      'more arguments than are drawn one by one',
      `{"payee":"C-4904"${Array.from({ length: 70 }, (_, n) => `,"on${n}":true`).join('')}}`,
    ],
  ])('is unsaid where the arguments are one text: %s', (_, args) => {
    expect(questionOn(args)).toContain('Unsaid: payee C-4904: only the agent said this.');
  });
});
