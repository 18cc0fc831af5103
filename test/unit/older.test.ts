import { expect, it } from 'vitest';
import { olderLines } from '../../src/domain/approvals/older.ts';
import { uuid } from '../support/ids.ts';

it('a question names each older request that it would reject', () => {
  const older = Array.from({ length: 12 }, (_, n) => uuid(n));
  const [line = ''] = olderLines(older, []);
  expect(line).toContain('ALSO ASKED BEFORE: 12 older requests of the same task');
  expect(older.filter((id) => !line.includes(id))).toEqual([]);
});
