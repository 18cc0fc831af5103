/** Routes from the table of operations; nothing about a path is written here. */
import { type Dialect, PATH_PREFIXES } from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import { HttpError, notFound } from './reply.ts';

export interface Match {
  readonly operation: OperationName;
  /** Path parameters by the table's names, as sent. */
  readonly params: Readonly<Record<string, string>>;
}

/** The operation for a method and path, or the error to send: 404, or 405 with Allow. */
export type Router = (method: string, path: string) => Match | HttpError;

export function buildRouter(dialect: Dialect): Router {
  const routes = Object.values(operations).map(({ name: operation, method, path }) => {
    // `/v1/agents/{agentId}` as `/v1/agents/(?<agentId>[^/]+)`.
    const pattern = (PATH_PREFIXES[dialect] + path).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return { operation, method, pattern: new RegExp(`^${pattern}$`) };
  });
  return (method, path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path));
    const route = found.find((one) => one.method === method);
    if (route !== undefined) return { operation: route.operation, params: { ...route.pattern.exec(path)?.groups } };
    if (found.length === 0) return notFound(`route ${method} ${path}`);
    const allow = found.map((one) => one.method).join(', ');
    return new HttpError(405, `${method} is not allowed on ${path}; allowed: ${allow}`, undefined, { allow });
  };
}
