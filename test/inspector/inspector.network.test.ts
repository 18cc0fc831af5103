/**
 * The MCP Inspector's CLI in front of the built file with its sandbox, in both protocol eras: tools/list is free of errors
 * and warnings, and one call of each kind answers.
 */
import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { INSPECTOR } from '../../scripts/fetched.ts';
import { ROOT } from '../support/build.ts';
import { BUNDLE } from '../support/client-process.ts';
import { type Fetched, fetched } from '../support/fetched.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The Inspector brings the Node.js that it needs; the server keeps the one of the tests. */
let inspector: Fetched;
beforeAll(async () => {
  inspector = await fetched(INSPECTOR, 'mcp-inspector');
});

/** One run of the CLI: its answer, and not a word of complaint. A tool's own error ends it with a code of its own. */
function inspect(era: string, method: string, ...options: readonly string[]): Promise<Answer> {
  const server = [process.execPath, BUNDLE, '--sandbox'];
  const args = ['--cli', ...server, '--protocol-era', era, '--method', method, ...options];
  return new Promise((resolve, reject) => {
    execFile(inspector.node, [inspector.program, ...args], { cwd: ROOT }, (error, stdout, stderr) => {
      const answer = parse(stdout);
      const complains = method === 'tools/list' && stderr.trim() !== '';
      if (answer === undefined || (error !== null && answer.isError !== true) || complains)
        reject(new Error(`${method}: ${error?.message}\n${stderr}\n${stdout.slice(0, 2000)}`));
      else resolve(answer);
    });
  });
}

function parse(text: string): Answer | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function call(era: string, tool: string, args: Readonly<Record<string, string | number>>): Promise<Answer> {
  const pairs = Object.entries(args).map(([name, value]) => `${name}=${value}`);
  return inspect(era, 'tools/call', '--tool-name', tool, ...(pairs.length > 0 ? ['--tool-arg', ...pairs] : []));
}

const list = (answer: unknown, name: string): readonly Answer[] => {
  const found = Object(answer)[name];
  return Array.isArray(found) ? found : [];
};

describe.each(['legacy', 'modern'])('the Inspector, in the %s era,', (era) => {
  it('has no complaint about the tools', async () => {
    expect(list(await inspect(era, 'tools/list', '--strict'), 'tools').length).toBeGreaterThanOrEqual(20);
  });

  it('reads and writes', async () => {
    const agents = list((await call(era, 'list_agents', { limit: 2 })).structuredContent, 'agents');
    expect(agents).toHaveLength(2);
    const created = await call(era, 'create_thread', {
      agentId: String(agents[0]?.agentId),
      message: 'Summarise yesterday.',
    });
    expect(created.structuredContent).toMatchObject({ threadId: expect.any(String) });
  });

  it('decides', async () => {
    // What contradicts itself comes first, and is not approved where nobody can be asked.
    const all = list((await call(era, 'list_pending_approvals', {})).structuredContent, 'approvals');
    const waiting = all.find(({ brief }) => Object(brief).contradictions === undefined);
    const threadId = String(waiting?.threadId);
    const { structuredContent: read } = await call(era, 'get_thread', { threadId });
    const reviewToken = String(Object(read).reviewToken);
    const decided = await call(era, 'approve_thread', { threadId, status: 'APPROVED', reviewToken });
    expect(decided.structuredContent).toMatchObject({ status: 'RUNNING' });
  });

  it('shows a refused call as refused', async () => {
    expect(await call(era, 'list_agents', { limit: 101 })).toMatchObject({ isError: true });
  });

  it('reads resources', async () => {
    const resources = list(await inspect(era, 'resources/list'), 'resources');
    const read = await inspect(era, 'resources/read', '--uri', String(resources[0]?.uri));
    expect(list(read, 'contents')).toMatchObject([{ text: expect.stringMatching(/\S/) }]);
    expect(list(await inspect(era, 'resources/templates/list'), 'resourceTemplates')).not.toEqual([]);
  });

  it('gets a prompt', async () => {
    const prompts = list(await inspect(era, 'prompts/list'), 'prompts');
    const free = prompts.find((prompt) => !list(prompt, 'arguments').some(({ required }) => required === true));
    const got = await inspect(era, 'prompts/get', '--prompt-name', String(free?.name));
    expect(list(got, 'messages')).not.toEqual([]);
  });
});
