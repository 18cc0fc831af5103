/** One replica: opened from its settings, and run until SIGTERM. */
import { createHash } from 'node:crypto';
import { PlatformError } from '../../platform/client/errors.ts';
import { tokenSource } from '../../platform/client/token.ts';
import { envName, type SettingName, type Settings } from '../../settings/table.ts';
import type { Right } from '../contract/principal.ts';
import { type Catalogue, createApp, type EmbeddedPlatform } from '../engine/app.ts';
import { createJsonLog, type JsonLog } from '../engine/log.ts';
import { noTools } from '../engine/selection.ts';
import { createServer } from '../protocol/factory.ts';
import { startTracing } from '../tracing/start.ts';
import { callersOf, LONGER, replicaAdvice, repliesOf, tooShort } from './advice.ts';
import { type HttpConfig, httpConfig, MCP_PATH } from './config.ts';
import type { MakeServer } from './mcp.ts';
import { createMetrics } from './metrics.ts';
import { createOlderClients } from './older-clients.ts';
import { keyMark, redisStore } from './redis-store.ts';
import { currentSecrets, withRequestFacts } from './request-context.ts';
import { passwordOf } from './secrets.ts';
import { startHttp } from './server.ts';
import { type Ending, endOnSignals, type Reload, reloadOnSignal } from './signals.ts';
import { staticToken } from './static-token.ts';
import { tokenDigest } from './token-entries.ts';
import { tokensFile } from './tokens-file.ts';

/** From the settings of whoever starts it. */
export interface RunOptions {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly embedded: EmbeddedPlatform;
  readonly nameOf?: (setting: SettingName) => string;
  /** Named in the log with their tokens, when it listens: the sandbox's. */
  readonly people?: readonly { readonly name: string; readonly rights: readonly Right[]; readonly token: string }[];
  /** Logged once the log exists. */
  readonly warnings?: readonly string[];
  readonly make?: MakeServer;
  /** Takes the lines of the log; stderr by default. */
  readonly write?: (line: string) => void;
}

/** Serves until SIGTERM or SIGINT, then drains and ends the process. SIGHUP reads tokens again. */
export async function runHttp(options: RunOptions): Promise<void> {
  const { log, reloads, ending, announce } = await openReplica(options);
  reloadOnSignal(reloads, log);
  endOnSignals(ending, log);
  announce();
}

/**
 * Serves, and leaves the process as it is. @throws SettingsError for settings that can't be served with
 * @returns the replica's address, and what the signals of its process do: `reloads` on SIGHUP, `ending` on SIGTERM and SIGINT
 */
