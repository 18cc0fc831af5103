/** Documents, tested against docs/platform-notes.md, "Documents", on a platform that implements only these notes. */

import { describe, expect, it } from 'vitest';
import { readThrough } from '../support/data.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { openSandbox } from '../support/sandbox.ts';
import { callOnce, session } from '../support/sessions.ts';

const ID = '65f0c2a1b7e4d8903c1f2a80';
const FOLDER = '65f0c2a1b7e4d8903c1f2a90';
const AGENT = '6f1c1a52-6f0e-4b56-9d0c-2b1f4a1c9e01';
const CONTENT = '# Returns\n\nWithin 14 days.';
const DOCUMENT = {
  _id: ID,
  projectId: 'p1',
  name: 'Returns',
  fileName: 'Returns.md',
  fileType: 'md',
  mimeType: 'text/markdown',
  size: 26,
  status: 'ready',
  markdownContent: CONTENT,
  summary: 'When to send back.',
  tokenCount: 7,
  currentVersion: 2,
  folderId: null,
  parentDocumentId: null,
  creationTimestampMs: 1_772_000_000_000,
  lastEditTimestampMs: 1_772_400_000_000,
};
const only = { TOOLSETS: 'documents' };
const sent = ({ asked }: { asked: readonly Asked[] }) =>
  asked
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, query, body }) => ({ line: `${method} ${path}${query.size > 0 ? `?${query}` : ''}`, body }));

interface Deployment {
  readonly document?: object;
  readonly versions?: Told;
  readonly usage?: unknown;
  readonly subdocuments?: unknown;
  readonly folders?: unknown;
  readonly agents?: unknown;
  readonly inFolder?: unknown;
  /** Answers writes. */
  write?(asked: Asked): Told;
}

/** A deployment as the notes describe it. */
const deployment =
  (given: Deployment = {}) =>
  (asked: Asked): Told => {
    const { method, path } = asked;
    const document = { ...DOCUMENT, ...given.document };
    if (method !== 'GET') return given.write?.(asked) ?? { json: { ...document, ...(asked.body as object) } };
    if (path.endsWith('/versions')) return given.versions ?? { json: [{ version: 1 }, { version: 2, isActive: true }] };
    if (path.endsWith('/versions/1')) return { json: { version: 1, markdownContent: '# Old' } };
    if (path.endsWith('/usage')) return { json: given.usage ?? [] };
    if (path.endsWith('/subdocuments')) return { json: given.subdocuments ?? [] };
    if (path === '/v1/document-folders') return { json: given.folders ?? [{ _id: FOLDER, name: 'Policies' }] };
    if (path === '/v1/agents') return { json: given.agents ?? [] };
    if (path === '/v1/documents') {
      const inFolder = given.inFolder ?? [document];
      return { json: Array.isArray(inFolder) ? { documents: inFolder, total: 1 } : inFolder };
    }
    return { json: document };
  };

