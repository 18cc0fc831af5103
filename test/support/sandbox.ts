/** The sandbox for tests. Closed after each test file at the latest. */
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';
import { closer } from './opened.ts';

export async function openSandbox(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  return { ...sandbox, close: closer(sandbox.close) };
}

/** Asks a sandbox without our client; a body that is no text is sent as JSON, and JSON in the answer is parsed. */
export async function askSandbox<T>(
  { url, token }: Pick<Sandbox, 'url' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
) {
  const isSentAsIs = body === undefined || typeof body === 'string' || body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    body: isSentAsIs ? (body ?? null) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, json: (isJson ? JSON.parse(text) : text) as T };
}
