/**
 * Writes the files from which other programs install this server: server.json (MCP Registry, schema of 2025-12-11) and manifest.json
 * (MCPB bundle, version 0.3), from package.json and the tables of settings, tools and prompts. With --check it writes
 * nothing and exits with 1 if one of them is stale.
 */

import manifest from '../package.json' with { type: 'json' };
import { catalogue } from '../src/cli/catalogue.ts';
import { IS_PUBLISHED } from '../src/cli/installation.ts';
import { shownSentences } from '../src/mcp/contract/sentences.ts';
import { TOOLSETS } from '../src/mcp/contract/tool.ts';
import { ENV_PREFIX, envName, SETTING_NAMES, type SettingName, specOf } from '../src/settings/table.ts';
import { DESCRIPTION, serverJson, TITLE } from './server-json.ts';
import { writeGenerated } from './write-generated.ts';

const { name, version, license } = manifest;

/** Settings that the bundle's installation form asks for; others keep their defaults. */
const ASKED = SETTING_NAMES.filter((setting) => specOf(setting).title !== undefined);

function manifestJson() {
  const key = (setting: SettingName): string => envName(setting).slice(ENV_PREFIX.length).toLowerCase();
  const userConfig = ASKED.map((setting) => {
    const { kind, title, help, fallback } = specOf(setting);
    const entry = {
      type: kind === 'flag' ? 'boolean' : 'string',
      title,
      description: help,
      required: false,
      ...(kind === 'secret' ? { sensitive: true } : {}),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    return [key(setting), entry] as const;
  });
  const isOn = ({ toolset }: { toolset: keyof typeof TOOLSETS }): boolean => TOOLSETS[toolset].isDefault;
  return {
    manifest_version: '0.3',
    name,
    display_name: TITLE,
    version,
    description: DESCRIPTION,
    author: { name: `${name} contributors` },
    server: {
      type: 'node',
      entry_point: `dist/${name}.cjs`,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/dist/${name}.cjs`],
        env: Object.fromEntries(ASKED.map((setting) => [envName(setting), `\${user_config.${key(setting)}}`])),
      },
    },
    tools: catalogue.tools
      .filter(isOn)
      .map((tool) => ({ name: tool.name, description: firstSentence(shownSentences(tool.description, () => true)) })),
    // Settings turn further tools on or off; prompts depend on live data.
    tools_generated: true,
    prompts_generated: true,
    license,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: manifest.engines.node } },
    user_config: Object.fromEntries(userConfig),
  };
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

const text = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

writeGenerated({ 'server.json': text(serverJson(IS_PUBLISHED)), 'manifest.json': text(manifestJson()) });
