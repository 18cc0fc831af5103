/** The share of a session in a model's context, and the length of questions. Tokens are characters / 4. */
import { MANY_TOKENS, MOST_TOKENS } from '../src/cli/doctor/tools.ts';
import { callParams, roundOf } from '../test/support/rounds.ts';
import { startPlatform } from './platform.ts';
import { median, type Part, type Row, whole } from './table.ts';
import { BUNDLE, platformEnv, startWire, type Wire } from './wire.ts';

const MAX_RESULT = 12_000;
const MAX_QUESTION = 1_200;

/** Starts the server, uses it and ends it. */
async function withServer<T>(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  use: (wire: Wire) => Promise<T>,
): Promise<T> {
  const wire = startWire([BUNDLE, ...args], env);
  try {
    await wire.initialize();
    return await use(wire);
  } finally {
    await wire.close();
  }
}

async function toolTokens(toolsets: string): Promise<number> {
  const { result } = await withServer(['--toolsets', toolsets], {}, (wire) => wire.request('tools/list'));
  return JSON.stringify(result?.tools).length / 4;
}

/** The longer of the two forms of a result: a host gives the model one of them. */
async function resultSize(wire: Wire, tool: string, args: object): Promise<number> {
  const { content, structuredContent } = await wire.call(tool, args);
  const [text] = content as { text: string }[];
  return Math.max(text?.text.length ?? 0, JSON.stringify(structuredContent).length);
}

/** Characters of the questions about all waiting requests of the sandbox. */
async function questionSizes(): Promise<number[]> {
  const wire = startWire([BUNDLE, '--sandbox']);
  try {
    const ask = async (name: string, args: object) => wire.request('tools/call', callParams(name, args));
    const inbox = await ask('list_pending_approvals', {});
    const { approvals } = Object(inbox.result?.structuredContent) as { approvals: readonly { threadId: string }[] };
    const sizes: number[] = [];
    for (const { threadId } of approvals) {
      const round = roundOf(await ask('approve_thread', { threadId, status: 'APPROVED' }));
      if (!round.isQuestion) throw new Error(`approve_thread asked nothing: ${round.text}`);
      sizes.push(round.message.length);
    }
    return sizes;
  } finally {
    await wire.close();
  }
}

export const sizes: Part = {
  name: 'sizes',
  about: 'tools/list, a long list, and the questions of the sandbox',
  async run(say) {
    say('tools/list');
    const tokens = await toolTokens('default');
    say('results');
    const platform = await startPlatform();
    const list = { agentId: 'large', limit: 100 };
    const large = await withServer([], platformEnv(platform.url), (wire) =>
      resultSize(wire, 'list_agent_threads', list),
    );
    platform.close();
    say('questions');
    const questions = await questionSizes();
    return [
      atMost('tools/list, default toolsets', tokens, MANY_TOKENS, 'tokens'),
      atMost('tools/list, all toolsets', await toolTokens('all'), MOST_TOKENS, 'tokens'),
      atMost('100 threads of 50 messages of 1 KB, listed', large, MAX_RESULT, 'characters'),
      {
        ...atMost('a question of the sandbox (median)', median(questions), MAX_QUESTION, 'characters'),
        baseline: `the longest of ${questions.length}: ${whole(Math.max(...questions))}`,
      },
    ];
  },
};

function atMost(what: string, figure: number, most: number, unit: string): Row {
  return { what, figure: `${whole(figure)} ${unit}`, goal: `≤ ${whole(most)}`, met: figure <= most };
}
