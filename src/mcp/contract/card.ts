/** Cards: pages that a host draws beside the conversation (extension `io.modelcontextprotocol/ui`, MCP Apps of 2026-01-26). */

/** The pages. `question` draws a tool's question to the human; the others show a tool's result. */
export const VIEWS = {
  inbox: 'Approvals inbox',
  thread: 'Thread',
  costs: 'Agent costs',
  question: 'Approval',
} as const;
export type View = keyof typeof VIEWS;

/** The address of the page. */
export const viewUri = (view: View): string => `ui://agent-platform/${view}.html`;
