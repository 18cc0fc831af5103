/**
 * Cards: pages that a host draws beside the conversation (extension `io.modelcontextprotocol/ui`, MCP Apps of 2026-01-26),
 * and the tickets by which somebody decides in one.
 */
import type { ConsentAnswer } from './question.ts';

/** The pages there are. `question` draws what a tool asks the human; the others show what a tool answers. */
export const VIEWS = {
  inbox: 'Approvals inbox',
  thread: 'Thread',
  costs: 'Agent costs',
  question: 'Approval',
} as const;
export type View = keyof typeof VIEWS;

/** The address under which a host reads the page. */
export const viewUri = (view: View): string => `ui://agent-platform/${view}.html`;

/** The digest of a request as a card compares it: of the question it draws, and of its own read. 96 bits, in hex. */
export const digestForCard = (digest: string): string => digest.slice(0, 24);

/** What a card has shown of a thread, at some moment. */
export interface CardShown {
  readonly threadId: string;
  /** Digest of the thread as it was shown. */
  readonly digest: string;
  /** When it was read, as `instant` of turns.ts counts. */
  readonly asOf: number;
  /** Whether all of the request was shown, to its end: what was not can't be approved. */
  readonly isWhole: boolean;
}

/** What is decided by a ticket. */
export interface CardDecision extends Pick<CardShown, 'threadId' | 'digest'> {
  readonly choice: 'APPROVED' | 'REJECTED';
  readonly comment?: string | undefined;
}

export interface CardTickets {
  /** Why nothing can be decided in a card here, as a sentence; undefined where it can. */
  readonly obstacle: string | undefined;
  /** Whether that is because the host can show questions: there a decision is the answer to one. */
  readonly asksInstead: boolean;
  /** A ticket for what was shown: signed, bound to the caller and this process or its store, good once and for ten minutes. */
  give(shown: CardShown): Promise<string>;
  /**
   * Takes a ticket in: from then on it is used.
   * @throws Refusal for one that does not fit the decision, and where nothing may be decided in a card
   */
  redeem(ticket: string, decision: CardDecision): Promise<Extract<ConsentAnswer, { kind: 'decided' }>>;
}
