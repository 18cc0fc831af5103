/** Compares what a tool reports with what happened. */
import { array, object } from '../../src/platform/parse/coerce.ts';
import { type ToolResult, textOf } from './clients.ts';
import type { Claim, Fault, Outcome } from './fault-kinds.ts';

export interface Verdict {
  readonly outcome: Outcome | Claim;
  readonly problems: readonly string[];
}

/** The effect of a write according to the result. */
export function claimOf(result: ToolResult): Claim {
  if (!result.isError) return 'done';
  return /Whether it took effect is unknown|what became of either is unknown/.test(textOf(result))
    ? 'unknown'
    : 'nothing';
}

/** The result of a batch for one thread, as if it had been the only one. */
export function partOf(result: ToolResult, threadId: string): ToolResult {
  const text = textOf(result);
  const detail = new RegExp(`^- ${threadId} · (.*?)(?=\\n- |$(?!\\n))`, 'ms').exec(text)?.[1] ?? text;
  const decisions = object(result.structuredContent).decisions;
  const own = array(decisions)
    .map(object)
    .find((one) => one.threadId === threadId);
  return { isError: own?.outcome !== 'decided', content: [{ type: 'text', text: detail }] };
}

export interface Judged {
  readonly fault: Fault;
  readonly result: ToolResult;
  readonly isWrite: boolean;
  /** How often the platform carried out the write. */
  readonly applied: number;
}

export function judge({ fault, result, isWrite, applied }: Judged): Verdict {
  const text = textOf(result);
  const outcome = isWrite ? claimOf(result) : result.isError ? 'error' : 'ok';
  const expected: readonly string[] = isWrite ? fault.write : fault.read;
  const problems: string[] = [];
  if (!expected.includes(outcome)) problems.push(`${outcome}, not ${expected.join(' or ')}`);
  if (applied > 1) problems.push(`${applied} effects`);
  if (isWrite && outcome === 'done' && applied !== 1) problems.push('said to be done, and was not');
  if (isWrite && outcome === 'nothing' && applied !== 0) problems.push('said to be without effect, and had one');
  if (!isWrite && outcome === 'error' && applied !== 0)
    problems.push('a write went out although what it looks at could not be read');
  if (result.isError) problems.push(...unhelpful(text, fault, outcome));
  return { outcome, problems };
}

/** An error names what failed, why, who can fix it and what to do next. */
function unhelpful(text: string, { says }: Fault, outcome: string): string[] {
  const problems: string[] = [];
  // A refusal after a read needs no further advice.
  if (/^Refused|Nothing was (sent|deleted|changed)\.$/.test(text)) return problems;
  if (says && !says.test(text)) problems.push(`does not say ${says.source}`);
  if (outcome === 'unknown') {
    if (
      !/Find out with \w+ \{|No tool here can find out: check in the platform|Check both before calling again/.test(
        text,
      )
    )
      problems.push('does not say how to find out');
  } else if (!/ can fix it|Usually temporary|Calling again does not help/.test(text))
    problems.push('does not say who can fix it');
  if (/PROTOCOL ERROR|This server failed internally|\[object |undefined/.test(text)) problems.push('is a bug');
  if (text.length > 2_000) problems.push(`is ${text.length} characters long`);
  return problems;
}
