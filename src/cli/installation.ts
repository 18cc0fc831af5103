/**
 * How this program is installed, and the command that runs it again. Until the package is published, anybody may register its
 * name at npm, so until then nothing that we print, link or publish fetches that name. `published` in package.json switches
 * all of it.
 */
import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { NAME, VERSION } from '../basics/program.ts';

/** The commands that get this program and start it. */
export interface Installation {
  readonly install: string;
  /** What a host starts; `npx` fetches the package, the plain name is the installed command. */
  readonly start: { readonly command: string; readonly args: readonly string[] };
}

/** @param isPublished whether the name at npm is this package */
export const installationOf = (isPublished: boolean): Installation =>
  isPublished
    ? { install: `npm install --global ${NAME}`, start: { command: 'npx', args: ['-y', NAME] } }
    : // The name of the file that `npm pack` creates in a checkout.
      { install: `npm install --global ./${NAME}-${VERSION}.tgz`, start: { command: NAME, args: [] } };

/** `published` in package.json. */
export const IS_PUBLISHED: boolean = manifest.published;

/** The installation of this build. */
export const INSTALLATION = installationOf(IS_PUBLISHED);

/** The command that runs this program again: the installed one if the PATH leads to this file, otherwise Node.js with it. */
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