describe('search_documents', () => {
  it('sends filters under the names in the platform notes, and shows no content', async () => {
    const { call, platform } = await session(deployment(), only);
    const { data, text } = await call('search_documents', {
      query: 'zip',
      status: 'ready',
      folderId: 'none',
      limit: 5,
    });
    expect(Object.fromEntries(platform.asked[0]?.query ?? [])).toEqual({
      search: 'zip',
      status: 'ready',
      folderId: 'none',
      limit: '5',
      offset: '0',
    });
    expect(platform.asked).toHaveLength(1);
    expect(data.documents).toEqual([
      expect.objectContaining({ documentId: ID, name: '⟦Returns⟧', status: 'ready', currentVersion: 2, size: 26 }),
    ]);
    expect(text + JSON.stringify(data)).not.toContain('14 days');
  });

  it.each([
    [{ status: 'failed' }, { ...DOCUMENT, status: 'ready' }],
    [{ fileType: 'pdf' }, DOCUMENT],
    [{ projectId: '65f0c2a1b7e4d8903c1f2a72' }, DOCUMENT],
    [{ folderId: FOLDER }, { ...DOCUMENT, folderId: 'other' }],
    [{ folderId: FOLDER }, { ...DOCUMENT, folderId: null }],
    [{ folderId: 'none' }, { ...DOCUMENT, folderId: FOLDER }],
    [{ parentOnly: true }, { ...DOCUMENT, parentDocumentId: 'd2' }],
  ])('leaves out documents that the filter %j should have excluded', async (args, document) => {
    const { data, text } = await callOnce('search_documents', args, () => ({ json: [document] }), only);
    expect(data.documents).toEqual([]);
    golden(text);
  });

  it('says where the filter by folder could not be checked, and finds a folder by its name where it was ignored', async () => {
    const { folderId: _, ...unfiled } = DOCUMENT;
    golden(await callOnce('search_documents', { folderId: FOLDER }, () => ({ json: [unfiled] }), only));
    const both = [
      { ...DOCUMENT, folderId: null },
      { ...DOCUMENT, _id: 'd2', folderId: FOLDER },
    ];
    const { call: other } = await session(deployment({ inFolder: both }), only);
    expect((await other('search_documents', { folderId: 'policies' })).data.documents).toMatchObject([
      { documentId: 'd2' },
    ]);
  });

  it('without a hit advises fewer words, and leads to the documentation pages in sessions that have them', async () => {
    const asked = async (toolsets: string, query: string) => {
      const { call } = await session(deployment({ inFolder: [] }), { TOOLSETS: toolsets });
      const { data, text } = await call('search_documents', { query });
      expect(text).toContain('only in indexed documents. Try fewer words.');
      return data.nextStep;
    };
    expect(await asked('documents,docs', 'handbook')).toMatchObject({
      tool: 'list_docs',
      arguments: { query: 'handbook' },
    });
    expect(await asked('documents,docs', 'x'.repeat(201))).toMatchObject({ tool: 'list_docs', arguments: {} });
    expect(await asked('documents', 'handbook')).toBeUndefined();
  });

  it('stays small even if the platform sends the content of each document', async () => {
    const documents = Array.from({ length: 50 }, (_, n) => ({
      ...DOCUMENT,
      _id: `d${n}`,
      markdownContent: 'x'.repeat(50_000),
    }));
    const { call } = await session(() => ({ json: { documents, total: 50 } }), only);
    const { text } = await call('search_documents', { limit: 50 });
    expect(text.length).toBeLessThanOrEqual(12_000);
    expect(text).not.toContain('xxxx');
  });
});

