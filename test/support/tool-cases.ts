/**
 * A call of every tool, for suites that test all tools alike: the example of the tool, and the requests that a write was
 * observed to make.
 */
import { catalogue } from '../../src/cli/catalogue.ts';
import { type OperationName, operations } from '../../src/platform/operations/index.ts';
import { array, object } from '../../src/platform/parse/coerce.ts';
import { ROOT } from './build.ts';
import { ANSWERS, recognise } from './fault-answers.ts';
import { inProcess } from './in-process.ts';
import { json, type Recorded, startDouble, TOKEN } from './platform-double.ts';

type Args = Readonly<Record<string, unknown>>;

/** A call of a tool, and of each write that it has. `write` must not happen twice; reads before it are the tool's own. */
export interface ToolCase {
  readonly tool: string;
  readonly args: Args;
  readonly write?: OperationName;
  /** The request of the write as it reached the platform. */
  readonly sent?: Recorded;
  /** It has to read before it writes, so it can also fail before anything was written. */
  readonly looksFirst?: true;
  /** It makes the write for each of these threads. Their tokens in `args` stand for those that are read before the call. */
  readonly threads?: readonly string[];
}

/** The tool, and which of its writes where it has several. */
export const labelOf = ({ tool, write }: ToolCase): string =>
  write === 'createDocument' || write === 'createFolder' ? `${tool} (create)` : tool;

/** A file in a folder that the server under test may upload from. */
export const UPLOAD_DIR = `${ROOT}test/fixtures`;

/** Calls in place of the example: one that gets further, one for each write of a tool, or one with a file of this machine. */
const OTHERS: Readonly<Record<string, readonly Args[]>> = {
  get_thread: [{ threadId: 'running' }],
  wait_for_thread: [{ threadIds: ['ended'], timeoutSeconds: 10 }],
  search_threads: [{ agentId: 'agent-1', query: '10482' }],
  get_agent_costs: [{ agentId: 'agent-1', period: 'daily' }],
  upload_file: [{ path: `${UPLOAD_DIR}/platform-api-spec.md` }],
  write_document: [
    { documentId: 'document-1', markdownContent: '# Better' },
    { name: 'New', markdownContent: '# New' },
  ],
  write_document_folder: [{ folderId: 'folder-1', name: 'Other' }, { name: 'New' }],
};

/** All tools; those that write with the requests observed on a platform where nothing is wrong. */
export const TOOL_CASES: readonly ToolCase[] = await watched();

async function watched(): Promise<readonly ToolCase[]> {
  const platform = await startDouble((exchange) => {
    const { method, path, body } = exchange.request;
    const found = recognise(method, path);
    // A file comes as a form.
    const fields = body.startsWith('{') ? object(JSON.parse(body)) : {};
    if (found === undefined || (isBlind && operations[found.operation].repeatable)) return json(500, {})(exchange);
    const { operation, params } = found;
    const isDecided = operation === 'getThread' && decided.has(params.threadId);
    if (operation === 'handleThreadApproval') decided.add(params.threadId);
    return json(200, ANSWERS[isDecided ? 'handleThreadApproval' : operation](params, fields))(exchange);
  });
  /** Nothing can be read. */
  let isBlind = false;
  /** Threads that the call has decided on: they run. */
  const decided = new Set<string | undefined>();
  const settings = { TOOLSETS: 'all', APPROVALS: 'off', UPLOAD_DIRS: UPLOAD_DIR, MAX_RETRIES: '0' };
  const { call, close } = await inProcess({ BASE_URL: platform.url, TOKEN, ...settings });

  /** Each thread of a list that is decided on, with the token that a caller who has read it gives. */
  async function read(item: Args): Promise<Args> {
    return { ...item, reviewToken: (await call('get_thread', { threadId: item.threadId })).data.reviewToken };
  }

  /** The first write of a call, if it gets that far. */
  async function writeOf(tool: string, args: Record<string, unknown>): Promise<Pick<ToolCase, 'write' | 'sent'>> {
    const before = platform.requests.length;
    decided.clear();
    await call(tool, args);
    for (const sent of platform.requests.slice(before)) {
      const write = recognise(sent.method, sent.path)?.operation;
      if (write !== undefined && !operations[write].repeatable) return { write, sent };
    }
    return {};
  }

  async function writing(tool: string, args: Args): Promise<ToolCase> {
    const items = array(args.items).map(object);
    decided.clear();
    const given = items.length === 0 ? { ...args } : { ...args, items: await Promise.all(items.map(read)) };
    const seen = await writeOf(tool, given);
    if (seen.write === undefined) throw new Error(`The example of ${tool} writes nothing.`);
    isBlind = true;
    const looksFirst = (await writeOf(tool, given)).write === undefined && ({ looksFirst: true } as const);
    isBlind = false;
    const threads = items.length > 0 && { threads: items.map(({ threadId }) => String(threadId)) };
    return { tool, args, ...seen, ...looksFirst, ...threads };
  }

  const cases: ToolCase[] = [];
  for (const { name: tool, effect, example = {} } of catalogue.tools) {
    for (const args of OTHERS[tool] ?? [example])
      cases.push(effect === 'read' ? { tool, args } : await writing(tool, args));
  }
  await close();
  await platform.close();
  return cases;
}
