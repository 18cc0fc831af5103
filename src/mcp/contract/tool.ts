/**
 * A tool: its texts, its schemas, its effect on the platform, and a handler that returns plain data. The engine does
 * everything else for every tool: checking, consent, dry run, errors, size, marking, redaction, audit.
 */
import type * as z from 'zod';
import type { PlatformError } from '../../platform/client/errors.ts';
import type { CallOptions } from '../../platform/client/index.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import type { InputOf, OperationSpec } from '../../platform/operations/operation.ts';
import type { ResponseOf } from '../../platform/parse/records.ts';
import type { Settings } from '../../settings/table.ts';
import { refuseInexact } from './inexact.ts';
import { refuseInvisible } from './invisible.ts';
import type { Principal } from './principal.ts';
import type { Form, FormReply } from './question.ts';
import type { ToolResult } from './result.ts';

/** Named groups of tools. Groups that few sessions need are off by default, because they cost tokens. */
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

/** A tool's effect on the platform; annotations, read-only mode, dry run and consent follow from it, so they can't disagree. */
export type Effect = 'read' | 'write' | 'destructive';

/** Claims on decisions: a claim is held by one caller, in this process or any replica, and expires. */
export interface Claims {
  /** @returns whether it was free @throws Refusal if the replicas' shared store doesn't respond */
  take(key: string): Promise<boolean>;
  /** How long somebody still holds it; 0 if nobody does or the store doesn't respond, since {@link take} then refuses. */
  leftMs(key: string): Promise<number>;
  release(key: string): Promise<void>;
}

/** The state of decisions that all replicas share. */
export interface Decisions {
  readonly claims: Claims;
  /** A keyed digest in hex: unforgeable without the key, different for each purpose, equal on replicas with the same key. */
  seal(purpose: 'starter' | 'review' | 'card', text: string): string;
}

/** The MCP client that called. */
export interface Client {
  readonly canAsk: boolean;
  readonly drawsCards: boolean;
  /** Whether this call brings the human's reply to a page of this form. */
  answers(form: Pick<Form, 'digest'>): Promise<boolean>;
  /** Asks the human. Once there is a reply, the handler runs again from its start and gets it here. */
  ask(form: Form): Promise<FormReply>;
}

/** Options of a call. */
export interface PlatformCallOptions extends Omit<CallOptions, 'signal' | 'onStatus'> {
  /** For updates: reads the current values. Called only in a dry run, to show the differences. */
  readonly current?: () => Promise<Readonly<Record<string, unknown>>>;
  /** For decisions: who started the thread, for the audit log. */
  readonly starter?: string | undefined;
  /** For writes that belong together: the same id for each, for the audit log. */
  readonly group?: string | undefined;
  /** For writes: checks whether a refused one took effect. Its error replaces the first, in the audit log too. */
  readonly afterDenial?: (error: PlatformError) => Promise<PlatformError>;
  /** For writes: warnings to show in a dry run. */
  readonly warnings?: readonly string[];
}

/** The platform as handlers call it: bound to one tool call, and their only access. */
export interface PlatformCalls {
  /** Calls an operation and reads its response. @throws PlatformError, CancelledError, and DryRun for a shown write */
  call<O extends OperationSpec>(operation: O, input: InputOf<O>, options?: PlatformCallOptions): Promise<ResponseOf<O>>;
  /** The request that a call would send, in the dialect. @throws PlatformError if the dialect has no equivalent */
  plan<O extends OperationSpec>(operation: O, input: InputOf<O>): Promise<PlatformRequest>;
  /** Milliseconds until the rate limit lets calls through (429); 0 if there is no wait. */
  heldBackMs(): Promise<number>;
  /** Runs `work` on a connection reserved for decisions. @throws PlatformError if none was free in time */
  reserve<T>(work: (call: PlatformCalls['call']) => Promise<T>): Promise<T>;
  /** Whether the response to the latest write was 202: accepted, but perhaps not carried out yet. */
  isDeferred(): boolean;
}

/** The context of a handler. */
export interface ToolContext {
  /** Calls the platform within this call's deadline and cancellation. In a dry run, a write stops here. */
  readonly call: PlatformCalls['call'];
  readonly platform: Omit<PlatformCalls, 'call'>;
  readonly memory: Memory;
  readonly caller: Principal;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Reports progress, if the host asked for it. */
  progress(done: number, total: number | undefined, message: string): void;
  readonly client: Client;
  readonly decisions: Decisions;
  /** Whether this session offers the tool. */
  has(tool: string): boolean;
  /** Logs an error of this server that the call survives. */
  logBug(error: unknown): void;
}

