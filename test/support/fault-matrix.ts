/**
 * Every tool against a fault. For each fault one platform and one built server over stdio; in it all tools at once:
 * first the writes with their write failing, then everything that reads with its reads failing, then all of them once
 * more with nothing failing, which shows that the server goes on.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationName, operations } from '../../src/platform/operations/index.ts';
import { array, object } from '../../src/platform/parse/coerce.ts';
import { connect, type ProcessClient, platformEnv, type ToolResult, textOf, until } from './clients.ts';
import { claimOf, judge, partOf, type Verdict } from './fault-judge.ts';
import { FAULTS, type Fault } from './fault-kinds.ts';
import { type FaultPlatform, MOVES, startFaultPlatform } from './fault-platform.ts';
import { labelOf, TOOL_CASES, type ToolCase, UPLOAD_DIR } from './tool-cases.ts';

/** Only a fault that hangs may come near it, however busy the machine is. */
const TIMEOUT_MS = 30_000;
/** More than the tools that read at once: a socket that a timeout ended is replaced before the platform sees its end. */
const MAX_CONNECTIONS = 64;
/** A violation. */
export interface Problem {
  readonly fault: string;
  /** Absent if it concerns the server as a whole. */
  readonly tool?: string;
  readonly phase?: Row['phase'];
  readonly what: string;
  /** The report to the caller. */
  readonly told?: string;
}

export interface Row extends Verdict {
  readonly fault: string;
  readonly group: string;
  readonly tool: string;
  /** The part that fails: the write itself, a read, or the read of a thread after it was moved. */
  readonly phase: 'write' | 'read' | 'after';
}

interface MatrixResult {
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
}

/** Several faults at once, because they mostly wait. */
export async function runMatrix(faults: readonly Fault[] = FAULTS, width = 8): Promise<MatrixResult> {
  const results: MatrixResult[] = new Array(faults.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < faults.length; index = next++) {
      const fault = faults[index];
      if (fault) results[index] = await runFault(fault);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return { rows: results.flatMap(({ rows }) => rows), problems: results.flatMap(({ problems }) => problems) };
}

/** One fault, alone. */
export async function runFault(fault: Fault): Promise<MatrixResult> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const audit = join(folder, 'audit.jsonl');
  const timeout = String(fault.timeoutMs ?? TIMEOUT_MS);
  const platform = await startFaultPlatform();
  const client = await connect({
    client: 'v1',
    env: {
      ...platformEnv(platform),
      AGENT_PLATFORM_TOOLSETS: 'all',
      AGENT_PLATFORM_APPROVALS: 'off',
      AGENT_PLATFORM_UPLOAD_DIRS: UPLOAD_DIR,
      AGENT_PLATFORM_TIMEOUT_MS: timeout,
      AGENT_PLATFORM_REPLY_TIMEOUT_MS: timeout,
      AGENT_PLATFORM_MAX_RETRIES: '1',
      AGENT_PLATFORM_MAX_CONNECTIONS: String(MAX_CONNECTIONS),
      AGENT_PLATFORM_MAX_RESPONSE_MB: '2',
      AGENT_PLATFORM_AUDIT_LOG: audit,
    },
  });
  const run = new Run(fault, platform, client);
  try {
    await client.listTools();
    await run.writesFail();
    run.checkAudit(readFileSync(audit, 'utf8'));
    await run.readsFail();
    await run.readsAfterFail();
    await run.goesOn();
    run.checkOutput();
  } finally {
    await client.close();
  }
  await run.connectionsEnd();
  await platform.close();
  rmSync(folder, { recursive: true });
  return { rows: run.rows, problems: run.problems };
}

/** The fields of an audit line that are checked. */
interface AuditLine {
  readonly tool: string;
  readonly method: string;
  readonly event: string;
  readonly outcome?: string;
  readonly target: Readonly<Record<string, string>>;
}

/** Whether a line is of a case's write, on the thread where it is about one. */
const isOf = ({ tool, method, target }: AuditLine, one: ToolCase, threadId: string | undefined): boolean =>
  tool === one.tool &&
  (one.write === undefined || method === operations[one.write].method) &&
  (threadId === undefined || target.threadId === threadId);

const isRead = (operation: OperationName): boolean => operations[operation].repeatable;

