/** The executable: runs main.cjs, which the build puts beside it, with the compiled code that an earlier start has kept. */
import { join } from 'node:path';
import { runCached } from './launch/code-cache.ts';
import { cacheFolder } from './launch/own-folder.ts';
import type { start } from './main.ts';
import { wantsCodeCache } from './settings/code-cache.ts';

const folder = wantsCodeCache(process.argv.slice(2), process.env) ? cacheFolder(process.env) : undefined;
const { exports, cache } = runCached(join(__dirname, 'main.cjs'), folder);
(exports as { readonly start: typeof start }).start(cache);