describe('read_document', () => {
  it('shows content, versions and what uses it', async () => {
    const usage = [{ targetType: 'agent', targetId: AGENT, name: 'Refunds', via: 'folder' }];
    const { data } = await callOnce('read_document', { documentId: ID }, deployment({ usage }), only);
    expect(data).toMatchObject({
      content: `⟦${CONTENT}⟧`,
      versions: ['2 · active', '1'],
      usedBy: [{ kind: 'agent', id: AGENT, name: '⟦Refunds⟧', via: 'folder' }],
    });
  });

  it.each([
    ['that nothing uses it, given an empty list', []],
    ['that nothing uses it, given two empty lists', { agents: [], assistants: [] }],
    ['that its use could not be read, given entries without an id', [{ name: 'Refunds' }]],
    ['that its use could not be read, given one with an id and one without', [{ id: 'a1' }, { name: 'Refunds' }]],
    ['that its use could not be read, given an answer without lists', {}],
  ])('says %s', async (_, usage) => {
    const { call } = await session(deployment({ usage }), only);
    golden(await call('read_document', { documentId: ID }));
    expect((await call('read_document', { documentId: ID, from: 5 })).text).not.toMatch(/use/i);
  });

  it('of a name that no document has names the nearest first, and where pages are', async () => {
    const names = [
      ...Array.from({ length: 8 }, (_, n) => `Field Service note ${n}`),
      'Maintenence rules',
      'On-call sheet',
    ];
    const documents = names.map((name, n) => ({ ...DOCUMENT, _id: `d${n}`, name }));
    const platform = deployment({ inFolder: documents });
    const here = (asked: Asked): Told => (/\/documents\/[^/]+$/.test(asked.path) ? { status: 404 } : platform(asked));
    const { call } = await session(here, { TOOLSETS: 'documents,docs' });
    golden(await call('read_document', { documentId: 'Maintenance handbook' }));
  });

  it('pages through long content to its end, each character once', async () => {
    const content = Array.from({ length: 1_000 }, (_, n) => `line ${n} "quoted"\n`).join('');
    const { call } = await session(deployment({ document: { markdownContent: content } }), only);
    const parts = await readThrough(call, 'read_document', { documentId: ID }, 'nextStep');
    for (const { data, text } of parts)
      expect(Math.max(text.length, JSON.stringify(data).length)).toBeLessThanOrEqual(12_000);
    expect(parts.map(({ data }) => String(data.content).slice(1, -1)).join('')).toBe(content);
  });

  it('shows a version, and refuses another than the one asked for', async () => {
    const { call } = await session(deployment(), only);
    expect((await call('read_document', { documentId: ID, version: 1 })).data.content).toBe('⟦# Old⟧');
    const other = await session(
      ({ path }) => ({ json: /versions/.test(path) ? { version: 9, markdownContent: 'x' } : DOCUMENT }),
      only,
    );
    expect((await other.call('read_document', { documentId: ID, version: 1 })).isError).toBe(true);
  });

  it.each(['pending', 'PENDING', 'Failed', 'ready'])('says what a %s index means', async (status) => {
    golden(await callOnce('read_document', { documentId: ID }, deployment({ document: { status } }), only));
  });

  it('says so if the platform counts more versions than it sent', async () => {
    const versions = { json: { versions: [{ version: 40 }, { version: 39 }], total: 40 } };
    const { text } = await callOnce('read_document', { documentId: ID }, deployment({ versions }), only);
    expect(text).toContain('Note: Versions: The platform counts 40, but sent 2: the rest is missing here.\n');
  });

  it.each([500, 404])("shows the content even if the versions can't be read: %i", async (status) => {
    const { call } = await session(deployment({ versions: { status, body: {} } }), only);
    goldenAnswer(await call('read_document', { documentId: ID }));
  });

  it('is a resource with completion, in sessions that have the tool', async () => {
    const { client } = await session(deployment(), only);
    const { contents } = await client.readResource({ uri: `agent-platform://documents/${ID}` });
    expect(JSON.stringify(contents)).toContain('Within 14 days');
    const ref = { type: 'ref/resource' as const, uri: 'agent-platform://documents/{documentId}' };
    const { completion } = await client.complete({ ref, argument: { name: 'documentId', value: 'Ret' } });
    expect(completion.values).toEqual([ID]);
    const without = await session(deployment());
    const { resourceTemplates } = await without.client.listResourceTemplates();
    expect(JSON.stringify(resourceTemplates)).not.toContain('documents/');
  });
});

