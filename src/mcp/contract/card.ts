/** Cards: pages that a host draws beside the conversation (extension `io.modelcontextprotocol/ui`, MCP Apps of 2026-01-26). */

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
