// Runs the MCP Inspector's CLI over the built file with its sandbox, in both protocol eras: tools/list must be free of
// errors and warnings, and one call of each kind must answer. Started by CI; exits with 1 when something does not.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PACKAGES, SERVER } from './inspector.mjs';

/** The protocol eras: the handshake of 2025-11-25, and 2026-07-28. */
const ERAS = ['legacy', 'modern'];
const isWindows = process.platform === 'win32';

// Started once through npx, and by it again with the Inspector and its Node.js on the PATH: one installation serves all.
if (process.env.INSPECTOR_SERVER_NODE === undefined) {
  const env = { ...process.env, INSPECTOR_SERVER_NODE: process.execPath, NPM_CONFIG_LOGLEVEL: 'error' };
  const args = [...PACKAGES, '--', 'node', fileURLToPath(import.meta.url)];
  process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env, shell: isWindows }).status ?? 1;
} else {
  for (const era of ERAS) check(era);
}

function check(era) {
  const { tools } = inspect(era, 'tools/list', '--strict');
  expect(tools.length >= 20, `${era}: ${tools.length} tools, strict`);

  const agents = call(era, 'list_agents', { limit: 2 });
  expect(agents.structuredContent.agents.length === 2, `${era}: a tool that reads`);
  const { agentId } = agents.structuredContent.agents[0];
  const created = call(era, 'create_thread', { agentId, message: 'Summarise yesterday.' });
  expect(created.structuredContent.threadId !== undefined, `${era}: a tool that writes`);
  const [waiting] = call(era, 'list_pending_approvals', {}).structuredContent.approvals;
  const decided = call(era, 'approve_thread', { threadId: waiting.threadId, status: 'APPROVED' });
  expect(decided.structuredContent.status !== 'AWAITING_APPROVAL', `${era}: a tool that decides`);
  const refused = call(era, 'list_agents', { limit: 101 });
  expect(refused.isError === true, `${era}: a call that is refused says so`);

  const { resources } = inspect(era, 'resources/list');
  expect(resources.length > 0, `${era}: ${resources.length} resources`);
  const { contents } = inspect(era, 'resources/read', '--uri', resources[0].uri);
  expect(contents[0].text.length > 0, `${era}: a resource`);
  const { resourceTemplates } = inspect(era, 'resources/templates/list');
  expect(resourceTemplates.length > 0, `${era}: ${resourceTemplates.length} resource templates`);
  const { prompts } = inspect(era, 'prompts/list');
  expect(prompts.length > 0, `${era}: ${prompts.length} prompts`);
  const prompt = prompts.find((entry) => !entry.arguments?.some((argument) => argument.required));
  const { messages } = inspect(era, 'prompts/get', '--prompt-name', prompt.name);
  expect(messages.length > 0, `${era}: a prompt`);
}

function call(era, tool, args) {
  const pairs = Object.entries(args).map(([name, value]) => `${name}=${value}`);
  return inspect(era, 'tools/call', '--tool-name', tool, ...(pairs.length > 0 ? ['--tool-arg', ...pairs] : []));
}

/** One run of the CLI: its answer, and not a word of complaint. */
function inspect(era, method, ...options) {
  const server = [process.env.INSPECTOR_SERVER_NODE, ...SERVER];
  const args = ['--cli', ...server, '--protocol-era', era, '--method', method, ...options];
  const { status, stdout, stderr } = spawnSync('mcp-inspector', args, { encoding: 'utf8', shell: isWindows });
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    // Told below.
  }
  // A tool's own error ends the CLI with a code of its own; what it complains of in the definitions goes to stderr.
  const isFine =
    answer !== undefined && (status === 0 || answer.isError === true) && !(method === 'tools/list' && stderr.trim());
  if (isFine) return answer;
  process.stderr.write(`${era} ${method} ${options.join(' ')}: exit ${status}\n${stderr}${stdout.slice(0, 2000)}\n`);
  process.exit(1);
}

function expect(isTrue, what) {
  process.stdout.write(`${isTrue ? 'ok  ' : 'FAIL'} ${what}\n`);
  if (!isTrue) process.exit(1);
}
