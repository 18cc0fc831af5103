/**
 * Where the sources write the name of a tool. A model that is told of a tool which its session lacks calls it and fails, so
 * a sentence says as data which tools it names, or is said only where the tool was asked for. hints.slow.test.ts listens to
 * running sessions; here the texts themselves are read, all of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { catalogue } from '../../src/cli/catalogue.ts';
import { array, isObject, object } from '../../src/platform/parse/coerce.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const names = [...catalogue.tools, ...(catalogue.cardTools ?? [])].map(({ name }) => name);
const named = new RegExp(`\\b(?:${names.join('|')})\\b`);

/** What stands in a template for a value: like the arguments of a call that is written out. */
const VALUE = '{"id":"…"}';

/** The texts of a source file, comments left out; a template is one text. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (!isObject(node) && !Array.isArray(node)) return;
    if (isSentence(node)) return;
    for (const part of Object.values(node)) walk(part);
    if (!isObject(node)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) texts.push(node.quasis.map(cooked).join(VALUE));
  };
  walk(parseAst(transformSync(source, { loader: 'ts', charset: 'utf8' }).code));
  return texts;
}

const cooked = (quasi: unknown): string => (isObject(quasi) && isObject(quasi.value) ? String(quasi.value.cooked) : '');

/** `{ text: '…', tools: ['…'] }` with the tools that the text names. */
function isSentence(node: unknown): boolean {
  if (!isObject(node) || node.type !== 'ObjectExpression') return false;
  const properties = array(node.properties).map(object);
  const literal = (key: string) => object(properties.find((one) => object(one.key).name === key)?.value);
  const { value: text } = literal('text');
  const tools = array(literal('tools').elements).map((element) => object(element).value);
  return typeof text === 'string' && same(tools, text.match(new RegExp(named, 'g')) ?? []);
}
const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length > 0 && JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());

/** Texts that name a tool, beside the name alone: `file` → texts. */
const found = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts') && !file.endsWith('.d.ts'))
    .map((file) => [file, readFileSync(`${SRC}/${file}`, 'utf8')] as const)
    // Parsing takes time, and most files name no tool anywhere.
    .map(([file, source]) => [file, named.test(source) ? textsOf(source) : []] as const)
    .map(([file, texts]) => [file, texts.filter((text) => named.test(text) && !names.includes(text))] as const)
    .filter(([, texts]) => texts.length > 0),
);

/** Rooms that name tools, and why no session is told of a tool that it lacks. */
const OTHERS: Readonly<Record<string, string>> = {
  prompts: 'a prompt is offered with the tools that it lists, and asks before it names another',
  cards: 'a card that sends the model to a tool was told by the server that the tool is offered',
  cli: 'read by people at a terminal',
  settings: 'read by people at a terminal',
};

const SUBJECT = 'the subject of a question, which is signed and not shown';
const ASKED = 'said only where the session offers the tool';

/** Other texts that name a tool, by their file, and why no session is told of one that it lacks. */
const REASONS: Readonly<Record<string, string>> = {
  [`domain/approvals/redo.ts: create_thread starts a new one, with the user’s messages of thread ${VALUE} and the human’s words as the last one.`]:
    ASKED,
  'domain/by-name.ts: An agent may have that name: see list_agents.': ASKED,
  'domain/by-name.ts: Handbooks may be documentation pages: see list_docs.': ASKED,
  'domain/approvals/send.ts: Call approve_thread without reviewToken: the human is then asked about what it asks for now.':
    ASKED,
  [`domain/threads/current-thread.ts: Read what it asks for${VALUE}, and decide with approve_thread.`]: ASKED,
  'domain/threads/start.ts:  update_agent can enable it.': ASKED,
  'mcp/engine/next-calls.ts:  with get_thread': ASKED,
  'tools/assistants/assistants.ts: downloadUrl must be the http or https address that upload_file returned. Nothing was sent.':
    'the argument that it is about needs upload_file',
  'tools/threads/decide.ts: Refused: this client draws no cards. Nothing was sent. Use approve_thread.':
    'offered with approve_thread',
  'tools/threads/read-request-for-card.ts: This host can ask the human itself, which proves more than a press in a card: use approve_thread.':
    ASKED,
  'tools/tool-servers/read-tool-servers.ts: , and get_tool_server reads the same record': ASKED,
  "tools/tool-servers/test-tool.ts:  If that is about the tool server's authentication, update_tool_server can renew it.":
    ASKED,
  [`tools/tool-servers/test-tool.ts: test_tool ${VALUE} ${VALUE}`]: SUBJECT,
};

it('a text that names a tool is written as a suggestion to use it, or listed with a reason', () => {
  const isOther = (file: string): boolean => (file.split('/')[0] ?? '') in OTHERS;
  const texts = [...found]
    .filter(([file]) => !isOther(file))
    .flatMap(([file, all]) => all.map((text) => `${file}: ${text}`));
  expect(texts.sort()).toEqual(Object.keys(REASONS).sort());
  expect(Object.keys(OTHERS).filter((room) => ![...found.keys()].some((file) => file.startsWith(`${room}/`)))).toEqual(
    [],
  );
});
