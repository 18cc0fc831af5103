/**
 * Once a decision was sent it is told as done, contradicted or unknown, whatever the platform answers and whatever is read
 * afterwards; and in a batch nothing happens to the others.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { TOKEN, type Told } from '../support/platform-double.ts';
import { message, reviewed, session, thread, uuid } from '../support/sessions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slowIt } from '../support/thorough.ts';

const DEEP = '['.repeat(3_000) + ']'.repeat(3_000);
const waiting = (n: number) =>
  thread(n, {
    status: 'AWAITING_APPROVAL',
    messages: [message('user', 'Do it.'), message('assistant', `May I do ${n}?`)],
  });
const running = (n: number) => ({ ...waiting(n), status: 'RUNNING' });
const spiked = (value: object, key: string): string => JSON.stringify(value).replace('{', `{${key},`);

const HOSTILE: readonly (readonly [string, (n: number) => Told])[] = [
  ['nested 3,000 deep', (n) => ({ text: spiked(running(n), `"metadata":${DEEP}`) })],
  ['deep in a message', (n) => ({ text: JSON.stringify(running(n)).replace('"May', `"tool_calls":${DEEP},"x":"May`) })],
  ['too wide', (n) => ({ text: spiked(running(n), `"plan":[${Array(250_000).fill(1).join()}]`) })],
  ['too large', (n) => ({ text: spiked(running(n), `"note":"${'x'.repeat(1_200_000)}"`) })],
  ['cut off', (n) => ({ text: JSON.stringify(running(n)).slice(0, -9) })],
  ['of another thread', () => ({ json: running(99) })],
  ['not JSON', () => ({ text: '<!doctype html><title>Welcome</title>' })],
  ['a number', () => ({ text: '1e999' })],
  ['a list of nulls', () => ({ text: '[null,null]' })],
];

/** A platform whose threads run once they are decided on; the first of them answers the decision, or a read after it, so. */
async function hostile(where: 'answer' | 'read', tell: (n: number) => Told) {
  const decided = new Set<number>();
  const near = await session(
    ({ method, path }) => {
      const n = Number(/\/threads\/[^/]*?(\d+)(?:\/approval)?$/.exec(path)?.[1] ?? 0);
      if (n === 0) return { json: [] };
      const isDecision = method === 'POST';
      if (isDecision) decided.add(n);
      if (n === 1 && (isDecision ? where === 'answer' : where === 'read' && decided.has(n))) return tell(n);
      return { json: decided.has(n) ? running(n) : waiting(n) };
    },
    { MAX_RESPONSE_MB: '1' },
  );
  return { ...near, decided };
}

describe.each(['answer', 'read'] as const)('a hostile %s after a decision', (where) => {
  it.each(HOSTILE)('that is %s never makes a sent decision look unsent', async (_what, tell) => {
    const near = await hostile(where, tell);
    const { text } = await near.call('approve_thread', await reviewed(near, { threadId: uuid(1), status: 'APPROVED' }));
    expect(near.decided).toEqual(new Set([1]));
    golden(text);
  });

  // That it looks sent is checked of all of them above.
  slowIt.each(HOSTILE)('that is %s affects no other item of a batch', async (_what, tell) => {
    const near = await hostile(where, tell);
    const items = [];
    for (const n of [1, 2]) items.push(await reviewed(near, { threadId: uuid(n), status: 'APPROVED' }));
    const { data } = await near.call('decide_approvals', { items });
    expect(near.decided).toEqual(new Set([1, 2]));
    const outcomes = data.decisions.map(({ outcome }) => outcome);
    expect(outcomes[1]).toBe('decided');
    expect(['decided', 'unknown']).toContain(outcomes[0]);
  });
});

describe('a decision that took effect and was answered with an error', () => {
  /** For a 401, the file of the token is gone by then: no other one can be had. */
  const withoutToken = async (status: number) => {
    const folder = temporaryFolder('after-decision');
    const [token, audit] = [join(folder, 'token'), join(folder, 'audit.jsonl')];
    writeFileSync(token, TOKEN);
    let sent = 0;
    const near = await session(
      ({ method, path }) => {
        if (!path.includes(uuid(1))) return { json: [] };
        if (method !== 'POST') return { json: sent > 0 ? running(1) : waiting(1) };
        sent++;
        if (status === 401) rmSync(token);
        return { status, body: { message: 'no' } };
      },
      { TOKEN_FILE: token, AUDIT_LOG: audit },
    );
    const args = await reviewed(near, { threadId: uuid(1), status: 'APPROVED' });
    const { text } = await near.call('approve_thread', args);
    const lines = readFileSync(audit, 'utf8').trimEnd().split('\n');
    return { text, sent, audited: lines.map((line) => JSON.parse(line).outcome) };
  };

  it.each([401, 403, 409])('%i, is told and audited as unknown, and is not sent twice', async (status) => {
    const { text, sent, audited } = await withoutToken(status);
    golden(text);
    expect({ sent, audited }).toEqual({ sent: 1, audited: [undefined, 'unknown'] });
  });
});

describe('after an approval, a status', () => {
  const afterwards = async (status: string) => {
    let isDecided = false;
    const near = await session(({ method, path }) => {
      if (!path.includes(uuid(1))) return { json: [] };
      if (method === 'POST') isDecided = true;
      // The decision's own answer names no status, so that the thread's is all that is seen.
      if (method === 'POST') return { json: { id: uuid(1) } };
      return { json: isDecided ? { ...waiting(1), status } : waiting(1) };
    });
    return near.call('approve_thread', await reviewed(near, { threadId: uuid(1), status: 'APPROVED' }));
  };

  it.each(['VETOED', 'BLOCKED', 'ABORTED', 'STOPPED', 'EXPIRED', 'REVOKED', 'frobnicated', 'PAUSED', 'FAILED'])(
    'that proves nothing is reported as doubtful: %s',
    async (status) => {
      const { text, isError } = await afterwards(status);
      expect({ isError, begins: text.split(':')[0] }).toEqual({ isError: false, begins: 'Approval sent' });
      if (status === 'VETOED') golden(text);
    },
  );

  it.each(['RUNNING', 'queued', 'COMPLETED', 'done', 'APPROVED', 'LIMIT_EXCEEDED'])(
    'that only an approval leads to is reported without doubt: %s',
    async (status) => {
      const { text } = await afterwards(status);
      expect(text.split(':')[0]).toBe('Approved');
    },
  );
});
