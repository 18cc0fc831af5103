/** What the caller has to fill in before making a proposed call: marked by `‹` and `›`, as the instructions explain. */
import { isIdentifier } from '../platform/identifier.ts';
import type { ToolDefinition } from '../platform/parse/records.ts';

/** Can't pass for an identifier: neither mark may be in one. */
export const placeholder = (what: string): string => `‹${what}›`;

/** The parameters of a test of a tool: a placeholder for each required one whose name is safe to repeat unmarked. */
export function testParameters({ parameters }: ToolDefinition): Record<string, string> {
  const needed = parameters.filter(({ name, required }) => required && isIdentifier(name.raw));
  return Object.fromEntries(needed.map(({ name, type }) => [name.raw, placeholder(type ?? 'value')]));
}
