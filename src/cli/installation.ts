/**
 * How this program is installed. Until the package is published, anybody may register its name at npm, so until then nothing
 * that we print, link or publish fetches that name. `published` in package.json switches all of it.
 */
import manifest from '../../package.json' with { type: 'json' };
import { NAME, VERSION } from '../basics/program.ts';

/** The commands that get this program and start it. */
export interface Installation {
  /** The command for a permanent installation. */
  readonly install: string;
  /** What a host starts; `npx` fetches the package, the plain name is the installed command. */
  readonly start: { readonly command: string; readonly args: readonly string[] };
}

/** @param isPublished whether the name at npm is this package */
export function installationOf(isPublished: boolean): Installation {
  return isPublished
    ? { install: `npm install --global ${NAME}`, start: { command: 'npx', args: ['-y', NAME] } }
    : // The name of the file that `npm pack` creates in a checkout.
      { install: `npm install --global ./${NAME}-${VERSION}.tgz`, start: { command: NAME, args: [] } };
}

/** `published` in package.json. */
export const IS_PUBLISHED: boolean = manifest.published;

/** The installation of this build. */
export const INSTALLATION = installationOf(IS_PUBLISHED);
