/** Routes from the table of operations; nothing about a path is written here. */
import { Trouter } from 'trouter';
import type { Dialect } from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import { pathIn } from './dialect.ts';
import { HttpError, notFound } from './reply.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;

export interface Match {
  readonly operation: OperationName;
  /** Decoded path parameters by the table's names. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The operation for a method and path, or the error to send: 404, or 405 with Allow. */
export type Router = (method: string, path: string) => Match | HttpError;

export function buildRouter(dialect: Dialect): Router {
  const table = new Trouter<OperationName>();
  for (const name of Object.keys(operations)) {
    if (isOperationName(name)) table.add(operations[name].method, pattern(pathIn(dialect, operations[name])), name);
  }
  const find = (method: string, path: string): Match | undefined => {
    const known = METHODS.find((candidate) => candidate === method);
    if (known === undefined) return undefined;
    const { handlers, params } = table.find(known, path);
    const [operation] = handlers;
    return operation && { operation, params: decoded(params) };
  };
  return (method, path) => {
    const match = find(method, path);
    if (match !== undefined) return match;
    const allow = METHODS.filter((other) => find(other, path) !== undefined).join(', ');
    if (allow === '') return notFound(`route ${method} ${path}`);
    return new HttpError(405, `${method} is not allowed on ${path}; allowed: ${allow}`, {}, { allow });
  };
}

/** `/v1/agents/{agentId}` as `/v1/agents/:agentId`. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Decoded parameters; an invalid percent encoding is kept and matches no record. */
function decoded(params: Readonly<Record<string, string>>): Match['params'] {
  const entries = Object.entries(params).map(([name, value]) => {
    try {
      return [name, decodeURIComponent(value)];
    } catch {
      return [name, value];
    }
  });
  return Object.fromEntries(entries);
}

function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
