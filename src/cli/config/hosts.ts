/** The hosts: where and how each configures servers and fills in a secret, as documented or seen (docs/hosts.md). */
import { envName } from '../../settings/table.ts';
import type { Launch } from './launch.ts';

/** A program that uses MCP servers, by the name that `config` takes. */
export interface Host {
  readonly name: string;
  readonly title: string;
  /** Where the block goes. */
  readonly where: string;
  /** The key of the variables in its block. Default: `env`. */
  readonly variables?: string;
  /** What the host asks for before it uses the block. */
  readonly beforeUse?: string;
  /** How the host gets a secret. Absent if it has no way to, so that a file or the block holds the token. */
  readonly secret?: (variable: string, title: string) => string;
  /** The block that starts this installation, ready to paste. */
  local(launch: Launch): string;
  /** The host's own command that adds this installation, by its words; undefined if it can't express the launch. */
  readonly add?: (launch: Launch) => readonly string[] | undefined;
  /** The same for a remote server. */
  readonly addRemote?: (url: string) => readonly string[];
  /** The block for a remote server. Absent if the host's file can't hold one. */
  readonly remote?: (url: string) => string;
  readonly remoteNote?: string;
}

const SERVER = 'agent-platform';
/** Variable of the platform's token, which a local server uses. */
export const TOKEN = envName('token');
/** Variable of the token that a remote server requires of its callers. */
export const CALLER_TOKEN = envName('httpToken');

/** How a value refers to a variable of the host's environment. */
type Reference = (variable: string) => string;
const shellStyle: Reference = (variable) => `\${${variable}}`;
const editorStyle: Reference = (variable) => `\${env:${variable}}`;
const openCodeStyle: Reference = (variable) => `{env:${variable}}`;
/** For hosts that can't fill in variables. */
const toReplace: Reference = () => '<token>';

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const block = (key: string, entry: object): string => json({ [key]: { [SERVER]: entry } });

const withToken = ({ env, token }: Launch, refer?: Reference): Readonly<Record<string, string>> =>
  token === 'host' && refer ? { ...env, [TOKEN]: refer(TOKEN) } : env;

function start(launch: Launch, refer?: Reference): object {
  const env = withToken(launch, refer);
  return { command: launch.command, args: launch.args, ...(Object.keys(env).length > 0 && { env }) };
}

const bearer = (refer: Reference): object => ({ headers: { Authorization: `Bearer ${refer(CALLER_TOKEN)}` } });

/** The form of most hosts: JSON with an entry under one key; only the fields of a remote server differ. */
const inJson = (key: string, refer: Reference | undefined, remote: (url: string) => object) => ({
  local: (launch: Launch) => block(key, start(launch, refer)),
  remote: (url: string) => block(key, { ...remote(url), ...bearer(refer ?? toReplace) }),
});

const fromShell = (variable: string, title: string): string =>
  `${title} reads the token from ${variable} in the shell that starts it.`;
const fromEnvironment = (variable: string, title: string): string =>
  `${title} reads the token from ${variable} in the environment that starts it.`;
/** A note for every host with a place for a token. */
export const OAUTH = 'If the server asks for no token, or signs people in (OAuth), leave the token out.';
const REPLACE = `Replace <token> with the token of the remote server. ${OAUTH}`;

/** Variables as a command line takes them, each with its flag. */
const envFlags = (flag: string, env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).flatMap(([name, value]) => [flag, `${name}=${value}`]);

