/** What a caller may use: decided here alone, by what a tool does. What they may not use is not in their lists, either. */
import type { Right } from '../contract/principal.ts';
import type { Tool } from '../contract/tool.ts';
import type { Selection } from './selection.ts';

/** The right that a tool's calls need. */
export function rightFor({ decides, effect }: Pick<Tool, 'decides' | 'effect'>): Right {
  if (decides === true) return 'decide';
  return effect === 'read' ? 'read' : 'write';
}

/** What of a selection may be used with these rights. */
export function within(selection: Selection, rights: ReadonlySet<Right>): Selection {
  const isAllowed = (tool: Tool): boolean => rights.has(rightFor(tool));
  const find: Selection['find'] = (name) => {
    const tool = selection.find(name);
    return tool !== undefined && isAllowed(tool) ? tool : undefined;
  };
  return {
    tools: selection.tools.filter(isAllowed),
    cardTools: selection.cardTools.filter(isAllowed),
    has: (tool) => find(tool) !== undefined,
    find,
  };
}

/** The right to call a tool of that name, where the selection has one and the caller lacks it. */
export function lackedRight(selection: Selection, rights: ReadonlySet<Right>, name: string): Right | undefined {
  const tool = selection.find(name) ?? selection.cardTools.find((one) => one.name === name);
  const right = tool && rightFor(tool);
  return right === undefined || rights.has(right) ? undefined : right;
}
