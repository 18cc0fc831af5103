/** A deletion counts as done only if the platform says so, or if the record can no longer be read. */
import { expect, it } from 'vitest';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import { golden, goldenError } from '../support/golden.ts';
import { session } from '../support/sessions.ts';

/** delete_document with these answers to the deletion and to reading the document afterwards. */
async function deleting(answer: unknown, after: 'there' | 'gone' | 'unreadable') {
  let isAsked = false;
  const { call } = await session(
    ({ method, path, body }) => {
      const found = recognise(method, path);
      if (found === undefined) return undefined;
      if (method === 'DELETE') {
        isAsked = true;
        return { json: answer };
      }
      if (isAsked && found.operation === 'getDocument' && after !== 'there') {
        return { status: after === 'gone' ? 404 : 400, body: { message: 'no' } };
      }
      return { json: ANSWERS[found.operation](found.params, Object(body)) };
    },
    { TOOLSETS: 'all' },
  );
  return call('delete_document', { documentId: 'document-1' });
}

it.each([[{ success: false }], [{ deletedCount: 0 }]])('%j is no sign of a deletion', async (answer) => {
  goldenError(await deleting(answer, 'there'));
});

it.each([
  ['gone', false],
  ['there', true],
  ['unreadable', false],
] as const)('a response without such a sign is checked by reading again: %s', async (after, isError) => {
  const { text, data, isError: failed } = await deleting({ status: 'failed' }, after);
  expect(failed).toBe(isError);
  golden(text);
  expect(data?.deleted).toBe(after === 'gone' ? true : undefined);
});
