/** The audit log: a line before a write is sent, a line with its outcome, readable only for its owner, and without secrets. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditedWrite, createAudit } from '../../src/mcp/engine/audit.ts';
import { auditOutcome } from '../../src/mcp/engine/outcome.ts';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { CancelledError } from '../../src/platform/client/errors.ts';
import { golden } from '../support/golden.ts';
import { TOKEN } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('audit');

const WRITE: AuditedWrite = {
  tool: 'approve_thread',
  method: 'POST',
  path: '/v1/agents/threads/t1/approval',
  target: { threadId: 't1' },
  decision: 'APPROVED',
  digest: 'abc',
  consent: 'human',
};
let number = 0;
let file: string;
let failures: string[];
const log = { warn: (message: string) => failures.push(message), error: (message: string) => failures.push(message) };
beforeEach(() => {
  file = join(folder, `log-${++number}`);
  failures = [];
});

const audit = (path: string | undefined = file) => createAudit(path, new Redactor([[TOKEN]]), log);
const lines = (): Record<string, unknown>[] => {
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('a write', () => {
  it('is appended to what stands there; others that run at the same time keep their own id', () => {
    writeFileSync(file, '{"old":true}\n');
    const log = audit();
    const [finishA, finishB] = [log.begin(WRITE), log.begin({ ...WRITE, tool: 'pause_thread' })];
    finishB({ outcome: 'failed', failure: 'http-404', httpStatus: 404 });
    finishA({ outcome: 'unknown', failure: 'timeout' });
    const [old, a, b, endB, endA] = lines();
    expect(old).toEqual({ old: true });
    expect([endA?.id, endB?.id]).toEqual([a?.id, b?.id]);
    expect(a?.id).not.toBe(b?.id);
  });

  it('without consent or decision mentions neither', () => {
    const { tool, method, path, target } = WRITE;
    audit().begin({ tool, method, path, target, decision: undefined, consent: undefined });
    const fields = ['event', 'id', 'method', 'path', 'target', 'time', 'tool'];
    expect(Object.keys(lines()[0] ?? {}).sort()).toEqual(fields);
  });

  it('never carries the token', () => {
    audit().begin({ ...WRITE, path: `/v1/${TOKEN}`, target: { threadId: TOKEN } })({
      outcome: 'failed',
      failure: TOKEN,
    });
    expect(readFileSync(file, 'utf8')).not.toContain(TOKEN.slice(0, 16));
    expect(lines()).toHaveLength(2);
  });

  it('that holds line breaks stays one line', () => {
    audit().begin({ ...WRITE, target: { threadId: 'a\n{"event":"forged"}' } });
    expect(lines()).toHaveLength(1);
  });

  it('of somebody whose id has characters that steer a terminal or turn text around is written without them', () => {
    const caller = { issuer: 'i', subject: 'a\u009b2J\u2028b\u202ec', label: undefined, client: 'host' };
    audit().begin({ ...WRITE, caller });
    expect(readFileSync(file, 'utf8')).toMatch(/^[\n\x20-\x7e]*$/);
    expect(lines()[0]).toMatchObject({ caller: { subject: caller.subject } });
  });
});

describe('the file', () => {
  it('keeps the mode that somebody gave it, and says that others may read it', () => {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    audit().begin(WRITE);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    golden(failures.join('\n'), file);
  });

  it('may be moved away in between, as log rotation does', () => {
    const finish = audit().begin(WRITE);
    rmSync(file);
    finish({ outcome: 'done' });
    expect(lines()).toHaveLength(1);
  });

  it('that ends in half a line gets the next entry on a line of its own', () => {
    writeFileSync(file, '{"time":"2026-');
    audit().begin(WRITE);
    const [torn, whole = ''] = readFileSync(file, 'utf8').split('\n');
    expect(torn).toBe('{"time":"2026-');
    expect(JSON.parse(whole)).toMatchObject({ event: 'sending', ...WRITE });
  });

  it("that can't take the outcome does not fail a write that has happened: the program's log has it", () => {
    const finish = audit().begin(WRITE);
    rmSync(file);
    // Something else in its place, while it runs.
    mkdirSync(file);
    expect(() => finish({ outcome: 'done' })).not.toThrow();
    expect(failures).toEqual([expect.stringMatching(/^The outcome of approve_thread .*"outcome":"done"/)]);
  });

  it('warns at the start where its folder is missing, with path and reason', () => {
    audit(join(folder, 'missing/audit.jsonl'));
    golden(failures.join('\n').replaceAll(folder, '<folder>'));
  });

  it('is not created if none is set', () => {
    createAudit(undefined, new Redactor([[]]), log).begin(WRITE)({ outcome: 'done' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('the outcome of a failure', () => {
  it.each([
    ['cancelled in time', new CancelledError('none'), { outcome: 'failed', failure: 'cancelled' }],
    ['of this program itself, at a time nobody knows', new RangeError('bug'), { outcome: 'unknown', failure: 'bug' }],
  ])('%s', (_what, error, expected) => {
    expect(JSON.parse(JSON.stringify(auditOutcome(error)))).toEqual(expected);
  });
});
