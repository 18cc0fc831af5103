/** The hosts: where each keeps its servers, in what form, and how it keeps a secret. */
import { envName } from '../../settings/table.ts';
import type { Launch } from './launch.ts';

/** A program that starts MCP servers, by the name that `config` takes. */
export interface Host {
  readonly name: string;
  readonly title: string;
  /** Where the block goes. */
  readonly where: string;
  /** What to do about the token, where the host fills it in. */
  readonly secret?: string;
  /** The block, ready to paste. */
  block(launch: Launch): string;
}

const SERVER = 'agent-platform';
const TOKEN = envName('token');

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The form that most hosts share. `token` is what stands for the secret, in the host's own notation. */
const mcpServers = (token?: string) => (launch: Launch) => json({ mcpServers: { [SERVER]: entry(launch, token) } });

function entry({ command, args, env, token }: Launch, placeholder: string | undefined) {
  const whole = token === 'host' && placeholder !== undefined ? { ...env, [TOKEN]: placeholder } : env;
  return { command, args, ...(Object.keys(whole).length > 0 ? { env: whole } : {}) };
}

/** In the order in which errors list them. */
export const HOSTS: readonly Host[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    where: 'claude_desktop_config.json (Settings → Developer → Edit Config)',
    block: mcpServers(),
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    where: '.mcp.json in your project',
    secret: `Claude Code reads the token from ${TOKEN} in the shell that starts it.`,
    block: mcpServers(`\${${TOKEN}}`),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    where: '~/.cursor/mcp.json, or .cursor/mcp.json in your project',
    secret: `Cursor reads the token from ${TOKEN} in the environment that starts it.`,
    block: mcpServers(`\${env:${TOKEN}}`),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    where: '.vscode/mcp.json in your project',
    secret: 'VS Code asks for the token on first start and stores it.',
    block(launch) {
      const id = `${SERVER}-token`;
      const servers = { [SERVER]: entry(launch, `\${input:${id}}`) };
      if (launch.token !== 'host') return json({ servers });
      const description = 'Token of the agent platform';
      return json({ inputs: [{ type: 'promptString', id, description, password: true }], servers });
    },
  },
  {
    name: 'codex',
    title: 'Codex',
    where: '~/.codex/config.toml',
    secret: `Codex reads the token from ${TOKEN} in the shell that starts it.`,
    block({ command, args, env, token }) {
      const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      return [
        `[mcp_servers.${SERVER}]`,
        `command = ${JSON.stringify(command)}`,
        `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
        ...(token === 'host' ? [`env_vars = [${JSON.stringify(TOKEN)}]`] : []),
        ...(pairs.length > 0 ? [`env = { ${pairs.join(', ')} }`] : []),
      ].join('\n');
    },
  },
];
