/** manifest.json of the MCPB bundle, version 0.3, from package.json, the owner's facts, and the tables of settings and tools. */
import manifest from '../package.json' with { type: 'json' };
import { catalogue } from '../src/cli/catalogue.ts';
import { shownSentences, TOOLSETS, type Tool } from '../src/mcp/contract/tool.ts';
import { ENV_PREFIX, envName, SETTING_NAMES, type SettingName, specOf } from '../src/settings/table.ts';
import { owner } from './owner.ts';
import { DESCRIPTION, TITLE } from './server-json.ts';

const { name, version, license } = manifest;

/** Settings that forms ask for; others keep their defaults. */
export const ASKED: readonly SettingName[] = SETTING_NAMES.filter((setting) => specOf(setting).title !== undefined);

/** The name of a setting in a form. */
export const formName = (setting: SettingName): string => envName(setting).slice(ENV_PREFIX.length).toLowerCase();

/** The tools that are on by default. */
export const defaultTools: readonly Tool[] = catalogue.tools.filter(({ toolset }) => TOOLSETS[toolset].isDefault);

export function manifestJson(): object {
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
    return [formName(setting), entry] as const;
  });
  return {
    manifest_version: '0.3',
    name,
    display_name: TITLE,
    version,
    description: DESCRIPTION,
    author: { name: owner.author },
    repository: { type: 'git', url: owner.repository },
    support: owner.support,
    icon: 'icons/light.png',
    icons: [
      { src: 'icons/light.png', size: '512x512', theme: 'light' },
      { src: 'icons/dark.png', size: '512x512', theme: 'dark' },
    ],
    server: {
      type: 'node',
      entry_point: `dist/${name}.cjs`,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/dist/${name}.cjs`],
        env: Object.fromEntries(ASKED.map((setting) => [envName(setting), `\${user_config.${formName(setting)}}`])),
      },
    },
    tools: defaultTools.map((tool) => ({ name: tool.name, description: firstSentence(tool) })),
    // Settings turn further tools on or off; prompts depend on live data.
    tools_generated: true,
    prompts_generated: true,
    license,
    privacy_policies: [owner.privacyPolicy],
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: manifest.engines.node } },
    user_config: Object.fromEntries(userConfig),
  };
}

/** The first sentence of a tool's description. */
export function firstSentence(tool: Tool): string {
  const text = shownSentences(tool.description, () => true);
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
