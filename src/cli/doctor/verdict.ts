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
  dialect: 'Dialect',
  health: 'Health',
  read: 'First read',
  start: 'Start',
};

export const titleOf = ({ id }: Check): string => TITLES[id];

/** As in a sentence: `address and token`. */
function titles(checks: readonly Check[]): string {
  const words = checks.map((check) => (check.id === 'tls' ? titleOf(check) : titleOf(check).toLowerCase()));
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}

/**
 * The first failure decides: what comes after it often fails because of it. Settings that are missing or wrong do not
 * depend on each other, so all of them are named at once.
 */
export function verdictOn(checks: readonly Check[], isSandbox: boolean): Report['verdict'] {
  const [first, ...others] = checks.filter(({ status }) => status === 'fail');
  if (first !== undefined) {
    const unset = first.exitCode === EXIT.usage ? others.filter(({ exitCode }) => exitCode === EXIT.usage) : [];
    const failed = [first, ...unset];
    const summary = `It doesn't work yet: ${titles(failed)}.`;
    const next = [...new Set(failed.map((check) => check.next ?? check.summary))].join(' ');
    return { ok: false, exitCode: first.exitCode ?? EXIT.failed, summary, next };
  }
  const warnings = checks.filter(({ status }) => status === 'warn');
  const works = isSandbox ? 'It works, on the sandbox.' : 'It works.';
  const [warned] = warnings;
  if (warned !== undefined) {
    const count = warnings.length === 1 ? 'One thing' : `${warnings.length} things`;
    const summary = `${works} ${count} to check: ${titles(warnings)}.`;
    return { ok: true, exitCode: EXIT.ok, summary, next: warned.next ?? warned.summary };
  }
  const next = 'Add it to your host: agent-platform-mcp config <host> prints the block to paste.';
  return { ok: true, exitCode: EXIT.ok, summary: works, next };
}
