/** Documentation of a size that no platform should have. */
import { expect, it } from 'vitest';
import { session } from '../support/sessions.ts';

it('searches a page of 5 MB', async () => {
  const page = `${`# Part\n\n${'Text that goes on and on. '.repeat(60)}\n\n`.repeat(3_300)}\n\n# Needle\n\nHere.`;
  const { call } = await session(({ path }) =>
    path === '/v1/documentation' ? { json: [{ slug: 'huge' }] } : { json: { content: page } },
  );
  const { data } = await call('list_docs', { query: 'needle' });
  expect(data.hits).toMatchObject([{ slug: 'huge', section: 'Needle' }]);
  const read = await call('read_doc', { slug: 'huge', section: 'needle' });
  expect(read.data.content).toBe('⟦# Needle\n\nHere.⟧');
  expect((await call('read_doc', { slug: 'huge' })).text.length).toBeLessThanOrEqual(12_000);
});
