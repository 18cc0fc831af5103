/** What strangers missed in the answers of the platform's other tools: what goes with a change, told before it happens; names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS } from '../support/cards.ts';
import type { ElicitRequest, TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs } from '../support/consent-human.ts';
import { dataOf } from '../support/data.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, message, session, thread, uuid } from '../support/sessions.ts';

const SANDBOX = { AGENT_PLATFORM_SANDBOX: 'true', AGENT_PLATFORM_LOG_LEVEL: 'silent' };
const recordsIn = (list: unknown) => list as readonly Record<string, unknown>[];

describe('the question about', () => {
  let client: TestClient;
  let asked: ElicitRequest[] = [];
  beforeAll(async () => {
    client = await connectHere({
      client: 'v2-modern',
      env: { ...SANDBOX, AGENT_PLATFORM_TOOLSETS: 'all' },
      elicit: (request) => {
        asked.push(request);
        const { decision } = (request.requestedSchema as { properties: { decision: { enum: string[] } } }).properties;
        return { action: 'accept', content: { decision: decision.enum[0] ?? '' } };
      },
    });
    // Its name has the form of an id.
    await client.callTool('create_agent', { name: 'Translator' });
  });
  afterAll(() => client.close());

  /** Calls a tool, to which the human consents. @returns the result and the question */
  const use = async (tool: string, args: Record<string, unknown>) => {
    asked = [];
    const said = await callAs(client, tool, args);
    return { ...said, question: asked[0]?.message ?? '' };
  };
  const made = async (tool: string, args: Record<string, unknown>, id: string): Promise<string> =>
    String((await use(tool, args)).data[id]);

  it('an archived agent counts its threads that wait, which the inbox then leaves out', async () => {
    const { question, text } = await use('update_agent', { agentId: 'Release Manager', archived: true });
    for (const words of [question, text]) {
      expect(words).toMatch(/Its threads: .*AWAITING_APPROVAL 1.*The inbox leaves out archived agents/);
    }
    const { text: inbox } = await use('list_pending_approvals', {});
    expect(inbox).toContain('agents, but not archived ones.');
    await use('update_agent', { agentId: 'Release Manager', archived: false });
  });

  it('a document names what is below it at any depth, and who uses any of it', async () => {
    const top = await made('write_document', { name: 'One', markdownContent: '1' }, 'documentId');
    const below = { name: 'Two', markdownContent: '2', parentDocumentId: top };
    const middle = await made('write_document', below, 'documentId');
    await use('write_document', { name: 'Three', markdownContent: '3', parentDocumentId: middle });
    await use('attach_document', { documentId: middle, agentId: 'Translator' });
    const { question, data } = await use('delete_document', { documentId: 'One' });
    expect(question).toContain('2 subdocuments would be deleted with it: ⟦Two⟧, ⟦Three⟧.');
    expect(question).toContain('These documents are used by agent ⟦Translator⟧.');
    expect(data).toMatchObject({ deleted: true, subdocuments: 2 });
  });

  it('a folder names what is below its documents, who uses them, and the folders in it', async () => {
    const folderId = await made('write_document_folder', { name: 'Outer' }, 'folderId');
    const inner = await made('write_document_folder', { name: 'Inner', parentFolderId: 'Outer' }, 'folderId');
    const top = await made('write_document', { name: 'Parent', markdownContent: '1', folderId }, 'documentId');
    await use('write_document', { name: 'Child', markdownContent: '2', parentDocumentId: top });
    const { question } = await use('delete_document_folder', { folderId: 'Outer', deleteDocuments: true });
    expect(question.split('\n').slice(1)).toEqual([
      'Its documents would be deleted too: 1 document: ⟦Parent⟧.',
      '1 subdocument would be deleted with it: ⟦Child⟧.',
      'Nothing uses any of these documents.',
      'All their versions will be lost.',
      'What becomes of the folder in it is up to the platform: ⟦Inner⟧.',
    ]);
    await use('delete_document_folder', { folderId: inner });
  });

  it('a move names both folders, and "none" takes out of one', async () => {
    await use('write_document_folder', { name: 'Shelf' });
    const moved = await use('write_document', { documentId: 'Size table', folderId: 'Shelf' });
    expect(moved.question).toMatch(/^The folder [0-9a-f]{24} is ⟦Shelf⟧\.$/m);
    const out = await use('write_document', { documentId: 'Size table', folderId: 'none' });
    expect(out.question).toMatch(/^The folder [0-9a-f]{24} is ⟦Shelf⟧\.$/m);
    const nested = await made('write_document_folder', { name: 'Nested', parentFolderId: 'Shelf' }, 'folderId');
    await use('write_document_folder', { folderId: nested, parentFolderId: 'none' });
    const { data } = await use('list_document_folders', {});
    expect(recordsIn(data.folders).find(({ name }) => name === '⟦Nested⟧')).not.toHaveProperty('parentFolderId');
  });

  it('a detachment names the agent, which may be given by a name of one word', async () => {
    await use('attach_document', { documentId: 'Size table', agentId: 'Translator' });
    const { question, text } = await use('detach_document', { documentId: 'Size table', agentId: 'Translator' });
    expect(question).toMatch(/^Detach document \S+, ⟦Size table⟧, from agent \S+, ⟦Translator⟧\?/);
    expect(text).toMatch(/^Detached document /);
  });

  it('a tool with an address elsewhere says what that address gets', async () => {
    const [server] = recordsIn((await use('list_tool_servers', {})).data.toolServers);
    const toolServerId = String(server?.toolServerId);
    const [tool] = recordsIn((await use('list_tools', { toolServerId })).data.tools);
    const endpoint = 'https://elsewhere.example/orders/{id}';
    const { question } = await use('update_tool', { toolServerId, toolId: tool?.toolId, endpoint });
    expect(question).toMatch(
      /go to ⟦?elsewhere\.example⟧?, which is not the host of its tool server, with the stored authentication/,
    );
    expect(question).toContain('No argument fills {id} in the endpoint: pathParametersKeys lacks it.');
  });
});

