/** This program's version: the one of package.json, put in by the bundler. */
import manifest from '../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
export { NAME } from './name.ts';
