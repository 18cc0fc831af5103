/**
 * Which tools a session offers: toolsets, single tools, exclude list and read-only mode combined. Exclude wins, read-only
 * is strict, and excluded tools can't be called by name, either.
 */
import { didYouMean } from '../../basics/nearest.ts';
import { isHarmlessName, SettingsError } from '../../settings/error.ts';
import { envName, type SettingName, type Settings } from '../../settings/table.ts';
import type { Right } from '../contract/principal.ts';
import { TOOLSETS, type Tool } from '../contract/tool.ts';

/** The tools that a session offers, and those that only its cards may call. */
export type Selection = ReturnType<typeof selectionOf>;

/** @param nameOf names a setting for who set it @throws SettingsError for an unknown toolset or tool, with those known */
export function selectTools(
  all: readonly Tool[],
  settings: Pick<Settings, 'toolsets' | 'tools' | 'excludeTools' | 'readOnly'>,
  forCards: readonly Tool[] = [],
  nameOf: (setting: SettingName) => string = envName,
): Selection {
  const check = (setting: 'toolsets' | 'tools' | 'excludeTools', known: readonly string[]): void =>
    checkNames(nameOf(setting), settings[setting], known);
  const toolNames = all.map((tool) => tool.name);
  const toolsetNames = Object.keys(TOOLSETS);
  check('toolsets', [...toolsetNames, 'all', 'default']);
  const { tools: single, excludeTools: excluded } = settings;
  check('tools', toolNames);
  check('excludeTools', [...toolNames, ...forCards.map((tool) => tool.name)]);
  // Single tools without toolsets mean "only these", without the default toolsets.
  const isDefault = settings.toolsets.length === 1 && settings.toolsets[0] === 'default';
  const toolsets = isDefault && single.length > 0 ? [] : settings.toolsets;
  const inToolsets = ({ toolset }: Tool): boolean =>
    toolsets.includes('all') ||
    toolsets.includes(toolset) ||
    (toolsets.includes('default') && TOOLSETS[toolset].isDefault);
  const tools = all
    .filter((tool) => inToolsets(tool) || single.includes(tool.name))
    .filter((tool) => !excluded.includes(tool.name))
    .filter((tool) => !settings.readOnly || tool.effect === 'read')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const cardTools = forCards.filter(
    ({ name, forCardsWith = name }) => tools.some((tool) => tool.name === forCardsWith) && !excluded.includes(name),
  );
  return selectionOf(tools, cardTools);
}

/** The selection of these tools, in the order of their names; those of cards can't be found by name. */
export function selectionOf(tools: readonly Tool[], cardTools: readonly Tool[]) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { tools, cardTools, has: (tool: string) => byName.has(tool), find: (name: string) => byName.get(name) };
}

/** Error for filters that exclude everything: a host would just show a server without tools. */
export const NO_TOOLS = {
  what: 'The settings leave no tools.',
  advice: 'Relax AGENT_PLATFORM_TOOLSETS, _TOOLS, _EXCLUDE_TOOLS or _READ_ONLY.',
} as const;

/** The same as a warning for the log; none if a tool is left. */
export const noTools = ({ tools }: Selection): string[] =>
  tools.length > 0 ? [] : [`${NO_TOOLS.what} ${NO_TOOLS.advice}`];

function checkNames(setting: string, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const shown = isHarmlessName(name, known) ? `"${name}", which` : 'something that';
    const hint = didYouMean(name, known);
    throw new SettingsError(`${setting} names ${shown} does not exist.${hint} Known: ${known.join(', ')}.`);
  }
}

/** The right that calling a tool needs. Tools without it aren't listed, either. */
export function rightFor({ decides, effect }: Pick<Tool, 'decides' | 'effect'>): Right {
  if (decides === true) return 'decide';
  return effect === 'read' ? 'read' : 'write';
}

/** The right that the caller lacks for the tool of this name; undefined if there is no such tool, or no right is missing. */
export function missingRight(selection: Selection, rights: ReadonlySet<Right>, name: string): Right | undefined {
  const tool = selection.find(name) ?? selection.cardTools.find((one) => one.name === name);
  const right = tool && rightFor(tool);
  return right === undefined || rights.has(right) ? undefined : right;
}
