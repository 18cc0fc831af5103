/**
 * Who works with what: agents, assistants, tool servers and their tools, projects, and what they cost. Conventions:
 * `records.ts`.
 */
import type { ForeignText } from '../text.ts';
import type { Json } from './coerce.ts';

/** An agent, from a list or by itself. */
export interface Agent {
  readonly id: string;
  readonly name?: ForeignText;
  readonly description?: ForeignText;
  readonly disabled?: boolean;
  readonly archived?: boolean;
  readonly provider?: ForeignText;
  readonly llm?: ForeignText;
  readonly createdAt?: string;
  /** When its settings were last changed: its name is at least as old as that. */
  readonly updatedAt?: string;
  /** The project that it belongs to, where the answer says so. */
  readonly projectId?: string;
  /** The whole answer, for a difference between what stands and what is asked for; secrets are masked by the platform. */
  readonly source: Readonly<Record<string, unknown>>;
}

/** An assistant; calls name it by its identifier. */
export interface Assistant {
  readonly identifier: string;
  readonly name?: ForeignText;
  readonly description?: ForeignText;
  /** `enabled`, `disabled`, or the state as the platform sent it. */
  readonly state?: string;
  readonly provider?: ForeignText;
  readonly model?: ForeignText;
  /** Groups of tools that it has, where the answer says so. */
  readonly toolGroups?: readonly string[];
  /** The project that it belongs to, where the answer says so. */
  readonly projectId?: string;
}

/** A project, from a list or by itself. */
export interface Project {
  readonly id: string;
  readonly name?: ForeignText;
  /** The slug, which never changes. */
  readonly identifier?: string;
  readonly description?: ForeignText;
  /** `public`, `private`, or as sent. */
  readonly visibility?: string;
  readonly archived?: boolean;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly source: Json;
}

/** A tool server; its tools are records of their own. */
export interface ToolServer {
  readonly id: string;
  readonly identifier?: string;
  readonly name?: ForeignText;
  readonly description?: ForeignText;
  readonly url?: ForeignText;
  readonly enabled?: boolean;
  /** `jwt`, `oauth2`, `basic`, `customHeader`, or as sent. */
  readonly authenticationMethod?: string;
  /** Number of tools, where the answer holds them. */
  readonly toolCount?: number;
  readonly source: Readonly<Record<string, unknown>>;
  /** The project that it belongs to, where the answer says so. */
  readonly projectId?: string;
}

/** A tool of a tool server. */
export interface ToolDefinition {
  /** The tool's id, else its function name: either addresses it. */
  readonly id: string;
  readonly name: ForeignText;
  readonly description?: ForeignText;
  readonly method?: string;
  readonly endpoint?: ForeignText;
  /** The arguments: name, type, whether required. */
  readonly parameters: readonly { readonly name: ForeignText; readonly type?: string; readonly required: boolean }[];
  readonly source: Readonly<Record<string, unknown>>;
}

/** Answer of a tool test: HTTP 200 also when the target failed. */
export interface ToolTest {
  /** Absent where the answer does not say. */
  readonly success?: boolean;
  /** What the tool returned: text, or JSON text. */
  readonly data?: ForeignText;
  readonly error?: ForeignText;
  readonly executionTimeMs?: number;
  readonly requestUrl?: ForeignText;
  readonly requestMethod?: string;
}

/** One day or month of costs. */
export interface CostRow {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string;
  readonly cost: number;
  readonly currency?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly threadCount?: number;
}

/** What an agent has cost so far. A figure is absent where the answer lacks it; `breakdown` is empty then. */
export interface CostSummary {
  readonly totalCost?: number;
  readonly currency?: string;
  readonly today?: number;
  readonly currentMonth?: number;
  readonly breakdown: readonly { readonly category: ForeignText; readonly cost: number }[];
}
