/**
 * Masking is no oracle: whoever knows a part of a secret can't find the next character by watching what is masked, over
 * none of the ways in which a caller sees its own words again. And no window shows a part of a secret that is masked whole.
 * Two thousand pairs in all; `GUESS_PAIRS` sets the number for each of the four sessions.
 */
import { describe, expect, it } from 'vitest';
import { connectHttp, startReplica } from '../http/support.ts';
import { connect } from '../support/clients.ts';
import { json } from '../support/platform-double.ts';
import { AGENT, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';

const PAIRS = Number(process.env.GUESS_PAIRS ?? 500);

const JWT =
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvcGVyYXRvci00MiIsImV4cCI6OTk5OTk5OTk5OX0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const OPAQUE = 'tok_7Fq2mZ9xLw4Rk8Vb3Ns6Yd1Hc5Jg0PtEa8Uo';
const HTTP_TOKEN = 'caller-Xk3Qz81Lm27Vb45Nc66Rt92Yp';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Reproducible pseudo-random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Pair {
  readonly right: string;
  readonly wrong: string;
}

/**
 * Guesses of the next character behind a part that is known: any beginning up to 30 characters of what is random, or up to
 * 29 characters anywhere. Who knows more of a block of 32 has nothing left to guess.
 */
function pairsOf(secret: string, count: number): Pair[] {
  const random = numbers(secret.length);
  const beginning = secret.lastIndexOf('.') + 1 + 30;
  return Array.from({ length: count }, (_, index) => {
    const from = index % 2 === 0 ? 0 : random(secret.length - 30);
    // At least twelve characters: shorter ones occur by chance.
    const length = 12 + (index % 2 === 0 ? random(Math.min(beginning, 127) - 12) : random(17));
    const known = secret.slice(from, from + length);
    const right = secret.charAt(from + length);
    const others = [...ALPHABET].filter((character) => character !== right);
    return { right: known + right, wrong: known + others[random(others.length)] };
  });
}

interface Session {
  callTool(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  hex: (text) => Buffer.from(text).toString('hex'),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind one byte': (text) => Buffer.from(`x${text}`).toString('base64'),
  'base64url behind two': (text) => Buffer.from(`xx${text}`).toString('base64url'),
};

/** The records of the platform. */
let stored = '';
const platform = await scriptedPlatform();
const thread = () => ({
  id: THREAD,
  agentId: AGENT,
  status: 'RUNNING',
  messages: [{ role: 'user', content: stored }],
});
const chat = () => ({
  chatUuid: 'chat-1',
  assistantIdentifier: 'helper',
  messages: [{ role: 'user', content: stored }],
});
platform.rule('GET', /^\/v1\/agents\/threads\/0d9a[^/]*$/, (exchange) => json(200, thread())(exchange));
platform.rule('POST', /^\/v1\/assistants\/chats$/, (exchange) => json(200, [chat()])(exchange));
platform.rule('GET', /^\/v1\/assistants\/.*chats\//, (exchange) => json(200, chat())(exchange));
platform.rule('GET', /^\/v1\/documentation\//, (exchange) => json(200, { slug: 'page', content: stored })(exchange));
const replica = await startReplica({
  env: {
    ...platform.env,
    AGENT_PLATFORM_TOKEN: JWT,
    AGENT_PLATFORM_HTTP_TOKEN: HTTP_TOKEN,
    AGENT_PLATFORM_TOOLSETS: 'all',
  },
});

const overStdio = (client: 'v1' | 'v2-modern', token: string): Promise<Session> =>
  connect({ client, env: { ...platform.env, AGENT_PLATFORM_TOKEN: token, AGENT_PLATFORM_TOOLSETS: 'all' } });
const overHttp = (client: 'v1' | 'v2-modern'): Promise<Session> =>
  connectHttp({ client, url: replica.url, headers: { authorization: `Bearer ${HTTP_TOKEN}` } });

/** The ways in which a caller sees its own text again, or has it compared with texts of the platform. */
const DOORS: Readonly<Record<string, (session: Session, guess: string, secret: string) => Promise<unknown>>> = {
  'the name of an argument': (session, guess) => session.callTool('list_agents', { [guess]: 1 }),
  'a value that is not allowed': (session, guess) =>
    session.callTool('list_agent_threads', { agentId: AGENT, status: guess }),
  'an id that is none': (session, guess) => session.callTool('get_thread', { threadId: `${guess}/` }),
  'an id that nobody knows': (session, guess) => session.callTool('list_tools', { toolServerId: guess }),
  'a text kept at the platform': (session, guess) => {
    stored = `<${guess}>`;
    return session.callTool('get_thread', { threadId: THREAD });
  },
  'the same text in other encodings': (session, guess) => {
    stored = Object.values(encodings)
      .map((encode) => encode(guess))
      .join(' ');
    return session.callTool('read_doc', { slug: 'page' });
  },
  'a search in a text that holds the secret': (session, guess, secret) => {
    stored = `It says ${secret} here.`;
    return session.callTool('search_chats', { query: guess });
  },
};

/** An answer without the guess in any form, and without the beginning of it that an error repeats. */
function answerTo(answer: unknown, guess: string): string {
  const forms = Object.values(encodings).map((encode) => encode(guess));
  let text = JSON.stringify(answer);
  for (const form of forms) text = text.replaceAll(form, '?');
  return guess.length < 16 ? text : text.replaceAll(guess.slice(0, 15), '?');
}

const SESSIONS: readonly { readonly over: string; readonly secret: string; open(): Promise<Session> }[] = [
  { over: 'stdio, v1, a JSON Web Token', secret: JWT, open: () => overStdio('v1', JWT) },
  { over: 'stdio, v2-modern, an opaque token', secret: OPAQUE, open: () => overStdio('v2-modern', OPAQUE) },
  { over: "HTTP, v1, the platform's token", secret: JWT, open: () => overHttp('v1') },
  { over: 'HTTP, v2-modern, the HTTP token', secret: HTTP_TOKEN, open: () => overHttp('v2-modern') },
];

describe.each(SESSIONS)('a right guess and a wrong one get the same answer: $over', ({ secret, open }) => {
  it(`in every tool that compares a value, ${PAIRS} pairs`, async () => {
    const session = await open();
    const doors = Object.entries(DOORS);
    for (const [index, { right, wrong }] of pairsOf(secret, PAIRS).entries()) {
      const [name, door] = doors[index % doors.length] ?? doors[0] ?? [];
      if (name === undefined || door === undefined) throw new Error('no door');
      const told = answerTo(await door(session, right, secret), right);
      expect(told, `${name}: ${right}`).toBe(answerTo(await door(session, wrong, secret), wrong));
    }
  });
});

it('the whole secret is masked wherever an answer repeats what was asked', async () => {
  const session = await overStdio('v1', OPAQUE);
  stored = `<${OPAQUE}>`;
  expect(JSON.stringify(await session.callTool('get_thread', { threadId: THREAD }))).toContain('<[redacted]>');
  expect(JSON.stringify(await session.callTool('search_chats', { query: OPAQUE }))).toContain('"total":0');
});

describe('a masked secret stays masked, whatever part of a text is requested', () => {
  const forms = Object.entries(encodings).map(([name, encode]) => [name, encode(OPAQUE)] as const);

  /** Eight characters in a row of the form; the ends of base64 belong to its neighbours, too. */
  const piecesOf = (form: string): string[] => {
    const inner = form.slice(4, -4);
    return Array.from({ length: inner.length - 7 }, (_, at) => inner.slice(at, at + 8));
  };

  it.each(forms)('%s', async (_name, form) => {
    const session = await overStdio('v2-modern', OPAQUE);
    const pieces = piecesOf(form);
    const shown: string[] = [];
    const see = async (tool: string, args: Record<string, unknown>) =>
      shown.push(JSON.stringify(await session.callTool(tool, args)));
    stored = `before ${form} after`;
    for (let from = 0; from < stored.length; from += 3) {
      await see('get_thread', { threadId: THREAD, message: 1, from });
      await see('get_chat', { assistantIdentifier: 'helper', chatUuid: 'chat-1', message: 1, from });
      await see('read_doc', { slug: 'page', from });
    }
    // Excerpts are cut where they are full, and begin some way before what was looked for.
    for (const room of [400, 1_000]) {
      for (let left = 1; left < form.length; left += 7) {
        stored = `${'x '.repeat(room).slice(0, room - left)}${form} ${'y '.repeat(room)}`;
        await see('get_thread', { threadId: THREAD });
      }
    }
    for (let gap = 0; gap < 60; gap += 4) {
      stored = `${form}${' z'.repeat(gap / 2)} needle ${'w '.repeat(gap)}`;
      await see('search_chats', { query: 'needle' });
    }
    expect(shown.length).toBeGreaterThan(60);
    expect(shown.filter((text) => pieces.some((piece) => text.includes(piece)))).toEqual([]);
    expect(shown.filter((text) => text.includes('redacted')).length).toBeGreaterThan(20);
  });
});

it.each(['v1', 'v2-modern'] as const)(
  'an error for 20,000 unknown arguments keeps to the budget of a result: %s',
  async (client) => {
    const session = await overStdio(client, OPAQUE);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${'n'.repeat(20)}${index}`, 1]));
    const text = JSON.stringify(await session.callTool('list_agents', many));
    expect(text).toContain('more arguments are unknown');
    expect(text.length).toBeLessThan(12_000);
  },
);