export async function openReplica({
  settings,
  catalogue,
  embedded,
  nameOf = envName,
  people = [],
  warnings = [],
  make = createServer,
  write,
}: RunOptions) {
  const config = httpConfig(settings);
  let log: JsonLog | undefined;
  const metrics = createMetrics();
  const store =
    config.redisUrl === undefined
      ? undefined
      : await redisStore(config.redisUrl, keyMark(config.stateKey, settings.baseUrl), (what, isGood, reason) => {
          metrics.state(what, isGood);
          if (reason === undefined) return;
          log?.event(what, { state: SHARED_STATES[what][Number(isGood)], reason }, isGood ? 'info' : 'error');
        });
  const warn = (message: string): void => log?.warn(message);
  const token = config.token === undefined ? undefined : staticToken(config.token, settings.httpTokenFile, warn);
  // Whoever reads metrics must not decide.
  const metricsDigest = config.metricsToken && tokenDigest(config.metricsToken);
  const tokens =
    settings.httpTokensFile === undefined
      ? undefined
      : tokensFile(settings.httpTokensFile, (digest) => digest === token?.digest || digest === metricsDigest, {
          access: (fields) => log?.event('access', fields),
          file(fields) {
            metrics.state('tokens_file', fields.state === 'valid');
            log?.event('tokens_file', fields, fields.state === 'broken' ? 'error' : 'info');
          },
        });
  if (tokens !== undefined) metrics.state('tokens_file', true);
  const exchange =
    config.exchange &&
    (await (
      await import('./token-exchange.ts')
    ).createTokenExchange(config.exchange, { warn, exchanged: metrics.exchanged }));
  const stateKey = config.stateKey === undefined ? undefined : codecKey(config.stateKey);
  const app = createApp(settings, catalogue, embedded, {
    log: (redactor) => {
      log = createJsonLog(settings.logLevel, redactor, write);
      return log;
    },
    stateKey,
    nameOf,
    store,
    observer: withRequestFacts(metrics),
    // These sets change: with each rotation, and with each request.
    secrets: [fixedSecrets(config), token?.seen ?? [], tokens?.seen ?? [], exchange?.secrets ?? [], currentSecrets],
    needsCallersToken: exchange !== undefined,
  });
  if (log === undefined) throw new Error('the app made no log');
  metrics.startAtZero(app.selection);
  const reloads: readonly Reload[] = [
    { name: 'the platform token', reload: () => app.reload() },
    ...(token === undefined ? [] : [{ name: "the callers' token", reload: () => token.reload() }]),
    ...(tokens === undefined ? [] : [{ name: 'the named tokens and their rights', reload: () => tokens.reload() }]),
    ...(exchange === undefined
      ? []
      : [{ name: 'the credential for exchanging tokens', reload: () => exchange.reload() }]),
  ];
  for (const warning of [...warnings, ...noTools(app.selection), ...replicaAdvice(config)]) log.warn(warning);
  const short = tooShort(config);
  if (short !== undefined) log.warn(`${short} ${LONGER}`);
  const jwt = config.oauth && (await import('./jwt.ts')).jwtVerifier(config.oauth, warn);
  const older = createOlderClients({
    key: stateKey,
    channels: store,
    requestTimeoutMs: config.requestTimeoutMs,
    warn,
  });
  await startTracing(process.env, warn);
  const entry = await startHttp({
    app,
    config,
    log,
    metrics,
    make,
    credentials: { token, tokens, jwt, exchange },
    older,
    notReady: () => notReady(settings) ?? (store?.isSubscribed() === false ? NOT_SUBSCRIBED : undefined),
  });
  // Not earlier: an open connection would keep alive a process that can't listen.
  store?.open();
  const close = async (): Promise<void> => {
    tokens?.close();
    await store?.close();
    await app.close();
  };
  /** Logs that it listens. Signals must be handled by then: whoever reads it may send one, which would kill the process. */
  const announce = (): void => {
    log?.event('listening', {
      url: `${entry.url}${MCP_PATH}`,
      publicUrl: settings.httpPublicUrl,
      isLoopback: config.isLoopback,
      callers: callersOf(config, tokens?.count),
      fourEyes: settings.fourEyes,
      answers: repliesOf(config),
      auditLog: settings.auditLog ?? 'off',
      tools: app.selection.tools.length,
    });
    for (const person of people) log?.event('person', { ...person });
  };
  const ending: Ending = { drain: entry.drain, drainMs: config.drainMs, close };
  return { url: entry.url, log, reloads, ending, announce };
}

const SHARED_STATES = { store: ['down', 'usable'], state_key: ['different', 'same'] } as const;

/** The codec needs 32 bytes; the setting is a text of any length. */
const codecKey = (text: string): Buffer => createHash('sha256').update(`agent-platform-mcp state ${text}`).digest();

/** The secrets that can't be rotated while this server runs. */
function fixedSecrets({ stateKey, redisUrl, metricsToken }: HttpConfig): string[] {
  const password = redisUrl === undefined ? '' : passwordOf(redisUrl);
  return [stateKey, password, metricsToken].flatMap((secret) => secret || []);
}

/** Until then, the replies that other replicas hand over would be lost. */
const NOT_SUBSCRIBED = `the Redis of ${envName('stateRedisUrl')} has not been reached yet`;

/** A later outage of the platform or Redis doesn't count: all replicas would drop out at once, and calls explain it better. */
function notReady({ sandbox, baseUrl, token, tokenFile, identity }: Settings): string | undefined {
  if (sandbox) return undefined;
  if (baseUrl === undefined) return `${envName('baseUrl')} is not set`;
  if (identity === 'exchange') return undefined;
  if (token === undefined && tokenFile === undefined) return `${envName('token')} is not set`;
  try {
    // Anybody may ask whether it is ready: the file's name is for the log.
    tokenSource(token, tokenFile).current();
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.facts.what;
  }
}
