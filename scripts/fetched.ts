/**
 * Packages that want a newer Node.js than this one needs. They are no dependencies: npx fetches them when they are used, at
 * these versions, together with a Node.js that suits them.
 */
export const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
export const PUBLINT = 'publint@0.3.25';
export const LOCKFILE_LINT = 'lockfile-lint@5.0.1';
export const CONFORMANCE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/**
 * Arguments of npx that run a command with such a package, and with its Node.js as `node`. npx would warn that the Node.js
 * it runs on is too old, which then isn't used.
 */
export const npxArgs = (fetched: string, ...command: readonly string[]): string[] => [
  ...['-y', '--loglevel=error', '-p', 'node@24', '-p', fetched, '--'],
  ...command,
];