describe('write_document', () => {
  it.each([
    ['where the document is now', { folderId: FOLDER }],
    ['no folder for a document that is in none', { folderId: 'none' }],
  ])('shows %s', async (_, place) => {
    const { call } = await session(deployment(), only);
    const { text, data } = await call('write_document', { documentId: ID, name: 'Policy', ...place });
    golden(text);
    expect(data.projectId).toBe('p1');
    expect(data.folderId).toBe(place.folderId === FOLDER ? FOLDER : undefined);
  });

  it('replaces a text that occurs once, and leaves the rest as the platform has it, ends of lines included', async () => {
    const before = '# Returns\r\nWithin 14 days.\r\nThen ask.\r\nWithin 30 days.';
    const { call, platform } = await session(deployment({ document: { markdownContent: before } }), only);
    const { data } = await call('write_document', {
      documentId: ID,
      oldText: '14 days.\nThen',
      newText: '21 days.\nThen',
    });
    expect(sent(platform)[0]?.body).toEqual({ markdownContent: before.replace('14', '21') });
    golden(data.changed.join('\n'));
  });

  it('says that a text differs in blanks alone, which nobody sees', async () => {
    const { call } = await session(deployment({ document: { markdownContent: 'x:\n    y: 1' } }), only);
    const { data } = await call('write_document', { documentId: ID, markdownContent: 'x:\n  y: 1' });
    golden(data.changed.join('\n'));
  });

  it('confirms a field that was cleared where the platform then leaves it out', async () => {
    let document: object = { folderId: FOLDER };
    const { call } = await session(
      (asked) =>
        deployment({
          document,
          write: () => {
            document = { folderId: undefined };
            return { json: { _id: ID } };
          },
        })(asked),
      only,
    );
    const { text } = await call('write_document', { documentId: ID, folderId: 'none' });
    expect(text).toContain('the platform confirms folderId');
  });

  it('shows what was replaced, wherever in the document it stands', async () => {
    const line = 'The stores are open from nine to seven on each day. ';
    const { call } = await session(
      deployment({ document: { markdownContent: `${line.repeat(6)}Saturday: to 18:00` } }),
      only,
    );
    const { data } = await call('write_document', { documentId: ID, oldText: 'to 18:00', newText: 'to 16:00' });
    golden(data.changed.join('\n'));
  });

  it.each([
    ['blanks of another width', 'From 10\u00a0€ on.', '10 €', 'From NEW on.'],
    ['characters that nobody sees', 'Up to\u200b 14 da\u00adys.\u200b', 'to 14 days.', 'Up NEW\u200b'],
    ['line ends of two kinds', '# A\r\nOne.\nTwo.', 'One.\nTwo', '# A\r\nNEW.'],
    ['brackets like the marks', '🎉［note］ \u001b[1mx\u001b[0m', '[note] x', '🎉NEW\u001b[0m'],
  ])('finds what it shows, in spite of %s', async (_, markdownContent, oldText, after) => {
    const { call, platform } = await session(deployment({ document: { markdownContent } }), only);
    await call('write_document', { documentId: ID, oldText, newText: 'NEW' });
    expect(sent(platform)[0]?.body).toEqual({ markdownContent: after });
  });

  it('replaces nothing in a document with a masked secret, whether a guess of it is right or wrong', async () => {
    // The server's own token: every result masks it.
    const secret = 'tok_some-token-for-tests-1';
    const markdownContent = `# Access\nThe token is ${secret}.`;
    const { call, platform } = await session(deployment({ document: { markdownContent } }), only);
    const guesses = [secret.slice(0, 12), `${secret.slice(0, 11)}#`, '# Access'];
    const texts = [];
    for (const oldText of guesses) {
      texts.push((await call('write_document', { documentId: ID, oldText, newText: 'x' })).text);
    }
    expect(sent(platform)).toEqual([]);
    expect(new Set(texts).size).toBe(1);
    golden(texts[0] ?? '');
  });

  it.each([
    ['is missing', { documentId: ID, oldText: '15 days', newText: '16 days' }],
    ['occurs twice', { documentId: ID, oldText: 'i', newText: 'a' }],
    ['has no new text', { documentId: ID, oldText: '14 days' }],
    ['comes with the whole text', { documentId: ID, oldText: '14 days', newText: '2', markdownContent: 'All' }],
    ['is empty', { documentId: ID, oldText: '', newText: '2' }],
    ['is empty, like every other field', { documentId: ID, oldText: '', newText: '' }],
    ['is left out for a new document', { name: 'New', markdownContent: 'All', newText: '2' }],
    ['belongs to no document', { name: 'New', markdownContent: 'All', oldText: '14 days', newText: '2' }],
  ])('refuses an old text that %s, before anything is sent', async (_, args) => {
    const { text, isError, platform } = await callOnce('write_document', args, deployment(), only);
    expect([isError, sent(platform)]).toEqual([true, []]);
    golden(text);
  });

  it('creates a document, and reports the state of its index', async () => {
    const { call, platform } = await session(
      deployment({
        write: ({ body }) => ({ status: 201, body: { ...DOCUMENT, ...(body as object), status: 'pending' } }),
      }),
      only,
    );
    const body = { name: 'Returns', markdownContent: CONTENT, projectId: 'p1', tags: ['care'] };
    const { text, data } = await call('write_document', body);
    expect(sent(platform)).toEqual([{ line: 'POST /v1/documents', body }]);
    expect([data.created, data.documentId]).toEqual([true, ID]);
    golden(text);
  });

  it('sends nobody to check an index that is ready', async () => {
    const args = { name: 'Returns', markdownContent: CONTENT };
    expect((await callOnce('write_document', args, deployment(), only)).data).not.toHaveProperty('nextStep');
  });

  it.each([[{ versionCreated: true, currentVersion: 3 }], [{ versionCreated: 3 }], [{ versionCreated: false }]])(
    'changes the given fields, and reports the new version: %j',
    async (answer) => {
      const write = ({ body }: Asked) => ({ json: { ...DOCUMENT, ...(body as object), ...answer } });
      const { call, platform } = await session(deployment({ write }), only);
      const { text } = await call('write_document', { documentId: ID, markdownContent: '# New', folderId: 'none' });
      expect(sent(platform)).toEqual([
        { line: `PATCH /v1/documents/${ID}`, body: { markdownContent: '# New', folderId: null } },
      ]);
      golden(text);
    },
  );

  it('says that a change replaced a version that it has not read', async () => {
    const { url, token } = await openSandbox();
    const { call } = await inProcess({ BASE_URL: url, TOKEN: token, ...only });
    const { data } = await call('write_document', { name: 'Steps', markdownContent: 'One.\n\nTwo.' });
    const { documentId } = data;
    const texts = await Promise.all(
      ['One', 'Two'].map((oldText) => call('write_document', { documentId, oldText, newText: `${oldText} more` })),
    );
    const told = texts.map(({ text }) => /^Note: (Version .*)$/m.exec(text)?.[1]?.replace(String(documentId), '‹id›'));
    expect(told.filter((note) => note !== undefined)).toEqual([
      'Version 2 was written while this one was made from version 1, so its changes are NOT in this one. Read it with read_document {"documentId":"‹id›","version":2}, and make them again.',
    ]);
  });

  it('shows the differences in a dry run, even deep inside long content', async () => {
    const long = (word: string) => `${'a'.repeat(5_000)} ${word} ${'b'.repeat(5_000)}`;
    const { call, platform } = await session(deployment({ document: { markdownContent: long('fourteen') } }), {
      ...only,
      DRY_RUN: 'true',
    });
    golden(await call('write_document', { documentId: ID, markdownContent: long('thirty') }));
    expect(sent(platform)).toEqual([]);
  });

  it('fails if the response shows the old content', async () => {
    const { call } = await session(deployment({ write: () => ({ json: DOCUMENT }) }), only);
    goldenError(await call('write_document', { documentId: ID, markdownContent: '# New' }));
  });

  it.each([
    ['a new document without content', { name: 'x' }],
    ['a new document without a name', { markdownContent: 'x' }],
    ['a summary for a new document', { name: 'x', markdownContent: 'x', summary: 's' }],
    ['an update without changes', { documentId: ID }],
    ['an unknown field', { documentId: ID, content: 'x' }],
  ])('refuses %s before anything is sent', async (_what, args) => {
    const { isError, text, platform } = await callOnce('write_document', args, deployment(), only);
    expect([isError, platform.asked]).toEqual([true, []]);
    golden(text);
  });

  it('refuses to write into a PDF', async () => {
    const { call, platform } = await session(deployment({ document: { fileType: 'pdf' } }), only);
    golden(await call('write_document', { documentId: ID, markdownContent: 'x' }));
    expect(sent(platform)).toEqual([]);
  });
});

