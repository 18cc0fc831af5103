/** Sessions with a platform that gives scripted answers, and records for these answers. Closed after each test file. */
import { message, uuid } from './ids.ts';
import { type Called, type InProcess, inProcess } from './in-process.ts';
import { type Asked, type JsonPlatform, jsonPlatform, type Told } from './platform-double.ts';

export async function session(
  tell: (asked: Asked) => Told | Promise<Told>,
  settings: Record<string, string> = {},
): Promise<InProcess & { platform: JsonPlatform }> {
  const platform = await jsonPlatform(tell);
  const near = await inProcess({
    BASE_URL: platform.url,
    TOKEN: 'tok_some-token-for-tests-1',
    MAX_RETRIES: '0',
    ...settings,
  });
  return { ...near, platform };
}

/** The result of the only call in a session, with the platform that it reached. */
export async function callOnce(
  tool: string,
  args: Record<string, unknown>,
  ...given: Parameters<typeof session>
): Promise<Called & { platform: JsonPlatform }> {
  const { call, platform } = await session(...given);
  return { ...(await call(tool, args)), platform };
}

/** The arguments of a decision with the token of the thread as it is now, which a client that can't ask must give. */
export async function reviewed<T extends { threadId: string }>(
  { call }: Pick<InProcess, 'call'>,
  args: T,
): Promise<T & { reviewToken: unknown }> {
  return { ...args, reviewToken: (await call('get_thread', { threadId: args.threadId })).data.reviewToken };
}

export { message, uuid };
export const thread = (n: number, fields: object = {}) => ({
  id: uuid(n),
  agentId: uuid(1),
  status: 'RUNNING',
  createdAt: '2026-11-01T10:00:00.000Z',
  messages: [message('user', 'Do it.'), message('assistant', `May I do step ${n}?`)],
  cost: 0.25,
  ...fields,
});
/** Answers of a platform with one agent, whose list holds this thread. */
export const listing =
  (one: object) =>
  ({ path }: Pick<Asked, 'path'>): Told =>
    path === '/v1/agents'
      ? { json: [{ id: uuid(1), name: 'Refunds' }] }
      : { json: path.endsWith('/threads') ? [one] : one };
export const minutesAgo = (n: number): string => new Date(Date.now() - n * 60_000).toISOString();
