/** What all the checks come to, and the one thing to do next. */
import { EXIT } from '../exit-codes.ts';
import type { Check, Report } from './report.ts';

const TITLES: Readonly<Record<Check['id'], string>> = {
  settings: 'Settings',
  tools: 'Tools',
  address: 'Address',
  token: 'Token',
  proxy: 'Proxy',
  dns: 'Name',
  tls: 'TLS',
  clock: 'Clock',
  health: 'Health',
  read: 'First read',
};

export const titleOf = ({ id }: Check): string => TITLES[id];

/** The first failure decides: what comes after it often fails because of it. */
export function verdictOn(checks: readonly Check[], isSandbox: boolean): Report['verdict'] {
  const failed = checks.find(({ status }) => status === 'fail');
  if (failed !== undefined) {
    const summary = `It does not work yet: ${titleOf(failed).toLowerCase()}.`;
    return { ok: false, exitCode: failed.exitCode ?? EXIT.failed, summary, next: failed.next ?? failed.summary };
  }
  const warned = checks.find(({ status }) => status === 'warn');
  const works = isSandbox ? 'It works, on the sandbox.' : 'It works.';
  if (warned !== undefined) {
    const summary = `${works} One thing to look at: ${titleOf(warned).toLowerCase()}.`;
    return { ok: true, exitCode: EXIT.ok, summary, next: warned.next ?? warned.summary };
  }
  const next = 'Add it to your host: agent-platform-mcp config <host> prints the block to paste.';
  return { ok: true, exitCode: EXIT.ok, summary: works, next };
}
