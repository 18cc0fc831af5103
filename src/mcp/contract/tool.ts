/**
 * What a tool is: its words, its schemas, what it does to the platform, and a handler that returns plain data. All else
 * (checking, consent, dry run, errors, size, marking, redaction, audit) is the engine's, once for every tool.
 */
import type * as z from 'zod';
import type { Settings } from '../../settings/table.ts';
import type { Answer } from './answer.ts';
import type { View } from './card.ts';
import { refuseInvisible } from './invisible.ts';
import type { Memory } from './memory.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { Principal } from './principal.ts';
import type { Form, FormAnswer } from './question.ts';
import type { Sentences } from './sentences.ts';

/** Named groups of tools. What few sessions need is off by default: all would pay for it. */
export const TOOLSETS = {
  threads: { isDefault: true, title: 'agent threads and pending approvals' },
  'threads-extra': { isDefault: false, title: 'messages to threads, which not all platforms support' },
  assistants: { isDefault: true, title: 'assistants and their chats' },
  agents: { isDefault: true, title: 'agents, read only' },
  'agents-admin': { isDefault: false, title: 'create, change and delete agents' },
  costs: { isDefault: true, title: 'what agents cost' },
  tools: { isDefault: true, title: 'tool servers and tool tests' },
  'tools-admin': { isDefault: false, title: 'create, change and delete tool servers and tools' },
  projects: { isDefault: false, title: 'projects, which group agents, assistants, documents and costs' },
  documents: { isDefault: false, title: 'the knowledge base: documents and their folders' },
  files: { isDefault: false, title: 'file uploads for messages' },
  evaluations: { isDefault: false, title: 'evaluations of threads' },
  docs: { isDefault: true, title: "the platform's documentation" },
  platform: { isDefault: true, title: 'availability of the platform' },
} as const;
export type Toolset = keyof typeof TOOLSETS;

/** What a tool does to the platform; drives annotations, read-only mode, dry run and consent, so they can't disagree. */
export type Effect = 'read' | 'write' | 'destructive';

/** Who may decide on what: a claim is taken by one caller, in this process or in any replica, and expires. */
export interface Claims {
  /** @returns whether nobody had taken it. @throws Refusal if the store that replicas share does not answer */
  take(key: string): Promise<boolean>;
  release(key: string): Promise<void>;
}

/** What a handler is given besides its arguments. */
export interface ToolContext {
  /** Calls the platform within this call's deadline and cancellation. In a dry run a write stops here. */
  readonly call: PlatformCalls['call'];
  /** What else there is to know of the calls of this tool call. */
  readonly platform: Omit<PlatformCalls, 'call'>;
  readonly memory: Memory;
  readonly caller: Principal;
  /** Whether who started a thread may decide on it: AGENT_PLATFORM_FOUR_EYES; `off` over stdio, which has one user. */
  readonly fourEyes: Settings['fourEyes'];
  /** A keyed digest, in hex, for one purpose: nobody without the key makes it, and replicas with one key make the same. */
  seal(purpose: 'starter', text: string): string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Tells the host how far the work is; does nothing unless the host asked for progress. */
  progress(done: number, total: number | undefined, message: string): void;
  /** Asks the human. Handlers run again from their start once the answer is there, and then get it here. */
  ask(form: Form): Promise<FormAnswer>;
  readonly claims: Claims;
  /** Whether this client can show the human a question, and whether it draws cards. */
  readonly client: { readonly canAsk: boolean; readonly drawsCards: boolean };
  /** Whether this session offers a tool of that name. */
  has(tool: string): boolean;
}

/** For reads that can be left out, and whose result is kept for later calls. */
export type OptionalReadContext = Pick<ToolContext, 'call' | 'memory' | 'platform' | 'settings'>;

/** A tool as its file writes it, its handler typed by the schema of its arguments. */
export interface ToolSpec<I extends z.ZodObject> {
  /** snake_case, verb first. */
  readonly name: string;
  readonly title: string;
  readonly toolset: Toolset;
  readonly effect: Effect;
  /**
   * A call of it, with ids such as `thread-1`: tests make it against every fault, planted text and strict clients. Tools
   * that only read have one; what a write needs beside it stands in those tests.
   */
  readonly example?: Readonly<Record<string, unknown>>;
  /** It decides on threads in a human's place: callers need the right to decide for it. */
  readonly decides?: true;
  /** Calling it again with the same arguments changes nothing more. */
  readonly isIdempotent?: boolean;
  /** What it does, for a model. The first sentence says all that is needed to find it, and names no other tool. */
  readonly description: Sentences;
  /** The card that shows what it answers, in hosts that draw cards. */
  readonly view?: View;
  /** For cards alone, no model: listed to clients that draw them, where the tool of this name is offered. */
  readonly forCardsWith?: string;
  /** A `z.strictObject`: unknown keys are refused. Built on first use. */
  readonly input: () => I;
  /**
   * Arguments that make sense only with another tool, which gives their values: a session that lacks the tool does not see
   * them, and pays nothing for them.
   */
  readonly needs?: Readonly<Record<string, string>>;
  /** A `z.looseObject` of what the structured result holds beside `summary`. */
  readonly output: () => z.ZodObject;
  handle(args: z.output<I>, context: ToolContext): Promise<Answer>;
}

/** A tool whose argument type is hidden inside: what lists of tools hold. */
export interface Tool extends Omit<ToolSpec<z.ZodObject>, 'handle'> {
  /**
   * Runs the handler on arguments that the engine has repaired.
   * @throws z.ZodError when they do not fit, and Refusal for what nobody can see in the arguments of a write
   */
  run(args: unknown, schema: z.ZodObject, context: ToolContext): Promise<Answer>;
}

/** Defines a tool. */
export function defineTool<I extends z.ZodObject>(spec: ToolSpec<I>): Tool {
  const { handle, ...rest } = spec;
  return {
    ...rest,
    // The schema that was parsed with is the input, or the input without pinned fields, which handlers see as absent.
    run: async (args, schema, context) => {
      const given = schema.parse(args) as z.output<I>;
      if (spec.effect !== 'read') refuseInvisible(given);
      return handle(given, context);
    },
  };
}
