/** Sentences about a deployment that uses, or seems to use, a dialect. */
import { isDeepStrictEqual } from 'node:util';
import type { ToolContext } from '../mcp/contract/tool.ts';
import type { InputOf, OperationSpec } from '../platform/operations/operation.ts';

/**
 * How the dialect sends the body of a write: ` (sent as action: approved)`; empty if as in the specification.
 * @throws PlatformError if the dialect has no equivalent, before anybody is asked
 */
export async function sentAs<O extends OperationSpec>(
  operation: O,
  input: InputOf<O> & { readonly body: object },
  { platform }: Pick<ToolContext, 'platform'>,
): Promise<string> {
  const { body = {} } = await platform.plan(operation, input);
  if (isDeepStrictEqual(body, input.body)) return '';
  const fields = Object.entries(body).map(([name, value]) => `${name}: ${value}`);
  return ` (sent as ${fields.join(', ')})`;
}

/** The likely cause if the platform did the opposite of what was requested. */
export function dialectToCheck({ settings: { dialect } }: Pick<ToolContext, 'settings'>): string {
  const other = dialect === 'specification' ? 'actions' : 'specification';
  return `The likely cause is AGENT_PLATFORM_DIALECT=${dialect}: some deployments expect other words, and treat an approval in the words of this setting as a rejection. If doctor confirms this, whoever configured this server can set it to ${other}.`;
}

/** The same in short, for a filter or id that was ignored. */
export function dialectMayBe({ settings: { dialect } }: Pick<ToolContext, 'settings'>): string {
  return `If this keeps happening, the deployment may expect different words: check AGENT_PLATFORM_DIALECT (now ${dialect}) with doctor.`;
}