describe('revert_document', () => {
  it.each([
    ['# Old', false],
    [CONTENT, true],
    [undefined, false],
  ])('reports what the response shows: %j', async (markdownContent, isError) => {
    const write = () => ({ json: { ...DOCUMENT, markdownContent } });
    const { call, platform } = await session(deployment({ write }), only);
    const result = await call('revert_document', { documentId: ID, version: 1 });
    expect(sent(platform)).toEqual([{ line: `POST /v1/documents/${ID}/revert/1`, body: undefined }]);
    expect(result.isError).toBe(isError);
    golden(result.text);
  });
});

it('revert_document reads again what is answered with the record as it was before', async () => {
  const document: { markdownContent?: string } = {};
  const write = (): Told => {
    document.markdownContent = '# Old';
    return { json: { ...DOCUMENT, markdownContent: CONTENT } };
  };
  const { call } = await session(deployment({ write, document }), only);
  const { text, isError } = await call('revert_document', { documentId: ID, version: 1 });
  expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining('to version 1, as version') });
});

describe('attach_document and detach_document', () => {
  const agent = (specialization: object | undefined) => [{ id: AGENT, assistantSpecialization: specialization }];
  const used = [{ targetType: 'agent', targetId: AGENT, via: 'document' }];

  it.each([
    ['without tool groups', agent({ availableToolsGroupsUids: [] })],
    ['with other groups', agent({ availableToolsGroupsUids: ['web-search'] })],
    ['with a knowledge group', agent({ availableToolsGroupsUids: ['knowledge-base'] })],
    ['that does not list its groups', agent(undefined)],
  ])('says whether an agent %s will see the document', async (_what, agents) => {
    const { call, platform } = await session(deployment({ agents, usage: used, write: () => ({ status: 204 }) }), only);
    const { text, data } = await call('attach_document', { documentId: ID, agentId: AGENT });
    expect(sent(platform)).toEqual([
      { line: `POST /v1/documents/${ID}/attach`, body: { targetType: 'agent', targetId: AGENT } },
    ]);
    expect(data.attached).toBe(true);
    golden(text);
  });

  it('says that search does not find the document yet', async () => {
    const { call } = await session(
      deployment({ usage: used, write: () => ({ status: 204 }), document: { status: 'pending' } }),
      only,
    );
    const { text } = await call('attach_document', { documentId: ID, agentId: AGENT });
    expect(text).toContain('Its index is pending');
  });

  it("fail if the document's users say otherwise", async () => {
    const attach = await session(deployment({ usage: [], write: () => ({ json: {} }) }), only);
    const first = await attach.call('attach_document', { documentId: ID, agentId: AGENT });
    goldenError(first);
    const detach = await session(deployment({ usage: used, write: () => ({ json: {} }) }), only);
    const second = await detach.call('detach_document', { documentId: ID, agentId: AGENT });
    goldenError(second);
  });

  it('do not fail if the folder still provides a detached document', async () => {
    const usage = [...used, { targetType: 'agent', targetId: AGENT, via: 'folder' }];
    const write = (): Told => {
      usage.shift();
      return { json: {} };
    };
    const { call } = await session(deployment({ usage, write }), only);
    goldenAnswer(await call('detach_document', { documentId: ID, agentId: AGENT }));
  });

  it('accept a folder and an assistant, and say what is not known', async () => {
    const { call, platform } = await session(deployment({ write: () => ({ json: {} }) }), only);
    const { text } = await call('attach_document', { folderId: FOLDER, assistantIdentifier: 'support' });
    expect(sent(platform)).toEqual([
      {
        line: `POST /v1/document-folders/${FOLDER}/attach`,
        body: { targetType: 'assistant', targetId: 'support' },
      },
    ]);
    golden(text);
  });

  it.each([
    [{ agentId: AGENT }],
    [{ documentId: ID }],
    [{ documentId: ID, folderId: FOLDER, agentId: AGENT }],
    [{ documentId: ID, agentId: AGENT, assistantIdentifier: 'support' }],
  ])('refuses %j', async (args) => {
    for (const tool of ['attach_document', 'detach_document']) {
      const { call, platform } = await session(deployment(), only);
      expect([(await call(tool, args)).isError, platform.asked]).toEqual([true, []]);
    }
  });
});

