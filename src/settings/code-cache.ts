/** The one setting that counts before the others are read: they are in the very code that may come from the cache. */
import { booleanOf } from './boolean.ts';
import { ENV_PREFIX, setting } from './spec.ts';

/** In the table as well; here by itself, so that the launcher need not load the table. */
export const CODE_CACHE = setting({
  kind: 'flag',
  env: 'CODE_CACHE',
  flag: 'code-cache',
  fallback: true,
  help: 'Keep the compiled program in your own cache folder, so that the next start is faster',
});

/** Whether it is on. What can't be read counts as left out; the settings' own check says so in words. */
export function wantsCodeCache(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const flag = `--${CODE_CACHE.flag}`;
  const off = `--no-${CODE_CACHE.flag}`;
  const given = args.findLast((arg) => arg === flag || arg === off || arg.startsWith(`${flag}=`));
  if (given === flag || given === off) return given === flag;
  const text = given?.slice(flag.length + 1) || env[ENV_PREFIX + CODE_CACHE.env];
  return booleanOf(text ?? '') ?? CODE_CACHE.fallback;
}
