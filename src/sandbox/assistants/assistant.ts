/** Assistants as the sandbox stores them. */
import type { Agent } from '../agents.ts';
import type { Thread } from '../threads/thread.ts';

/** What assistants may see of the sandbox: they answer, and change nothing. */
export interface Observed {
  /** Epoch ms. */
  now(): number;
  readonly agents: ReadonlyMap<string, Agent>;
  readonly threads: { all(): readonly Thread[] };
}

/** What an assistant is asked. */
export interface Question {
  readonly message: string;
  /** The user's earlier messages in this chat, oldest first. */
  readonly earlier: readonly string[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly world: Observed;
}

/** The part that goes over the wire. */
interface AssistantCard {
  /** A slug; it addresses the assistant in paths. */
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly state: 'enabled' | 'disabled';
  readonly projectId?: string;
  readonly provider: string;
  readonly model: string;
}

export interface Assistant extends AssistantCard {
  /** The reply, by simple rules: the same question in the same world gets the same answer. */
  readonly answer: (question: Question) => string;
}

/** The wire shape. */
export function toCard({ answer: _answer, ...card }: Assistant): AssistantCard {
  return card;
}