/** In the order in which errors list them. */
export const HOSTS: readonly Host[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    where: 'claude_desktop_config.json (Settings → Developer → Edit Config)',
    local: (launch) => block('mcpServers', start(launch)),
    remoteNote: 'Claude Desktop takes no remote server in its file: add the address under Customize → Connectors.',
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    where: '.mcp.json in your project',
    beforeUse:
      "Claude Code uses a project's servers once you have allowed them: run claude in that project, and say yes when it asks.",
    secret: fromShell,
    // It fills in variables only in a project's `.mcp.json`; without one, the server is for every folder.
    add: (launch) => [
      ...['claude', 'mcp', 'add', '--scope', launch.token === 'host' ? 'project' : 'user', SERVER],
      ...[...envFlags('--env', withToken(launch, shellStyle)), '--', launch.command, ...launch.args],
    ],
    addRemote: (url) => [
      ...['claude', 'mcp', 'add', '--scope', 'project', '--transport', 'http', SERVER, url],
      ...['--header', `Authorization: Bearer ${shellStyle(CALLER_TOKEN)}`],
    ],
    ...inJson('mcpServers', shellStyle, (url) => ({ type: 'http', url })),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    where: '~/.cursor/mcp.json, or .cursor/mcp.json in your project',
    secret: fromEnvironment,
    ...inJson('mcpServers', editorStyle, (url) => ({ url })),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    where: '.vscode/mcp.json in your project',
    secret: () => 'VS Code asks for the token on first start and stores it.',
    // It can't ask for a token that is added this way.
    add: (launch) =>
      launch.token === 'host'
        ? undefined
        : ['code', '--add-mcp', JSON.stringify({ name: SERVER, ...start(launch, asksInVsCode) })],
    local: (launch) =>
      inVsCode(start(launch, asksInVsCode), launch.token === 'host' ? 'Token of the agent platform' : undefined),
    remote: (url) => inVsCode({ type: 'http', url, ...bearer(asksInVsCode) }, 'Token of the MCP server'),
  },
  {
    name: 'codex',
    title: 'Codex',
    where: '~/.codex/config.toml',
    secret: fromShell,
    // It has no flag for a variable that is to be passed on.
    add: ({ command, args, env, token }) =>
      token === 'host' ? undefined : ['codex', 'mcp', 'add', SERVER, ...envFlags('--env', env), '--', command, ...args],
    addRemote: (url) => ['codex', 'mcp', 'add', SERVER, '--url', url, '--bearer-token-env-var', CALLER_TOKEN],
    local({ command, args, env, token }) {
      const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      return [
        `[mcp_servers.${SERVER}]`,
        `command = ${JSON.stringify(command)}`,
        `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
        ...(token === 'host' ? [`env_vars = [${JSON.stringify(TOKEN)}]`] : []),
        ...(pairs.length > 0 ? [`env = { ${pairs.join(', ')} }`] : []),
      ].join('\n');
    },
    remote: (url) =>
      [
        `[mcp_servers.${SERVER}]`,
        `url = ${JSON.stringify(url)}`,
        `bearer_token_env_var = ${JSON.stringify(CALLER_TOKEN)}`,
      ].join('\n'),
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json',
    secret: fromEnvironment,
    ...inJson('mcpServers', editorStyle, (url) => ({ serverUrl: url })),
  },
  {
    name: 'zed',
    title: 'Zed',
    where: 'its settings file (command palette → zed: open settings file)',
    ...inJson('context_servers', undefined, (url) => ({ url })),
    remoteNote: REPLACE,
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    where: '~/.gemini/settings.json, or .gemini/settings.json in your project',
    beforeUse: 'Gemini CLI uses it only in folders that you have trusted.',
    secret: fromShell,
    add: (launch) => [
      ...['gemini', 'mcp', 'add', '--scope', 'user', ...envFlags('--env', withToken(launch, shellStyle))],
      ...[SERVER, launch.command, ...launch.args.flatMap((arg) => (arg.startsWith('-') ? ['--', arg] : [arg]))],
    ],
    addRemote: (url) => [
      ...['gemini', 'mcp', 'add', '--scope', 'user', '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${shellStyle(CALLER_TOKEN)}`, SERVER, url],
    ],
    ...inJson('mcpServers', shellStyle, (url) => ({ httpUrl: url })),
  },
  {
    name: 'opencode',
    title: 'opencode',
    where: '~/.config/opencode/opencode.json, or opencode.json in your project',
    variables: 'environment',
    secret: fromShell,
    local(launch) {
      const environment = withToken(launch, openCodeStyle);
      const command = [launch.command, ...launch.args];
      const entry = { type: 'local', command, enabled: true };
      return block('mcp', Object.keys(environment).length > 0 ? { ...entry, environment } : entry);
    },
    remote: (url) => block('mcp', { type: 'remote', url, enabled: true, ...bearer(openCodeStyle) }),
  },
  {
    name: 'goose',
    title: 'Goose',
    where: '~/.config/goose/config.yaml (on Windows %APPDATA%\\Block\\goose\\config\\config.yaml)',
    variables: 'envs',
    secret: (variable) => `Goose reads the token from ${variable} in its environment, or from its keyring.`,
    local: ({ command, args, env, token }) =>
      inGoose('stdio', {
        cmd: command,
        args,
        envs: env,
        env_keys: token === 'host' ? [TOKEN] : [],
      }),
    remote: (uri) => inGoose('streamable_http', { uri, env_keys: [CALLER_TOKEN], ...bearer(shellStyle) }),
  },
  {
    name: 'kiro',
    title: 'Kiro',
    where: '~/.kiro/settings/mcp.json, or .kiro/settings/mcp.json in your project',
    secret: (variable, title) =>
      `${fromEnvironment(variable, title)} It fills in only variables that you approved: it asks, or list it under Mcp Approved Env Vars.`,
    ...inJson('mcpServers', shellStyle, (url) => ({ url })),
  },
  {
    name: 'jetbrains',
    title: 'JetBrains',
    where:
      'Settings → Tools → AI Assistant → Model Context Protocol (MCP) → Add → As JSON; for Junie, ~/.junie/mcp/mcp.json',
    local: (launch) => block('mcpServers', start(launch)),
    remote: (url) => block('mcpServers', { url }),
    remoteNote:
      'JetBrains documents no place for a token: this works with a server that asks for none, or signs people in (OAuth).',
  },
  {
    name: 'cline',
    title: 'Cline',
    where:
      'cline_mcp_settings.json (MCP Servers → Configure → Configure MCP Servers; of its terminal program, ~/.cline/data/settings/cline_mcp_settings.json)',
    // Its extension fills in variables; its terminal program passes them on unfilled.
    ...inJson('mcpServers', undefined, (url) => ({ type: 'streamableHttp', url })),
    remoteNote: REPLACE,
  },
];

/** The form that most hosts accept. */
export const OTHER_HOST: Host = {
  name: 'other',
  title: 'Any other host',
  where: 'its configuration of MCP servers',
  ...inJson('mcpServers', undefined, (url) => ({ type: 'http', url })),
  remoteNote: REPLACE,
};

const INPUT = `${SERVER}-token`;
const asksInVsCode: Reference = () => `\${input:${INPUT}}`;

/** @param asksFor the prompt of VS Code; undefined if the entry needs no secret */
function inVsCode(entry: object, asksFor: string | undefined): string {
  const servers = { [SERVER]: entry };
  if (asksFor === undefined) return json({ servers });
  return json({ inputs: [{ type: 'promptString', id: INPUT, description: asksFor, password: true }], servers });
}

/** YAML, with values written as JSON. */
function inGoose(type: string, fields: Readonly<Record<string, unknown>>): string {
  const all = { enabled: true, type, name: SERVER, description: 'The agent platform', ...fields, timeout: 300 };
  const lines = Object.entries(all).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`);
  return ['extensions:', `  ${SERVER}:`, ...lines].join('\n');
}