describe('folders', () => {
  it('write_document_folder creates, or changes what is given', async () => {
    const { call, platform } = await session(
      deployment({ write: ({ body }) => ({ json: { _id: FOLDER, ...(body as object) } }) }),
      only,
    );
    await call('write_document_folder', { name: 'Policies', color: 'green' });
    await call('write_document_folder', { folderId: FOLDER, name: 'Rules' });
    expect(sent(platform)).toEqual([
      { line: 'POST /v1/document-folders', body: { name: 'Policies', color: 'green' } },
      { line: `PATCH /v1/document-folders/${FOLDER}`, body: { name: 'Rules' } },
    ]);
    golden(await call('write_document_folder', { color: 'red' }));
    golden(await call('write_document_folder', { folderId: 'other', name: 'x' }));
  });

  it('delete_document_folder keeps the documents unless told otherwise', async () => {
    const { call, platform } = await session(deployment({ write: () => ({ json: { success: true } }) }), only);
    await call('delete_document_folder', { folderId: FOLDER });
    await call('delete_document_folder', { folderId: FOLDER, deleteDocuments: true });
    expect(sent(platform).map(({ line }) => line)).toEqual([
      `DELETE /v1/document-folders/${FOLDER}`,
      `DELETE /v1/document-folders/${FOLDER}?deleteDocuments=true`,
    ]);
  });
});

