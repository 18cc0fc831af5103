/**
 * Where the sources write the name of a tool. Whatever a session says goes through one check, which takes out what names a
 * tool that the session lacks (`src/mcp/engine/omit-missing-tools.ts`); the first sentence of an error or a summary stays,
 * since it holds the fact. hints.slow.test.ts listens to running sessions; here the texts themselves are read, all of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { catalogue } from '../../src/cli/catalogue.ts';
import { withoutMissing } from '../../src/mcp/engine/omit-missing-tools.ts';
import { isObject } from '../../src/platform/parse/coerce.ts';

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
    for (const part of Object.values(node)) walk(part);
    if (!isObject(node)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) texts.push(node.quasis.map(cooked).join(VALUE));
  };
  walk(parseAst(transformSync(source, { loader: 'ts', charset: 'utf8' }).code));
  return texts;
}

const cooked = (quasi: unknown): string => (isObject(quasi) && isObject(quasi.value) ? String(quasi.value.cooked) : '');

/** Texts that name a tool, beside the name alone: `file` → texts. */
const found = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts') && !file.endsWith('.d.ts'))
    .map((file) => [file, textsOf(readFileSync(`${SRC}/${file}`, 'utf8'))] as const)
    .map(([file, texts]) => [file, texts.filter((text) => named.test(text) && !names.includes(text))] as const)
    .filter(([, texts]) => texts.length > 0),
);

/** Whose texts go through the check: those of handlers, and of what handlers are built of. */
const CHECKED = ['tools', 'domain', 'platform', 'mcp'];
/** Who else names tools, and why no session says what it lacks. */
const OTHERS: Readonly<Record<string, string>> = {
  prompts: 'a prompt is offered with the tools that it lists, and asks before it names another',
  cards: 'a card that sends the model to a tool was told by the server that the tool is offered',
  cli: 'read by people at a terminal',
  settings: 'read by people at a terminal',
  sandbox: 'what the platform says, which is data to a session',
};

const SUBJECT = 'the subject of a question, which is signed and not shown';
const LOOKUP = 'a call that ends a sentence, where the tool was asked for before';
const ARGUMENT = 'the description of an argument: no first sentence of those is kept';

/** Texts whose first sentence keeps the name, and why no session says them without the tool. */
const KEPT: Readonly<Record<string, string>> = {
  [`domain/approvals/batch/decide-each.ts: get_thread ${VALUE}`]: LOOKUP,
  [`domain/approvals/outcome.ts: get_thread ${VALUE}`]: LOOKUP,
  'mcp/engine/consent/card-tickets.ts: This host can ask the human itself, which is safer than a press in a card: use approve_thread.':
    'said by tools for cards that decide, which are offered with approve_thread',
  'mcp/engine/instructions.ts: Approving: read what a thread asks for with get_thread, tell the human, and pass its reviewToken to approve_thread, which refuses if anything changed since.':
    'no first sentence of the instructions is kept',
  [`tools/agents/delete-agent.ts: delete_agent ${VALUE}`]: SUBJECT,
  'tools/assistants/send-assistant-message.ts: From upload_file.': ARGUMENT,
  'tools/assistants/send-assistant-message.ts: downloadUrl must be the http or https address that upload_file returned.':
    'the argument that it is about needs upload_file',
  [`tools/documents/delete-document.ts: delete_document ${VALUE}`]: SUBJECT,
  [`tools/documents/delete-folder.ts: delete_document_folder ${VALUE} ${VALUE}`]: SUBJECT,
  'tools/documents/revert-document.ts: From read_document.': ARGUMENT,
  'tools/threads/approve-thread.ts: From get_thread or list_pending_approvals.': ARGUMENT,
  'tools/threads/decide-approvals.ts: From list_pending_approvals.': ARGUMENT,
  'tools/threads/decide-from-card.ts: From read_request_for_card.': ARGUMENT,
  [`tools/tool-servers/delete-tool-server.ts: delete_tool_server ${VALUE}`]: SUBJECT,
  [`tools/tool-servers/delete-tool.ts: delete_tool ${VALUE} ${VALUE}`]: SUBJECT,
  [`tools/tool-servers/test-tool.ts: test_tool ${VALUE} ${VALUE}`]: SUBJECT,
};

describe('a text that names a tool', () => {
  it('is written only where the check reads it, or where a reason is given', () => {
    const rooms = new Set([...found.keys()].map((file) => file.split('/')[0] ?? ''));
    expect([...rooms].filter((room) => !CHECKED.includes(room) && !(room in OTHERS))).toEqual([]);
    expect(Object.keys(OTHERS).filter((room) => !rooms.has(room))).toEqual([]);
  });

  it('loses the name where no tool is offered, even as the first sentence', () => {
    const kept = [...found]
      .filter(([file]) => CHECKED.includes(file.split('/')[0] ?? ''))
      .flatMap(([file, texts]) =>
        texts
          .filter((text) => named.test(withoutMissing(text, names, () => false, true)))
          .map((text) => `${file}: ${text.split(/(?<=[.!?])\s/)[0]}`),
      );
    expect(kept.sort()).toEqual(Object.keys(KEPT).sort());
  });
});
