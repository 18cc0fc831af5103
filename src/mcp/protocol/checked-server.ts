/**
 * The SDK's server with one correction: parameters that do not fit the protocol's schema are -32602, with words; the SDK
 * answers -32603 and the JSON of its schema's issues. What else a handler throws unawares is not shown to a client.
 */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { array, isObject } from '../../platform/parse/coerce.ts';

type Wrapped = ReturnType<Server['_wrapHandler']>;

export class CheckedServer extends Server {
  protected override _wrapHandler(method: string, handler: Wrapped): Wrapped {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError || !(error instanceof Error) || 'code' in error) throw error;
        const issues = issuesOf(error.message);
        if (issues !== undefined)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid ${method}: ${issues}`);
        this.onerror?.(error);
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          'This server failed inside; its log on stderr says more.',
        );
      }
    };
  }
}

/** The issues of a schema, in words; undefined where the message is anything else. */
function issuesOf(message: string): string | undefined {
  let issues: unknown;
  try {
    issues = JSON.parse(message);
  } catch {
    return undefined;
  }
  if (!Array.isArray(issues)) return undefined;
  const lines = issues.flatMap((issue) => {
    if (!isObject(issue) || typeof issue.message !== 'string') return [];
    const path = array(issue.path).join('.');
    return [path === '' ? issue.message : `${path.slice(0, 100)}: ${issue.message}`];
  });
  return lines.slice(0, 5).join('; ').slice(0, 500);
}
