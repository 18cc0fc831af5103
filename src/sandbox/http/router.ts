/** Routes from the table of operations; nothing about a path is written here. */
import findMyWay from 'find-my-way';
import { type OperationName, operationList, operations } from '../../platform/operations/index.ts';
import { HttpError, notFound } from './errors.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;
/** Longer than any identifier that is sent on purpose (128). */
const MAX_PARAM_LENGTH = 512;

export interface Match {
  readonly operation: OperationName;
  /** Decoded path parameters by the table's names. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The operation for a method and path; else the error to answer with: 404, or 405 with Allow. */
export type Router = (method: string, path: string) => Match | HttpError;

export function buildRouter(): Router {
  const table = findMyWay({ maxParamLength: MAX_PARAM_LENGTH });
  for (const spec of operationList) table.on(spec.method, spec.path.replaceAll(/\{(\w+)\}/g, ':$1'), noop, spec.name);
  const find = (method: string, path: string): Match | undefined => {
    const known = METHODS.find((candidate) => candidate === method);
    const found = known === undefined ? null : table.find(known, path);
    const name: unknown = found?.store;
    return found !== null && isOperationName(name) ? { operation: name, params: found.params } : undefined;
  };
  return (method, path) => {
    const match = find(method, path);
    if (match !== undefined) return match;
    const allow = METHODS.filter((other) => find(other, path) !== undefined).join(', ');
    if (allow === '') return notFound(`route ${method} ${path}`);
    return new HttpError(405, `${method} is not allowed on ${path}; allowed: ${allow}`, {}, { allow });
  };
}

/** The router only matches; the frame calls the handlers. */
function noop(): void {}

function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}
