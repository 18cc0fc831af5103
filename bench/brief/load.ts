/** Labelled requests: JSON files in `data`, one schema for all. */
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Thread } from '../../src/platform/parse/records.ts';
import { readThread } from '../../src/platform/parse/threads.ts';

const args = z.record(z.string(), z.unknown());
const message = z.looseObject({ role: z.string(), content: z.string() });
const call = z.strictObject({ name: z.string(), args });
const request = z.strictObject({
  title: z.string(),
  /** What was said before; without it, the user asked for something that is not known. */
  messages: z.array(message).optional(),
  /** What the agent says beside its calls. */
  says: z.string(),
  calls: z.array(call).min(1),
  /** Arguments of earlier requests for the first call's function. */
  earlier: z.array(args).optional(),
  /** `unsaid`: a value that nobody said, where the agent's words don't contradict it. */
  holds: z.enum(['contradiction', 'unsaid', 'outlier', 'nothing']),
  /** The argument that is wrong. */
  fault: z.string().optional(),
});
const set = z.strictObject({
  about: z.string(),
  /** `tuned`: rules are made for them. `seen`: rules were corrected once after a look at them. `measured`: nobody looks. */
  use: z.enum(['tuned', 'seen', 'measured']),
  requests: z.array(request),
});

export type LabelledRequest = z.infer<typeof request>;
export type LabelledSet = z.infer<typeof set> & { readonly name: string };

const DATA = new URL('data/', import.meta.url);

/** All sets by name. */
export function loadSets(): LabelledSet[] {
  return readdirSync(DATA)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      ...set.parse(JSON.parse(readFileSync(new URL(file, DATA), 'utf8'))),
    }));
}

/** A thread whose last message makes the calls. */
export function threadOf(
  id: string,
  { messages, says, calls }: Pick<LabelledRequest, 'messages' | 'says' | 'calls'>,
  status = 'AWAITING_APPROVAL',
): Thread {
  const tool_calls = calls.map(({ name, args }, index) => ({
    id: `${id}-${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const before = messages ?? [{ role: 'user', content: 'Please handle it.' }];
  const all = [...before, { role: 'assistant', content: says, tool_calls }];
  const thread = readThread({ id, agentId: 'agent', status, messages: all });
  if (thread === undefined) throw new Error(`${id} is no thread`);
  return thread;
}
