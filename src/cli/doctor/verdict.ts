/** What all the checks come to, and the one thing to do next. */
import { EXIT } from '../exit-codes.ts';
import type { Check, Report } from './report.ts';

const TITLES: Readonly<Record<Check['id'], string>> = {
  settings: 'Settings',
  tools: 'Tools',
  files: 'Files',
  address: 'Address',
  token: 'Token',
  proxy: 'Proxy',
  dns: 'DNS',
  tls: 'TLS',
  clock: 'Clock',
  dialect: 'Dialect',
  health: 'Health',
  read: 'First read',
  start: 'Start',
};

/** What a check is called on the page: `First read`. */
export const titleOf = ({ id }: Check): string => TITLES[id];

/** As in a sentence: `address and token`. */
function titles(checks: readonly Check[]): string {
  const words = checks.map((check) => {
    const title = titleOf(check);
    return title === title.toUpperCase() ? title : title.toLowerCase();
  });
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}

/**
 * The first failure decides on the exit code and the next step: what comes after it often fails because of it. Settings
 * that are missing or wrong do not depend on each other, so the next step is about all of them. All that fails is named.
 * @param config the command that comes next where all is well
 */
export function verdictOn(checks: readonly Check[], isSandbox: boolean, config: string): Report['verdict'] {
  const [first, ...others] = checks.filter(({ status }) => status === 'fail');
  if (first !== undefined) {
    const unset = first.exitCode === EXIT.usage ? others.filter(({ exitCode }) => exitCode === EXIT.usage) : [];
    const summary = `It doesn't work yet: ${titles([first, ...others])}.`;
    const next = [...new Set([first, ...unset].map((check) => check.next ?? check.summary))].join(' ');
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
  const next = `Add it to your host. This prints the block to paste: ${config}`;
  return { ok: true, exitCode: EXIT.ok, summary: works, next };
}
