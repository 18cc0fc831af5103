/**
 * Records one approval: a real session of the built server on its sandbox, with a client that can ask. Writes it to
 * docs/approval.svg as pictures that follow each other, a question of the session into README.md, and the question about a
 * group into docs/cards. What the person says
 * is this script's; every other word is the server's, cut at the edge where a line ends in `…`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { wrap } from '../demo/print.ts';
import { isObject } from '../src/platform/parse/coerce.ts';
import { fill } from './fill.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = `${root}docs/approval.svg`;
/** The question about a group, which docs/alike-requests.md shows. */
const GROUP_FILE = `${root}docs/cards/group-question.svg`;
const MAX_BYTES = 400_000;
/** Longer ones are not watched to the end. */
const MAX_SECONDS = 20;
/** Of the question: the longest, since it is what one reads. */
const QUESTION_SECONDS = 9;
/** Letters that stay readable at the width that repository pages show, of about 840 px. */
const FONT = 15;
/** Characters of a line: a letter of the widest common monospaced font takes 0.62 of its height. */
const COLUMNS = 86;
const WIDTH = 850;
const LINE = 21;
const PADDING = 24;
/** Lines of the longest result that is shown. */
const MOST_LINES = 7;

/** Characters of a line of the question in the README. */
const README_COLUMNS = 100;

/** What is on the screen for some seconds. `kind` is its colour. */
interface Scene {
  readonly seconds: number;
  readonly lines: readonly {
    readonly kind: 'you' | 'call' | 'said' | 'asks' | 'choice' | 'chosen';
    readonly text: string;
  }[];
}

const questions: string[] = [];
/** The choices of the last question. */
let choices: readonly string[] = [];
const APPROVE = 'Approve create_refund';

/** A client that can ask, of a sandbox of its own. */
async function connected(...flags: string[]): Promise<Client> {
  const client = new Client(
    { name: 'record', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    choices = choicesOf(params);
    const isRefund = params.message.includes('"10482"');
    return isRefund ? { action: 'accept', content: { decision: APPROVE } } : { action: 'cancel' };
  });
  const args = [`${root}dist/agent-platform-mcp.cjs`, '--sandbox', '--cards', 'off', ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  return client;
}

/** Of the first field of a form that is a choice. */
function choicesOf(params: object): string[] {
  const [, list = '[]'] = /"enum":(\[.*?\])/.exec(JSON.stringify(params)) ?? [];
  const parsed: unknown = JSON.parse(list);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent } = await client.callTool({ name, arguments: args });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { call: `→ ${name} ${JSON.stringify(args)}`, text, data: structuredContent ?? {} };
}

/** The thread of the inbox whose task names an order, and its token. */
function waiting(data: object, order: string): { threadId: string; reviewToken: string } {
  const { approvals } = { approvals: [] as unknown, ...data };
  const found = Array.isArray(approvals)
    ? approvals.find((one) => isObject(one) && `${one.about}`.includes(order))
    : {};
  return { threadId: String(found?.threadId), reviewToken: String(found?.reviewToken) };
}

async function session(client: Client): Promise<Scene[]> {
  const inbox = await call(client, 'list_pending_approvals', {});
  const other = { threadId: waiting(inbox.data, 'order 10511').threadId, status: 'APPROVED' };
  await call(client, 'approve_thread', other);
  const { threadId, reviewToken } = waiting(inbox.data, 'order 10482');
  const decided = await call(client, 'approve_thread', { threadId, status: 'APPROVED', reviewToken });
  const ended = await call(client, 'wait_for_thread', { threadIds: [threadId] });
  const [, asked = ''] = questions;
  const offered = choices;
  const question = asked.split('\n').flatMap((line) => wrap(line, COLUMNS - 2));
  const you = (text: string) => ({ kind: 'you', text: `You: ${text}` }) as const;
  const called = (text: string) => ({ kind: 'call', text: cutLine(text) }) as const;
  const said = (text: string) => shown(text).map((line) => ({ kind: 'said', text: line }) as const);
  const dialog = question.map((text) => ({ kind: 'asks', text }) as const);
  const form = (chosen?: string) =>
    offered.map(
      (text) =>
        ({ kind: text === chosen ? 'chosen' : 'choice', text: `${text === chosen ? '●' : '○'} ${text}` }) as const,
    );
  const begin = [you('What is waiting for my approval?'), called(inbox.call)];
  const go = [you('The zip is our fault. Approve the refund of order 10482.'), called(decided.call)];
  return [
    { seconds: 1, lines: begin },
    { seconds: 3, lines: [...begin, ...said(inbox.text)] },
    { seconds: 1.5, lines: go },
    { seconds: QUESTION_SECONDS, lines: [...go, { kind: 'said', text: 'Your host asks you:' }, ...dialog, ...form()] },
    { seconds: 1, lines: [...go, { kind: 'said', text: 'Your host asks you:' }, ...dialog, ...form(APPROVE)] },
    { seconds: 2, lines: [...go, ...said(decided.text)] },
    { seconds: 2.5, lines: [...go, ...said(decided.text), called(ended.call), ...said(ended.text).slice(0, 1)] },
  ];
}

