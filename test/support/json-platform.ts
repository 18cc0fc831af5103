/** A platform that answers JSON as told, for tests of what is made of answers: a double with less to say. */
import { json, type Recorded, startDouble } from './platform-double.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** An answer: JSON with 200, or a status with JSON. Undefined is a 404. */
export type Told = { readonly status: number; readonly body?: unknown } | { readonly json: unknown } | undefined;

export interface JsonPlatform {
  readonly url: string;
  readonly asked: Asked[];
  /** Requests under way at the same time, at most. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

export async function jsonPlatform(tell: (asked: Asked) => Told | Promise<Told>): Promise<JsonPlatform> {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const double = await startDouble(async (exchange) => {
    exchange.response.once('close', () => open--);
    most = Math.max(most, ++open);
    const one = askedBy(exchange.request);
    asked.push(one);
    const told = (await tell(one)) ?? { status: 404, body: { message: 'not found' } };
    if ('json' in told) json(200, told.json)(exchange);
    else if (told.body === undefined) exchange.response.writeHead(told.status).end();
    else json(told.status, told.body)(exchange);
  });
  return { url: double.url, asked, mostAtOnce: () => most, close: double.close };
}

const askedBy = ({ method, path, target, body }: Recorded): Asked => ({
  method,
  path,
  query: new URL(target, 'http://platform').searchParams,
  body: body === '' ? undefined : JSON.parse(body),
});
