/** What this program is called, wherever it says so. */
export const NAME = 'agent-platform-mcp';