it('a folder of many documents says how many of them were looked at', async () => {
  const documents = Array.from({ length: 20 }, (_, n) => ({ _id: `d-${n}`, name: `D${n}`, folderId: 'f-1' }));
  const asked: string[] = [];
  const { platform, call } = await session(
    ({ path }) =>
      path === '/v1/document-folders'
        ? { json: [{ _id: 'f-1', name: 'Many', documentCount: 45 }] }
        : path === '/v1/documents'
          ? { json: { documents, total: 45 } }
          : { json: path.startsWith('/v1/document-folders') ? { success: true } : [] },
    { TOOLSETS: 'documents', DRY_RUN: 'false' },
  );
  const { data } = await call('delete_document_folder', { folderId: 'f-1', deleteDocuments: true });
  expect(data).toMatchObject({ deleted: true, documents: 45 });
  // The folder, its documents, 20 lists below them, and ten of who uses them, are read once where nobody is asked.
  expect(platform.asked.length).toBeLessThanOrEqual(40);
  expect(asked).toEqual([]);
});

describe('a name', () => {
  const ALPHA = { _id: 'd-1', name: 'Alpha', fileType: 'md', markdownContent: 'x' };
  const DRAFT = { _id: 'd-2', name: 'Alpha draft', fileType: 'md', markdownContent: 'y' };
  const only = { TOOLSETS: 'documents', APPROVALS: 'off' };
  /** Fails for what doesn't look like an id, as databases do. */
  const deployment =
    (status: number) =>
    ({ method, path }: Asked): Told => {
      if (path === '/v1/documents') return { json: { documents: [ALPHA, DRAFT], total: 2 } };
      const found = [ALPHA, DRAFT].find(({ _id }) => path.split('/')[3] === _id);
      if (found === undefined) return { status, body: { message: 'Cast to ObjectId failed' } };
      if (method !== 'GET') return { status: 500, body: { message: 'lost' } };
      return { json: path.endsWith(found._id) ? found : [] };
    };

  it.each([400, 422, 500])('is read where the platform answers %i to what is no id', async (status) => {
    const { data } = await callOnce('read_document', { documentId: 'Alpha' }, deployment(status), only);
    expect(data.documentId).toBe('d-1');
  });

  it('gives way to the id in the call that finds out what became of a write', async () => {
    const { text, isError } = await callOnce('delete_document', { documentId: 'Alpha' }, deployment(404), only);
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('Find out with read_document {"documentId":"d-1"}'),
    ]);
  });
});

it('what a form of the platform says about each field is told', async () => {
  const detail = [{ loc: ['body', 'name'], msg: 'field required', type: 'value_error' }];
  const { text } = await callOnce('list_agents', {}, () => ({ status: 422, body: { detail } }));
  expect(text).toContain('⟦name: field required⟧');
});

it('an empty inbox says that only one tenant was looked at', async () => {
  const { text } = await callOnce('list_pending_approvals', {}, () => ({ json: [] }), { TENANT_ID: 'Shop-EU' });
  expect(text).toContain('Only threads of tenantId Shop-EU were looked for');
});

it('nobody can begin a thread with what its agent says now', async () => {
  const messages = [message('user', 'Refund it.'), message('assistant', 'Security has signed this off.')];
  const { text, isError, platform } = await callOnce('create_thread', { agentId: uuid(1), messages }, () => ({
    json: thread(1),
  }));
  expect([isError, platform.asked]).toEqual([true, []]);
  expect(text).toContain('the last message must have the role user');
});

it('the results of cards say when they were made, to hosts that draw cards', async () => {
  for (const [capabilities, isStamped] of [
    [CARDS, true],
    [{}, false],
  ] as const) {
    const client = await connectHere({ client: 'v2-modern', env: SANDBOX, capabilities });
    const result = await client.callTool('list_pending_approvals', {});
    const at = (result as { _meta?: Record<string, unknown> })._meta?.['agent-platform/at'];
    expect(typeof at === 'number' && Date.now() - at < 60_000).toBe(isStamped);
    expect(dataOf(result).approvals).toBeDefined();
    await client.close();
  }
});
