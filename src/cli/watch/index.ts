/** `watch`: looks at the inbox, and posts to an address when something new waits, or has waited for too long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '../../basics/addresses.ts';
import { type Inbox, readInbox } from '../../domain/threads/inbox.ts';
import { leftOutByStatus, leftOutNote } from '../../domain/threads/left-out.ts';
import { errorText, reasonText } from '../../mcp/contract/error-text.ts';
import { present } from '../../mcp/contract/result.ts';
import type { PlatformCalls } from '../../mcp/contract/tool.ts';
import { createApp } from '../../mcp/engine/app.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { count } from '../../present/units.ts';
import { SettingsError, textOfFile } from '../../settings/error.ts';
import { parseFlags } from '../../settings/flags.ts';
import { readSettings, wholeNumberIn } from '../../settings/read.ts';
import { catalogue, embeddedSandbox } from '../catalogue.ts';
import { EXIT, type Invocation } from '../invocation.ts';
import { unready } from '../unready.ts';
import { createNews } from './news.ts';
import { createPost } from './post.ts';
import { WATCH_SETTINGS } from './settings.ts';

const FLAGS = { notify: 'string', 'notify-file': 'string', every: 'string', overdue: 'string' } as const;

/**
 * Runs until it is interrupted, or the platform refuses its token.
 * @throws SettingsError for a setting that can't be used, also if the platform or the address says so later
 */
export async function watchCommand({ args, env, print }: Invocation): Promise<number> {
  const { settings, command } = parseFlags(args, FLAGS, WATCH_SETTINGS);
  const { values, warnings, nameOf } = readSettings(env, { settings, command: {} });
  const address = addressOf(command);
  const everyMs = wholeNumber('every', command.every ?? '60', { min: 1, max: 3600 }) * 1000;
  const { overdueHours = 1 } = values;
  const overdueMinutes = wholeNumber('overdue', command.overdue ?? `${overdueHours * 60}`, { min: 1, max: 525_600 });
  const [missing] = unready({ values, nameOf });
  if (missing !== undefined) throw new SettingsError(missing);
  const ending = new AbortController();
  const { signal } = ending;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => ending.abort());
  const app = createApp({ ...values, auditLog: undefined }, catalogue, embeddedSandbox, {
    nameOf,
    secrets: [[address.href, `${address.pathname}${address.search}`].filter((secret) => secret.length >= 16)],
  });
  for (const warning of warnings) app.log.warn(warning);
  const post = createPost(address, env, signal);
  const news = createNews(overdueMinutes);
  let lastProblem = '';
  /** Whether the latest post was not answered: a look at which there is nothing to post mends nothing. */
  let isUnanswered = false;
  /** The same problem is logged once, and its end. */
  const problem = (text: string): void => {
    // Without figures: the seconds that a rate limit has left are another text each time.
    const same = text.replace(/\d+/g, '#');
    if (same !== lastProblem) text === '' ? app.log.info('it works again') : app.log.warn(text);
    lastProblem = same;
  };
  print(
    `Checking every ${everyMs / 1000} s; telling ${address.origin} what is new or older than ${overdueMinutes} min.`,
  );
  try {
    const client = await app.client();
    const call: PlatformCalls['call'] = (operation, input, options) =>
      client.call(operation, input, { ...options, signal });
    /** Looked for in an empty inbox, hourly: it takes further requests. */
    let leftOut: Awaited<ReturnType<typeof leftOutByStatus>>;
    let lookAt = 0;
    while (!signal.aborted) {
      let waitMs = 0;
      try {
        const inbox = await readInbox({ call, width: Math.min(8, values.maxConnections) });
        if (performance.now() >= lookAt && (inbox.waiting.length === 0 || leftOut !== undefined)) {
          leftOut = await leftOutByStatus('AWAITING_APPROVAL', call, inbox.agents);
          lookAt = performance.now() + HOUR_MS;
        }
        const lacks = present(
          inbox.failures.length > 0 && unreadText(inbox.failures),
          ...inbox.notes,
          leftOut !== undefined && leftOutNote(leftOut),
        );
        const found = news.take(inbox, Date.now(), performance.now());
        const delivery = found && (await post.send(found.message));
        if (delivery !== undefined && delivery.kind !== 'not arrived') found?.told();
        if (delivery !== undefined) isUnanswered = delivery.kind !== 'arrived';
        if (delivery?.kind === 'not arrived') waitMs = Math.min(delivery.retryAfterMs ?? 0, HOUR_MS);
        if (delivery !== undefined && delivery.kind !== 'arrived') problem(`${WHAT[delivery.kind]}: ${delivery.why}`);
        else if (lacks.length > 0) problem(lacks.join(' '));
        else if (!isUnanswered) problem('');
      } catch (error) {
        if (error instanceof CancelledError) break;
        if (!(error instanceof PlatformError)) throw error;
        const { status } = error.facts;
        if (status === 401 || status === 403) throw new SettingsError(errorText(error));
        problem(errorText(error));
      }
      await sleep(Math.max(everyMs, waitMs), undefined, { signal }).catch(() => undefined);
    }
    return EXIT.ok;
  } finally {
    await post.close();
    await app.close();
  }
}

const HOUR_MS = 3_600_000;

/** Who could not be read, and why the first of them could not. */
const unreadText = (failures: Inbox['failures']): string =>
  `the requests of ${count(failures.length, 'agent')} could not be read, so nothing new there is reported: ${reasonText(failures[0]?.error)}`;

const WHAT = {
  unknown: 'whether a message arrived is unknown, so it is not sent again',
  'not arrived': 'a message did not arrive, and its news will be in the next one',
} as const;

/** @throws SettingsError for an address that can't be posted to; it is not repeated, since it may be a secret */
function addressOf(command: Readonly<Record<string, string>>): URL {
  const { notify, 'notify-file': file } = command;
  if ((notify === undefined) === (file === undefined))
    throw new SettingsError(
      `${file === undefined ? 'watch needs the address to post to' : 'watch takes one address, and got both'}: --notify URL, or --notify-file FILE that contains it.`,
    );
  const source = file === undefined ? '--notify' : 'The file of --notify-file';
  const text = file === undefined ? (notify ?? '') : textOfFile(source, file).trim();
  if (text === '') throw new SettingsError(`${source} is empty: it must hold the address to post to.`);
  // The parser would leave out a line break, and join two addresses.
  const url = !/\s/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === undefined || !isAllowed || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new SettingsError(
      `${source} must be one https:// address (http:// on this machine only), without spaces, user, password and #. It is not repeated here, since it may be a secret.`,
    );
  return url;
}

function wholeNumber(flag: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = wholeNumberIn(text.trim(), { min, max });
  if (value !== undefined) return value;
  throw new SettingsError(`--${flag} must be a whole number from ${min} to ${max}.`);
}
