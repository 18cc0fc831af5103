/** The command that runs this program again; a checkout is not on the PATH. */
import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NAME } from '../basics/program.ts';

/** The installed command if the PATH leads to this file, otherwise Node.js with the path of this file. */
export function ownCommand(env: NodeJS.ProcessEnv): string {
  const file = process.argv[1] ?? NAME;
  // Plain Node.js can't run the sources.
  if (file.endsWith('.ts')) return 'npm run --silent dev --';
  return isOnPath(file, env) ? NAME : `node ${quoted(file)}`;
}

function isOnPath(file: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  const thisFile = realPath(file);
  // npx puts its cached copy on the PATH only while it runs.
  const folders = PATH.split(delimiter).filter((folder) => folder !== '' && !/[\\/]_npx[\\/]/.test(folder));
  const [first] = folders.flatMap((folder) => realPath(join(folder, NAME)) ?? []);
  return thisFile !== undefined && first === thisFile;
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Quoted for a shell, if it contains special characters. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text)
    ? text
    : process.platform === 'win32'
      ? `"${text}"`
      : `'${text.replaceAll("'", "'\\''")}'`;
