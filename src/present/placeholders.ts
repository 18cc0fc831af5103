/**
 * Placeholders that the caller must fill in before making a proposed call, marked by `‹` and `›` as the instructions
 * explain.
 */
import { isIdentifier } from '../platform/identifier.ts';
import type { ToolDefinition } from '../platform/parse/records.ts';

/** The marks can't occur in an identifier. */
export const placeholder = (what: string): string => `‹${what}›`;

/** Parameters for testing a tool: a placeholder for each required one whose name needs no marks. */
export function testParameters({ parameters }: ToolDefinition): Record<string, string> {
  const needed = parameters.filter(({ name, required }) => required && isIdentifier(name.raw));
  return Object.fromEntries(needed.map(({ name, type }) => [name.raw, placeholder(type ?? 'value')]));
}
