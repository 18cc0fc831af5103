/** Whether the compiled program is kept between starts: without it a start takes 35 to 50 ms longer. */
import type { CodeCache } from '../../launch/code-cache.ts';
import { makeOwn } from '../../launch/own-folder.ts';
import type { Check } from './report.ts';

/** `cache` is undefined where the setting is off. Makes the folder where there is none yet. */
export function checkStart(cache: CodeCache | undefined): Check {
  const id = 'start';
  if (cache === undefined)
    return { id, status: 'skip', summary: 'The compiled program is not saved: the setting is off.' };
  const { folder, isUsed } = cache;
  if (isUsed) return { id, status: 'ok', summary: `Started from the compiled program in ${folder}.` };
  const problem = makeOwn(folder);
  if (problem === undefined) {
    return { id, status: 'ok', summary: `The next session with a host will save the compiled program in ${folder}.` };
  }
  return {
    id,
    status: 'warn',
    summary: `The compiled program can't be saved, so each start takes a little longer: ${problem}.`,
    next: `Make ${folder} your own (chmod 700), or set AGENT_PLATFORM_CODE_CACHE=false; everything else works.`,
  };
}
