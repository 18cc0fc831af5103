/**
 * "Next" stands only where it helps: it is never the call just made, no error has one, and an error that other arguments
 * can't cure sends nobody to them. Its arguments are such as the tool takes. Every tool, against a platform that does what
 * is asked, fails, and freezes.
 */
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { schemasOf } from '../../src/mcp/engine/json-schema.ts';
import { repair } from '../../src/mcp/engine/repair-arguments.ts';
import { type OperationName, operations } from '../../src/platform/operations/index.ts';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { session } from '../support/sessions.ts';
import { TOOL_CASES } from '../support/tool-cases.ts';

type Args = Readonly<Record<string, unknown>>;
/** Further calls of a tool: parts, pages, and threads in other states. */
const MORE: readonly (readonly [tool: string, args: Args])[] = [
  ['get_thread', { threadId: 'waiting' }],
  ['get_thread', { threadId: 'waiting', limit: 10 }],
  ['get_thread', { threadId: 'waiting', limit: 1 }],
  ['get_thread', { threadId: 'waiting', before: 2 }],
  ['get_thread', { threadId: 'waiting', message: 1 }],
  ['wait_for_thread', { threadIds: ['running'], timeoutSeconds: 1 }],
  ['wait_for_thread', { threadIds: ['running'], until: 'settled', cursor: 'running=2:RUNNING' }],
  ['wait_for_thread', { threadIds: ['waiting'], until: 'changed', cursor: 'waiting=2:AWAITING_APPROVAL' }],
  ['list_agent_threads', { agentId: 'agent-1', limit: 1 }],
  ['list_pending_approvals', { limit: 1 }],
  ['search_threads', { limit: 1 }],
  ['list_assistant_chats', { assistantIdentifier: 'support', limit: 1 }],
  ['get_chat', { assistantIdentifier: 'support', chatUuid: 'chat-1', limit: 1 }],
  ['get_agent_costs', {}],
  ['read_doc', { slug: 'start', from: 5 }],
];
const ALL = [...TOOL_CASES.map(({ tool, args }) => [tool, args] as const), ...MORE];
const statusOf =
  (status: number, onlyWrites: boolean) =>
  (operation: OperationName, answer: unknown): Told =>
    onlyWrites && operations[operation].repeatable ? { json: answer } : { status, body: { message: 'No.' } };

const BEHAVIOURS: readonly (readonly [string, (operation: OperationName, answer: unknown) => Told])[] = [
  ['does what is asked', (_, answer) => ({ json: answer })],
  ...['AWAITING_APPROVAL', 'RUNNING', 'PAUSED', 'FAILED'].map(
    (status) =>
      [
        `leaves every thread ${status}`,
        (_: OperationName, answer: unknown) => ({
          json: JSON.parse(JSON.stringify(answer).replaceAll(/"status":"[A-Z_]+"/g, `"status":"${status}"`)),
        }),
      ] as const,
  ),
  ...[400, 403, 404, 500, 503].flatMap(
    (status) =>
      [
        [`answers ${status}`, statusOf(status, false)],
        [`answers ${status} to writes`, statusOf(status, true)],
      ] as const,
  ),
];

it.each(BEHAVIOURS)(
  'a result proposes a next step only where it helps, and the platform %s',
  async (what, behaviour) => {
    const tell = ({ method, path, body }: Asked): Told | undefined => {
      const found = recognise(method, path);
      if (found === undefined) return undefined;
      return behaviour(found.operation, ANSWERS[found.operation](found.params, Object(body) as Args));
    };
    const { call } = await session(tell, { TOOLSETS: 'all', MAX_WAIT_SECONDS: '1', MAX_RETRIES: '0' });
    const wrong: string[] = [];
    let answered = 0;
    let calls = 0;
    for (const [tool, args] of ALL) {
      const { text, data, isError } = await call(tool, args);
      const own = `${tool} ${JSON.stringify(args)}`;
      const step = data?.nextStep as Step | undefined;
      const next = /^Next: .*$/m.exec(text)?.[0] ?? '';
      if (next.includes(own) || (step?.tool === tool && same(step.arguments, args))) wrong.push(`${own}: ${next}`);
      for (const named of [step, data?.rest as Step | undefined, ...callsIn(text)]) {
        if (named === undefined) continue;
        calls++;
        if (!takes(named)) wrong.push(`${own}, not taken: ${JSON.stringify(named)}`);
      }
      if (isError && (next !== '' || text.includes(own))) wrong.push(`${own}, an error: ${text}`);
      // Other arguments are no help if the platform itself is down.
      if (isError && /50[03]/.test(what) && /changing the arguments|Correct/.test(text)) wrong.push(`${own}: ${text}`);
      if (!isError) answered++;
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(/answers \d+$/.test(what) ? -1 : 20);
    expect(answered).toBeGreaterThan(/answers \d+$/.test(what) ? -1 : 20);
  },
);

interface Step {
  readonly tool: string;
  readonly arguments: Args;
}

const NAMES = new Map(catalogue.tools.map((tool) => [tool.name, tool]));

/** The calls that a text names, with their arguments: `get_thread {"threadId":"waiting"}`. */
const callsIn = (text: string): Step[] =>
  [...text.matchAll(/\b([a-z]+(?:_[a-z]+)+) (\{(?:[^{}]|\{[^{}]*\})*\})/g)].flatMap(([, tool = '', args = '']) =>
    NAMES.has(tool) ? [{ tool, arguments: JSON.parse(args) as Args }] : [],
  );

/** The value for a placeholder; for most, any text. */
const FILLED: Args = { status: 'PENDING' };
const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && /^‹.+›$/.test(value);

/** Whether the tool would accept the call once its placeholders are filled in: it has every required argument. */
function takes({ tool, arguments: args }: Step): boolean {
  const filled = Object.entries(args).map(([key, value]) => [
    key,
    isPlaceholder(value) ? (FILLED[key] ?? 'filled in') : value,
  ]);
  const called = NAMES.get(tool);
  if (called === undefined) return false;
  // Objects with free keys are published, and proposed, as JSON text.
  const repaired = repair(Object.fromEntries(filled), schemasOf(called).inputSchema);
  return called.input().safeParse(repaired).success;
}

const same = (a: Args, b: Args): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
