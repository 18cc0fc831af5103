/** What a person types to run this very program again: a checkout has no command of its own on the PATH. */
import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NAME } from '../basics/program.ts';

/** The installed command where the PATH leads to this file, otherwise Node.js with the path of this file. */
export function ownCommand(env: NodeJS.ProcessEnv): string {
  const file = process.argv[1] ?? NAME;
  // From the sources: plain Node.js doesn't run them.
  if (file.endsWith('.ts')) return 'npm run --silent dev --';
  return isOnPath(file, env) ? NAME : `node ${quoted(file)}`;
}

function isOnPath(file: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  const own = realPath(file);
  // npx puts a copy in its cache on the PATH, and only for as long as it runs.
  const folders = PATH.split(delimiter).filter((folder) => folder !== '' && !/[\\/]_npx[\\/]/.test(folder));
  const [first] = folders.flatMap((folder) => realPath(join(folder, NAME)) ?? []);
  return own !== undefined && first === own;
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** For a shell, where the text has characters that shells treat in a way of their own. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text)
    ? text
    : process.platform === 'win32'
      ? `"${text}"`
      : `'${text.replaceAll("'", "'\\''")}'`;