/** For optional reads whose result is cached for later calls. */
export type OptionalReadContext = Pick<ToolContext, 'call' | 'memory' | 'platform' | 'settings'>;

/** A tool as defined in its file, with a handler typed by the schema of its arguments. */
export interface ToolSpec<I extends z.ZodObject> {
  /** snake_case, verb first. */
  readonly name: string;
  readonly title: string;
  readonly toolset: Toolset;
  readonly effect: Effect;
  /** Arguments, with ids such as `thread-1`, from which tests make calls. A write must get as far as its request. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Tools that show whether a write took effect: the first counts that is offered and whose arguments the write has. */
  readonly lookups?: readonly string[];
  /** It decides on threads for a human: callers need the right `decide`. */
  readonly decides?: true;
  /** Calling it again with the same arguments changes nothing more. */
  readonly isIdempotent?: boolean;
  /** It makes a model work or calls an endpoint, whose effects are not the platform's alone. */
  readonly isOpenWorld?: true;
  /** The description for models. The first sentence must suffice to find the tool, and must not name another tool. */
  readonly description: Sentences;
  /** The card that shows its result, in hosts that draw cards. */
  readonly view?: View;
  /** Only for cards, not for models: listed for clients that draw cards if the tool of this name is offered. */
  readonly forCardsWith?: string;
  /** A `z.strictObject`: unknown keys are refused. Built on first use. */
  readonly input: () => I;
  /** Arguments whose values come from another tool. A session that lacks it doesn't get them, which saves tokens. */
  readonly needs?: Readonly<Record<string, string>>;
  /** A `z.looseObject` of the structured result without `summary`. */
  readonly output: () => z.ZodObject;
  handle(args: z.output<I>, context: ToolContext): Promise<ToolResult>;
}

/** A tool with its argument type erased, for lists of tools. */
export interface Tool extends Omit<ToolSpec<z.ZodObject>, 'handle'> {
  /**
   * Runs the handler on arguments that the engine has repaired.
   * @throws z.ZodError if they don't match the schema, and Refusal for numbers beyond a double, and for invisible characters in
   *   the arguments of a write
   */
  run(args: unknown, schema: z.ZodObject, context: ToolContext): Promise<ToolResult>;
}

/** Defines a tool. */
export function defineTool<I extends z.ZodObject>(spec: ToolSpec<I>): Tool {
  const { handle, ...rest } = spec;
  return {
    ...rest,
    // The schema is the input's, possibly without pinned fields, which are undefined for handlers.
    run: async (args, schema, context) => {
      const parsed = schema.parse(args) as z.output<I>;
      refuseInexact(args);
      if (spec.effect !== 'read') refuseInvisible(parsed);
      return handle(parsed, context);
    },
  };
}

/** Short-lived memory of handlers, shared by all calls of one principal under the same settings, and by no others. */
export interface Memory {
  /** The value under a key until it expires. The reader checks its type. */
  get(key: string): unknown;
  /** @param bytes for large values: about how much memory it takes, so that all of them together are bounded */
  set(key: string, value: unknown, ms: number, bytes?: number): void;
}

/** A sentence for a model. If it names a tool that the session lacks, it is left out, so it must hold no other fact. */
export type Sentence = string | { readonly text: string; readonly tools: readonly string[] };

/** One text, or several sentences of which some name tools. */
export type Sentences = string | readonly Sentence[];

/** The sentences that a session shows, in one line. */
export function shownSentences(sentences: Sentences, has: (tool: string) => boolean): string {
  const all = typeof sentences === 'string' ? [sentences] : sentences;
  return all
    .filter((sentence) => typeof sentence === 'string' || sentence.tools.every(has))
    .map((sentence) => (typeof sentence === 'string' ? sentence : sentence.text))
    .join(' ');
}

/**
 * Cards: pages that a host draws beside the conversation (extension `io.modelcontextprotocol/ui`, MCP Apps of 2026-01-26).
 * Each shows a tool's result.
 */
export const VIEWS = {
  approvals: 'Approvals',
  costs: 'Agent costs',
} as const;
export type View = keyof typeof VIEWS;

/** The address of the page. */
export const viewUri = (view: View): string => `ui://agent-platform/${view}.html`;
