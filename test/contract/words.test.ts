/** The wording of results: numbers are counted from one and grouped, empty lists are named as empty, and advice is useful. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { callOnce, session } from '../support/sessions.ts';

const PAGE = 'word '.repeat(4_000);
const DOCUMENT = { _id: 'd1', name: 'Returns', markdownContent: PAGE };

describe.each([
  ['read_doc', { slug: 'start' }, { slug: 'start', content: PAGE }],
  ['read_document', { documentId: 'd1' }, DOCUMENT],
])('%s counts characters from 1, grouped, as get_thread does', (tool, args, json) => {
  it.each([0, 1_000, 19_995, 30_000])('from %i', async (from) => {
    const { call } = await session(() => ({ json }), { TOOLSETS: 'docs,documents' });
    golden((await call(tool, { ...args, from })).text.split('\n')[0] ?? '');
  });
});

it('a version that a document lacks is no reason to switch documents off', async () => {
  const tell = ({ path }: { path: string }) => (path.endsWith('/versions/9') ? undefined : { json: DOCUMENT });
  golden(await callOnce('read_document', { documentId: 'd1', version: 9 }, tell, { TOOLSETS: 'documents' }));
});

it('a documentation page that is not there is named without the formats it could have', async () => {
  golden(await callOnce('read_doc', { slug: 'nope' }, () => undefined));
});

it.each([
  { tools: [], next: undefined },
  { tools: [{ id: 't', name: 'find' }], next: 'list_tools' },
])('get_tool_server leads to its tools where it has some: $next', async ({ tools, next }) => {
  const tell = ({ path }: { path: string }) => ({
    json: path.endsWith('/tools') ? tools : { _id: 's1', name: 'Shop' },
  });
  const { call } = await session(tell, { TOOLSETS: 'tools,tools-admin' });
  const { nextStep } = (await call('get_tool_server', { toolServerId: 's1' })).data;
  expect(Object(nextStep).tool).toBe(next);
});
