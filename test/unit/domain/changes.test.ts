import { describe, expect, it } from 'vitest';
import { compareResponse, refuseMasks, requireChanges } from '../../../src/domain/changes.ts';
import { Refusal } from '../../../src/mcp/contract/errors.ts';
import { golden } from '../../support/golden.ts';

describe('compareResponse', () => {
  it('distinguishes fields that took effect, those that did not, and those that are not shown', () => {
    const { shown, notes } = compareResponse(
      { name: 'new', llm: 'large', description: 'd', provider: undefined },
      { name: 'new', llm: 'small' },
    );
    expect(shown).toEqual(['name']);
    expect(notes).toEqual([
      'llm is ⟦"small"⟧ in the answer, not the requested value.',
      'The answer does not show description: it may have been ignored.',
    ]);
  });

  it('does not take more than was asked for, or a mask, for a contradiction', () => {
    const asked = { config: { a: 1 }, customHeaders: [{ name: 'X', value: 'secret' }] };
    const answer = { config: { a: 1, b: 2 }, customHeaders: [{ name: 'X', value: '••••••••' }] };
    const { shown, contradicted, notes } = compareResponse(asked, answer);
    expect([shown, contradicted]).toEqual([['config'], []]);
    golden(notes.join('\n'));
  });

  it('sees a value beside a mask, and none in place of one', () => {
    const answer = { config: { url: 'https://b.example', apiKey: '••••••••' } };
    expect(compareResponse({ config: { url: 'https://b.example' } }, answer).shown).toEqual(['config']);
    expect(compareResponse({ config: { url: 'https://b.example', apiKey: 'new' } }, answer).shown).toEqual([]);
    expect(compareResponse({ config: { url: 'https://c.example', apiKey: 'new' } }, answer).contradicted).toEqual([
      'config',
    ]);
  });

  it('does not take a number stored as text, or a text without the spaces around it, for a contradiction', () => {
    const asked = {
      calls: 7,
      budget: 12.5,
      disabled: true,
      markdownContent: '# A\r\n\r\ntext\n',
      limits: [{ max: 1.5 }],
    };
    const answer = {
      calls: '7',
      budget: '12.50',
      disabled: 'true',
      markdownContent: '# A\n\ntext',
      limits: [{ max: '1.5' }],
    };
    expect(compareResponse(asked, answer)).toEqual({ shown: Object.keys(asked), contradicted: [], notes: [] });
    expect(compareResponse({ calls: 7, disabled: true }, { calls: '8', disabled: 'false' }).shown).toEqual([]);
    expect(compareResponse({ a: 7, b: null, c: '' }, { a: null, b: '', c: [] }).shown).toEqual([]);
  });

  it('names no secret', () => {
    const { notes } = compareResponse({ customHeaders: [{ value: 'one' }] }, { customHeaders: [{ value: 'stored' }] });
    expect(notes.join()).not.toMatch(/one|stored/);
  });

  it('considers own fields only', () => {
    expect(compareResponse({ constructor: 1 }, {}).shown).toEqual([]);
  });

  it.each([
    ['an object that was to be emptied', { config: {} }, { config: { every: 5 } }],
    ['a list that is sorted', { tags: ['b', 'a'] }, { tags: ['a', 'b'] }],
  ])('treats %s as neither confirmed nor refused', (_what, asked, answer) => {
    const { shown, contradicted, notes } = compareResponse(asked, answer);
    expect([shown, contradicted]).toEqual([[], []]);
    golden(notes.join('\n'));
  });

  it.each([
    ['an object that is empty', { config: {} }, { config: {} }, true],
    ['a list with another entry', { tags: ['b', 'a'] }, { tags: ['a', 'c'] }, false],
    ['a list of objects in another order', { tags: [{ a: 1 }, { b: 1 }] }, { tags: [{ b: 1 }, { a: 1 }] }, false],
  ])('has no doubt about %s', (_what, asked, answer, isShown) => {
    const { shown, contradicted } = compareResponse(asked, answer);
    expect([shown.length, contradicted.length]).toEqual(isShown ? [1, 0] : [0, 1]);
  });
});

describe('refusals', () => {
  it('refuses a mask where a secret would be created, and names the place', () => {
    const config = { authenticationMethod: 'basic', basic: { password: '••••••••' } };
    expect(() => refuseMasks({ authenticationConfig: config })).toThrow('authenticationConfig.basic.password');
    expect(() => refuseMasks({ name: 'a • b', authenticationConfig: { basic: { password: 'x' } } })).not.toThrow();
  });

  it('refuses an empty change with the fields that there are', () => {
    expect(() => requireChanges({ name: undefined }, 'agent a', ['name', 'llm'])).toThrow(Refusal);
    expect(requireChanges({ name: 'n' }, 'agent a', ['name'])).toEqual({ name: 'n' });
  });
});
