/** Sentences about a deployment that uses, or seems to use, a dialect. */
import type { ToolContext } from '../mcp/contract/tool.ts';
import { inDialect } from '../platform/client/request.ts';
import type { OperationSpec } from '../platform/operations/operation.ts';
import type { Json } from '../platform/parse/coerce.ts';

type Settings = Pick<ToolContext, 'settings'>;

/** ` (sent as action: approved)`; empty if as specified. @throws PlatformError if the dialect has no equivalent */
export function sentAs(operation: OperationSpec, body: Json, { settings: { dialect } }: Settings): string {
  if (dialect === 'specification') return '';
  const fields = Object.entries(inDialect(operation, 'body', body, dialect)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return ` (sent as ${fields.join(', ')})`;
}

/** The likely cause if the platform did the opposite of what was requested. */
export function dialectToCheck({ settings: { dialect } }: Settings): string {
  const other = dialect === 'specification' ? 'actions' : 'specification';
  return `The likely cause is AGENT_PLATFORM_DIALECT=${dialect}: some deployments expect other words, and treat an approval in the words of this setting as a rejection. If doctor confirms this, whoever configured this server can set it to ${other}.`;
}

/** The same in short, for a filter or id that was ignored. */
export function dialectMayBe({ settings: { dialect } }: Settings): string {
  return `If this keeps happening, the deployment may expect different words: check AGENT_PLATFORM_DIALECT (now ${dialect}) with doctor.`;
}