/** The question about a group, as it stands. */
async function groupQuestion(client: Client): Promise<Scene> {
  const { approvals = [] } = (await call(client, 'list_pending_approvals', {})).data as { approvals?: unknown[] };
  const group = approvals.find((one) => isObject(one) && one.alike !== undefined);
  const groupToken = isObject(group) ? group.groupToken : undefined;
  await call(client, 'decide_approvals', { groups: [{ groupToken, status: 'APPROVED' }] });
  const asked = (questions.at(-1) ?? '').split('\n').flatMap((line) => wrap(line, COLUMNS - 2));
  return {
    seconds: 1,
    lines: [
      { kind: 'said', text: 'Your host asks you:' },
      ...asked.map((text) => ({ kind: 'asks', text }) as const),
      ...choices.map((text) => ({ kind: 'choice', text: `○ ${text}` }) as const),
    ],
  };
}

const cutLine = (line: string): string => (line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line);

function shown(text: string): string[] {
  const lines = text.split('\n').map((line) => cutLine(`  ${line}`));
  const left = lines.length - MOST_LINES;
  return left > 0 ? [...lines.slice(0, MOST_LINES), `  … ${left} more lines`] : lines;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Scenes one after the other, over and over; whoever wants no motion sees the question. */
function drawn(scenes: readonly Scene[], title: string): string {
  const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  const height = 2 * PADDING + LINE * Math.max(...scenes.map(({ lines }) => lines.length));
  const longest = scenes.findIndex(({ lines }) => lines.some(({ kind }) => kind === 'choice'));
  let at = 0;
  const rules = scenes.map(({ seconds }, index) => {
    const [from, to] = [at, at + seconds].map((second) => `${((100 * second) / total).toFixed(2)}%`);
    at += seconds;
    return `@keyframes s${index}{0%{opacity:${index === 0 ? 1 : 0}}${from}{opacity:1}${to}{opacity:0}100%{opacity:0}}#s${index}{animation:s${index} ${total}s step-end infinite}`;
  });
  const groups = scenes.map(({ lines }, index) => {
    const rows = lines.map(
      ({ kind, text }, row) =>
        `<text class="${kind}" x="${PADDING}" y="${PADDING + LINE * (row + 0.8)}">${escaped(text)}</text>`,
    );
    const asked = lines.findIndex(({ kind }) => kind === 'asks');
    const box = `<rect class="box" x="${PADDING - 10}" y="${PADDING + LINE * asked + 1}" width="${WIDTH - 2 * PADDING + 20}" height="${LINE * (lines.length - asked) + 4}" rx="6"/>`;
    return `<g id="s${index}" opacity="${index === longest ? 1 : 0}">\n${[...(asked < 0 ? [] : [box]), ...rows].join('\n')}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${title}</title>
<style>
.page{fill:#fff;stroke:#d0d7de}.box{fill:#f6f8fa;stroke:#d0d7de}text{font:${FONT}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre}
.you{font-weight:bold}.call{fill:#0550ae}.said,.choice{fill:#57606a}.chosen{fill:#1a7f37;font-weight:bold}
@media (prefers-color-scheme:dark){.page{fill:#0d1117;stroke:#30363d}.box{fill:#161b22;stroke:#30363d}text{fill:#e6edf3}.call{fill:#79c0ff}.said,.choice{fill:#9198a1}.chosen{fill:#3fb950}}
@media (prefers-reduced-motion:no-preference){
${rules.join('\n')}
}
</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${groups.join('\n')}
</svg>
`;
}

const [client, groups] = [await connected(), await connected('--sandbox-scenario', 'hundred')];
try {
  const scenes = await session(client);
  const seconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  if (seconds > MAX_SECONDS) throw new Error(`The recording takes ${seconds} s; at most ${MAX_SECONDS} are wanted.`);
  const svg = drawn(scenes, "An approval, from the inbox to the thread's end");
  if (svg.length > MAX_BYTES) throw new Error(`${FILE} has ${svg.length} bytes; at most ${MAX_BYTES} are wanted.`);
  writeFileSync(FILE, svg);
  const question = (questions[0] ?? '').split('\n').flatMap((line) => wrap(line, README_COLUMNS));
  const page = readFileSync(`${root}README.md`, 'utf8');
  writeFileSync(`${root}README.md`, fill(page, 'question', ['```text', ...question, '```'].join('\n')));
  writeFileSync(GROUP_FILE, drawn([await groupQuestion(groups)], 'The question about a group'));
} finally {
  await client.close();
  await groups.close();
}