it('delete_document_folder claims no more of the documents than that the platform was asked to delete them', async () => {
  let folders = [{ _id: FOLDER, name: 'Policies', documentCount: 1 }];
  const { call } = await session((asked) => {
    if (asked.method === 'DELETE') folders = [];
    return deployment({ folders, write: () => ({ json: { success: true } }) })(asked);
  }, only);
  golden(await call('delete_document_folder', { folderId: FOLDER, deleteDocuments: true }));
});

describe('what would be deleted is counted beyond the page that was read', () => {
  const page = Array.from({ length: 20 }, (_, n) => ({ _id: `d${n}`, name: `Doc ${n}` }));
  const write = (): Told => ({ json: { success: true } });
  it.each([
    ['the folder says how many', { documentCount: 30 }, { documents: page, total: 45 }, 30],
    ['only the list does', {}, { documents: page, total: 45 }, 45],
    ['nothing does, so there is no number', {}, { documents: page, hasMore: true }, undefined],
    ['the total ignores the filter', {}, { documents: [...page, { _id: 'x', folderId: 'y' }], total: 45 }, undefined],
    [
      'the list ignores the filter',
      {},
      {
        documents: [
          { _id: 'x', folderId: null },
          { _id: 'y', folderId: FOLDER },
        ],
      },
      1,
    ],
  ])('in a folder: %s', async (_what, folder, inFolder, documents) => {
    const given = { folders: [{ _id: FOLDER, name: 'Policies', ...folder }], inFolder, write };
    const { call } = await session(deployment(given), only);
    const { data } = await call('delete_document_folder', { folderId: FOLDER, deleteDocuments: true });
    expect([data.deleted, data.documents]).toEqual([true, documents]);
  });

  it('below a document', async () => {
    const { call } = await session(deployment({ subdocuments: { documents: page, total: 45 }, write }), only);
    expect((await call('delete_document', { documentId: ID })).data).toMatchObject({ deleted: true, subdocuments: 45 });
  });
});

describe('a deployment without documents', () => {
  it.each([
    ['search_documents', {}, 404],
    ['write_document', { name: 'x', markdownContent: 'x' }, 405],
    ['list_document_folders', {}, 404],
    ['read_document', { documentId: ID }, 405],
  ])('%s %j: a %i says that it is not offered, and names the settings', async (tool, args, status) => {
    goldenError(await callOnce(tool, args, () => ({ status, body: {} }), only));
  });
});

describe('the sandbox', () => {
  it('indexes: pending, then ready or failed, and an edit begins again', async () => {
    let now = Date.parse('2026-03-15T10:00:00Z');
    const sandbox = await openSandbox({ now: () => now });
    const near = await inProcess({ BASE_URL: sandbox.url, TOKEN: sandbox.token, ...only });
    const statusOf = async (documentId: unknown) => (await near.call('read_document', { documentId })).data.status;
    const found = async (query: string) =>
      ((await near.call('search_documents', { query })).data.documents as []).length;
    const { documentId } = (await near.call('write_document', { name: 'Glue', markdownContent: 'Sticky.' })).data;
    expect([await statusOf(documentId), await found('sticky')]).toEqual(['pending', 0]);
    now += 10_000;
    expect([await statusOf(documentId), await found('sticky')]).toEqual(['ready', 1]);
    const broken = { documentId, markdownContent: 'Sticky.\n\n```\nno end' };
    expect((await near.call('write_document', broken)).data.versionCreated).toBe(true);
    now += 10_000;
    expect([await statusOf(documentId), await found('sticky')]).toEqual(['failed', 0]);
    expect((await near.call('revert_document', { documentId, version: 1 })).data.currentVersion).toBe(3);
    now += 10_000;
    expect([await statusOf(documentId), await found('sticky')]).toEqual(['ready', 1]);
    const same = { documentId, markdownContent: 'Sticky.' };
    expect((await near.call('write_document', same)).data).toMatchObject({ versionCreated: false });
  });
});
