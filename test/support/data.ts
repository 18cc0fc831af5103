/** What tests read of a result's structured content. */

/** A call that a result proposes. */
export interface Step {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

interface ThreadLine {
  readonly threadId: string;
  readonly agentId: string;
  readonly outcome?: string;
}

/** A request that waits, or a group of alike ones. */
interface Approval extends ThreadLine {
  readonly reviewToken?: string;
  readonly shared?: string;
  readonly alike?: number;
  readonly groupToken?: string;
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly string[])[];
  readonly isCut?: boolean;
  readonly overdue?: number;
}

export interface Decision {
  readonly threadId: string;
  readonly outcome: string;
  readonly decision: string;
  readonly status: string;
  readonly detail: string;
}

/** A test that reads one of these fields expects it to be there. */
export interface Data extends Readonly<Record<string, unknown>> {
  readonly nextStep: Step | undefined;
  readonly rest: Step | undefined;
  readonly approvals: readonly Approval[];
  /** Of a thread that waits: what is asked for. */
  readonly request: readonly Readonly<Record<string, unknown>>[];
  readonly threads: readonly ThreadLine[];
  readonly decisions: readonly Decision[];
  readonly rows: readonly (readonly string[])[];
  readonly changed: readonly string[];
}

/** The structured content of a result. */
export const dataOf = ({ structuredContent }: { readonly structuredContent?: unknown }): Data =>
  Object(structuredContent ?? {});

/** The results of a call and of those that it proposes to read on, for the rest of a list or as its next step. */
export async function readThrough<T extends { readonly data: Data }>(
  call: (tool: string, args: Record<string, unknown>) => Promise<T>,
  tool: string,
  args: Record<string, unknown>,
  by: 'rest' | 'nextStep' = 'rest',
): Promise<readonly [T, ...T[]]> {
  const results: [T, ...T[]] = [await call(tool, args)];
  for (;;) {
    const step = results.at(-1)?.data[by];
    if (step?.tool !== tool) return results;
    if (results.length === 40) throw new Error(`${tool} goes on and on`);
    results.push(await call(tool, step.arguments));
  }
}
