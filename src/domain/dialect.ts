/** Sentences about a deployment that reads, or seems to read, other words than the specification's. */
import { isDeepStrictEqual } from 'node:util';
import type { ToolContext } from '../mcp/contract/tool.ts';
import type { InputOf, OperationSpec } from '../platform/operations/operation.ts';

/**
 * How the body of a write is sent, if not in the specification's words: ` (sent as action: approved)`; otherwise empty.
 * @throws PlatformError if the dialect has no word for it, before anybody is asked
 */
export async function sentAs<O extends OperationSpec>(
  operation: O,
  input: InputOf<O> & { readonly body: object },
  { platform }: Pick<ToolContext, 'platform'>,
): Promise<string> {
  const { body = {} } = await platform.plan(operation, input);
  if (isDeepStrictEqual(body, input.body)) return '';
  const words = Object.entries(body).map(([name, value]) => `${name}: ${value}`);
  return ` (sent as ${words.join(', ')})`;
}

/** Which setting is the likely cause if the platform did the opposite of what it was asked. */
export function dialectToCheck({ settings: { dialect } }: Pick<ToolContext, 'settings'>): string {
  return dialect === 'specification'
    ? 'The likely cause is AGENT_PLATFORM_DIALECT=specification: some deployments expect different words, and treat any approval in the specification’s words as a rejection. If doctor confirms this, whoever configured this server can set it to actions.'
    : `The likely cause is AGENT_PLATFORM_DIALECT=${dialect}: this deployment may expect the specification’s words. If doctor confirms this, whoever configured this server can unset it.`;
}

/** The same in short, if a filter or an id was ignored. */
export function dialectMayBe({ settings: { dialect } }: Pick<ToolContext, 'settings'>): string {
  return `If this keeps happening, the deployment may expect different words: check AGENT_PLATFORM_DIALECT (now ${dialect}) with doctor.`;
}