class Run {
  readonly rows: Row[] = [];
  readonly problems: Problem[] = [];
  #decisions = 0;
  readonly #claims: { readonly one: ToolCase; readonly threadId: string | undefined; readonly claim: string }[] = [];
  /** Review tokens by thread, each for one phase. */
  readonly #tokens = new Map<string, unknown>();
  readonly #fault: Fault;
  readonly #platform: FaultPlatform;
  readonly #client: ProcessClient;

  constructor(fault: Fault, platform: FaultPlatform, client: ProcessClient) {
    this.#fault = fault;
    this.#platform = platform;
    this.#client = client;
  }

  async writesFail(): Promise<void> {
    this.#platform.askAnew();
    await this.#readTokens();
    await this.#platform.misbehave(this.#fault, (operation) => !isRead(operation));
    await this.#all(
      TOOL_CASES.filter(({ write }) => write !== undefined),
      'write',
    );
  }

  async readsFail(): Promise<void> {
    this.#platform.askAnew();
    // A token covers all of a thread, what a fault adds to it as well.
    const { read, once } = this.#fault;
    const addsToThreads = !once && read.every((outcome) => outcome === 'ok');
    if (!addsToThreads) {
      await this.#platform.misbehave(undefined);
      await this.#readTokens();
    }
    await this.#platform.misbehave(this.#fault, isRead);
    if (addsToThreads) await this.#readTokens();
    await this.#all(
      TOOL_CASES.filter(({ write, looksFirst }) => write === undefined || looksFirst),
      'read',
    );
    // As many again for calls that wait for a model, and four for decisions.
    if (this.#platform.sockets.peak > 2 * MAX_CONNECTIONS + 4)
      this.#problem({ what: `${this.#platform.sockets.peak} sockets at once` });
    if (this.#platform.strays.length > 0) this.#problem({ what: `strays: ${this.#platform.strays.join(', ')}` });
  }

  /** Only what is read of a thread that was moved fails: what was done is never told as not done. */
  async readsAfterFail(): Promise<void> {
    // A fault of the connection befalls the write, too, and one of the first request the read before it.
    if (this.#fault.wire !== undefined || this.#fault.once || this.#fault.closesGate) return;
    this.#platform.askAnew();
    await this.#platform.misbehave(undefined);
    await this.#readTokens();
    await this.#platform.misbehave(this.#fault, (operation, isMoved) => isMoved && operation === 'getThread');
    await this.#all(
      TOOL_CASES.filter(({ write }) => write !== undefined && MOVES.has(write)),
      'after',
    );
  }

  /** Nothing fails any more: every tool does its work, with one effect for each write. */
  async goesOn(): Promise<void> {
    const { closesGate } = this.#fault;
    this.#platform.askAnew();
    await this.#platform.misbehave(undefined);
    if (!closesGate) await this.#readTokens();
    const cases = closesGate ? TOOL_CASES.slice(0, 1) : TOOL_CASES;
    await Promise.all(
      cases.map(async (one) => {
        const tool = labelOf(one);
        const { result, threads } = await this.#call(one);
        const text = textOf(result);
        if (closesGate) {
          if (!/429.*(?:wait|for another) \d+ s/s.test(text))
            this.#problem({ tool, what: 'passes the closed gate', told: text });
          return;
        }
        if (result.isError) this.#problem({ tool, what: 'does not go on', told: text });
        for (const threadId of threads) {
          const times = one.write === undefined ? 1 : this.#effects(one, threadId);
          if (times !== 1) this.#problem({ tool, what: `${times} effects without a fault` });
        }
      }),
    );
  }

  /** Checks that the audit log and the caller got the same outcome. */
  checkAudit(lines: string): void {
    const entries = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditLine);
    for (const { one, threadId, claim } of this.#claims) {
      const tool = labelOf(one);
      const own = entries.filter((entry) => isOf(entry, one, threadId));
      const outcome = own.find(({ event }) => event === 'outcome')?.outcome;
      const expected = this.#fault.isAudited ?? { done: 'done', nothing: 'failed', unknown: 'unknown' }[claim];
      const isMissing = own.length === 0 && claim === 'nothing';
      if (!isMissing && (own.length !== 2 || outcome !== expected)) {
        this.#problem({ tool, phase: 'write', what: `audit ${own.length} lines, outcome ${outcome}`, told: claim });
      }
    }
  }

  /** Nothing but JSON-RPC on stdout, no token on either stream. */
  checkOutput(): void {
    const { process } = this.#client;
    const bad = process.stdoutLines().find((line) => !line.startsWith('{"'));
    if (bad !== undefined || process.transportErrors.length > 0) {
      this.#problem({
        what: `stdout: ${bad?.slice(0, 100)} ${process.transportErrors.map(String).join(' ').slice(0, 300)}`,
      });
    }
    const all = `${process.stdoutLines().join('\n')}${process.stderr()}`;
    const forms = [
      this.#platform.token,
      Buffer.from(`Bearer ${this.#platform.token}`).toString('base64').slice(12, -4),
    ];
    if (forms.some((form) => all.includes(form))) this.#problem({ what: 'the token is shown' });
    if (/ error .*bug|Error:/.test(process.stderr()))
      this.#problem({ what: `stderr: ${process.stderr().slice(0, 500)}` });
  }

  async connectionsEnd(): Promise<void> {
    await until('all connections closed', () => this.#platform.sockets.open === 0).catch(() =>
      this.#problem({ what: `${this.#platform.sockets.open} sockets left open` }),
    );
  }

  async #all(cases: readonly ToolCase[], phase: Row['phase']): Promise<void> {
    await Promise.all(cases.map((one) => this.#one(one, phase)));
  }

  async #one(one: ToolCase, phase: Row['phase']): Promise<void> {
    const tool = labelOf(one);
    const { result, threads } = await this.#call(one);
    const isWrite = phase !== 'read' && one.write !== undefined;
    const fault: Fault = phase === 'after' ? { ...this.#fault, write: ['done', 'unknown'], says: /./ } : this.#fault;
    const verdicts = threads.map((threadId) => {
      const part = one.threads === undefined || threadId === undefined ? result : partOf(result, threadId);
      if (phase === 'write' && isWrite) this.#claims.push({ one, threadId, claim: claimOf(part) });
      return judge({ fault, result: part, isWrite, applied: this.#effects(one, threadId) });
    });
    const problems = verdicts.flatMap((verdict) => verdict.problems);
    const outcome = verdicts[0]?.outcome ?? 'error';
    this.rows.push({ fault: this.#fault.name, group: this.#fault.group, tool, phase, outcome, problems });
    for (const what of problems) this.#problem({ tool, phase, what, told: textOf(result) });
  }

  /** How often the platform carried out what a call wanted; for one of its threads where it decides on several. */
  #effects({ write }: ToolCase, threadId: string | undefined): number {
    if (write === undefined) return 0;
    return threadId === undefined
      ? (this.#platform.effects.get(write) ?? 0)
      : this.#platform.effectsOn(write, threadId);
  }

  /** `threads`: those it decides on; a single `undefined` for other tools. */
  async #call(one: ToolCase): Promise<{ result: ToolResult; threads: readonly (string | undefined)[] }> {
    const { tool, args } = one;
    const given = { ...args, ...this.#another(one), ...this.#withTokens(one) };
    const result = await this.#client.callTool(tool, given).catch(
      (error: unknown): ToolResult => ({
        isError: true,
        content: [{ type: 'text', text: `PROTOCOL ERROR: ${String(error)}` }],
      }),
    );
    const threads = one.threads ?? [tool === 'approve_thread' ? String(Object(given).threadId) : undefined];
    return { result, threads };
  }

  /** A thread that was decided on is not decided on again by a caller who has not read it: each call takes the next one. */
  #another({ tool, args: { threadId } }: ToolCase): { threadId?: string } {
    if (tool !== 'approve_thread') return {};
    this.#decisions++;
    return this.#decisions === 1 ? {} : { threadId: `${threadId}-${this.#decisions}` };
  }

  #withTokens({ args, threads }: ToolCase): { items?: unknown } {
    if (threads === undefined) return {};
    const items = array(args.items).map(object);
    return { items: items.map((item) => ({ ...item, reviewToken: this.#tokens.get(String(item.threadId)) })) };
  }

  /** Reads the threads that are decided on by a token: one that was used decides nothing more. A closed gate lets no read pass. */
  async #readTokens(): Promise<void> {
    for (const threadId of TOOL_CASES.flatMap(({ threads = [] }) => threads)) {
      const { structuredContent } = await this.#client.callTool('get_thread', { threadId });
      const { reviewToken } = object(structuredContent);
      if (reviewToken !== undefined) this.#tokens.set(threadId, reviewToken);
    }
  }

  #problem(problem: Omit<Problem, 'fault'>): void {
    this.problems.push({ fault: this.#fault.name, ...problem });
  }
}
