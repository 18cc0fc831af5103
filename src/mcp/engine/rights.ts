/** Which tools a caller may use, by their effects. Tools without the right aren't listed, either. */
import type { Right } from '../contract/principal.ts';
import type { Tool } from '../contract/tool.ts';
import type { Selection } from './selection.ts';

/** The right that calling a tool needs. */
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
