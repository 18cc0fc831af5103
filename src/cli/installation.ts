/**
 * How this program gets onto a machine. Until its name is ours at npm anyone may register it there, so until then nothing
 * that we print, link or publish fetches that name. `published` in package.json is the one place that turns all of it.
 */
import manifest from '../../package.json' with { type: 'json' };
import { NAME, VERSION } from '../basics/program.ts';

/** The commands that get this program and start it. */
export interface Installation {
  /** What a person types to install it for good. */
  readonly install: string;
  /** What a host starts; `npx` fetches the package, the bare name is that of the installed command. */
  readonly start: { readonly command: string; readonly args: readonly string[] };
}

/** @param isPublished whether the name at npm is this package */
export function installationOf(isPublished: boolean): Installation {
  return isPublished
    ? { install: `npm install --global ${NAME}`, start: { command: 'npx', args: ['-y', NAME] } }
    : // A packed file is named like this by `npm pack`, in a checkout.
      { install: `npm install --global ./${NAME}-${VERSION}.tgz`, start: { command: NAME, args: [] } };
}

/** `published` in package.json. */
export const IS_PUBLISHED: boolean = manifest.published;

/** What holds for this build, by {@link IS_PUBLISHED}. */
export const INSTALLATION = installationOf(IS_PUBLISHED);
