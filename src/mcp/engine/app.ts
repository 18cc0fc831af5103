/**
 * What one process shares between all its servers and calls: the SDK may build a server twice on one connection (and
 * once for each request over HTTP), so pools, caches, keys and the audit log live here. Making it does no I/O but
 * a look at the audit file, where one is set.
 */

import { NAME, VERSION } from '../../basics/program.ts';
import { createClient, type PlatformClient } from '../../platform/client/index.ts';
import { CALLERS_ONLY, type TokenSource, tokenSource } from '../../platform/client/token.ts';
import { maskForeignText } from '../../platform/text.ts';
import type { SettingName, Settings } from '../../settings/table.ts';
import type { Right } from '../contract/principal.ts';
import type { PromptSpec } from '../contract/prompt.ts';
import type { ResourceSpec } from '../contract/resource.ts';
import type { Claims, Tool } from '../contract/tool.ts';
import { type Audit, createAudit } from './audit.ts';
import { type Caches, emptyCaches } from './caches.ts';
import { createClaims } from './consent/claims.ts';
import { createStates, type States } from './consent/request-state.ts';
import { memoryStore, type SharedStore } from './consent/shared-store.ts';
import { Kept } from './kept.ts';
import { createLog, type Log } from './log.ts';
import type { Observer } from './observer.ts';
import { Redactor } from './redact.ts';
import { type Selection, selectTools } from './selection.ts';

/** Everything that can be offered; what a session offers of it follows from the settings. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  /** Tools that only cards may call; none where there are no cards. */
  readonly cardTools?: readonly Tool[];
  readonly resources: readonly ResourceSpec[];
  readonly prompts: readonly PromptSpec[];
}

/** People whom an issuer of the embedded platform vouches for. */
export interface EmbeddedPeople {
  readonly issuer: string;
  /** The audience of their tokens, and the one for which they are exchanged. */
  readonly audience: string;
  readonly platformAudience: string;
  readonly tokens: readonly { readonly name: string; readonly rights: readonly Right[]; readonly token: string }[];
}

/** A platform that is started when it is first needed: the sandbox. */
export type EmbeddedPlatform = (settings: Pick<Settings, 'dialect' | 'sandboxPeople'>) => Promise<{
  url: string;
  token: string;
  readonly people?: EmbeddedPeople;
  close(): Promise<void>;
}>;

/** What all calls of a process share under the same settings. */
export interface App {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly selection: Selection;
  /** The client of the platform; the embedded one is started by the first call. */
  client(): Promise<PlatformClient>;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly audit: Audit;
  readonly states: States;
  /** Requests that are being decided, or were. */
  readonly claims: Claims;
  readonly observer: Observer | undefined;
  /** Of the program's own words. */
  readonly caches: Caches;
  /** Of the platform's answers, each under whom it was read for. */
  readonly kept: Kept;
  /** Reads the platform token's file and the certificates again. @throws PlatformError for a token that can't be read */
  reload(): Promise<void>;
  /** Ends connections and the embedded platform. */
  close(): Promise<void>;
}

/** What an entry supplies instead of what stdio has. */
export interface AppParts {
  log?(redactor: Redactor): Log;
  /** How to name a setting to the person who set it; by its variable unless given. */
  readonly nameOf?: (setting: SettingName) => string;
  readonly states?: States;
  /** What replicas share; the memory of this process unless given. */
  readonly store?: SharedStore | undefined;
  readonly observer?: Observer;
  /** Every call to the platform needs its caller's own token; the one of the settings is never sent. */
  readonly needsCallersToken?: boolean;
  /** Lists of further secrets that must not be seen anywhere; read for each text, so that those of a file may change. */
  readonly secrets?: readonly Iterable<string>[];
}

/**
 * Connects to nothing: the first call does. `embedded` starts the sandbox where the settings ask for it.
 * @throws SettingsError for a toolset or tool that nobody knows, and for an audit file that is no regular one
 */
export function createApp(
  settings: Settings,
  catalogue: Catalogue,
  embedded: EmbeddedPlatform,
  parts: AppParts = {},
): App {
  const configured = tokenSource(settings.token, settings.tokenFile);
  const secrets: Iterable<string>[] = [configured.seen, ...(parts.secrets ?? [])];
  const redactor = new Redactor(secrets);
  // Texts of the platform are masked before they are cut, everything else as it leaves.
  const unmask = maskForeignText(redactor);
  const log = parts.log?.(redactor) ?? createLog(settings.logLevel, redactor);
  const closers: (() => Promise<void>)[] = [];

  async function connect(): Promise<PlatformClient> {
    let { baseUrl } = settings;
    let token: TokenSource = configured;
    if (settings.sandbox) {
      // Its people are for the http command, which starts it: it would take no token but theirs.
      const sandbox = await embedded(parts.needsCallersToken ? settings : { ...settings, sandboxPeople: false });
      closers.push(() => sandbox.close());
      baseUrl = sandbox.url;
      const own = tokenSource(sandbox.token, undefined);
      secrets.push(own.seen);
      token = own;
    }
    if (parts.needsCallersToken) token = CALLERS_ONLY;
    const client = createClient({ ...clientOptions(settings, baseUrl, token), observer: parts.observer });
    closers.push(() => client.close());
    return client;
  }

  let client: Promise<PlatformClient> | undefined;
  return {
    settings,
    catalogue,
    selection: selectTools(catalogue.tools, settings, catalogue.cardTools, parts.nameOf),
    redactor,
    log,
    audit: createAudit(settings.auditLog, redactor, log),
    states: parts.states ?? createStates(),
    claims: createClaims(parts.store ?? memoryStore(), settings.baseUrl ?? ''),
    observer: parts.observer,
    caches: emptyCaches(),
    kept: new Kept(),
    client: () => {
      client ??= connect().catch((error: unknown) => {
        // The next call may find it mended.
        client = undefined;
        throw error;
      });
      return client;
    },
    reload: async () => {
      await (await client)?.reload();
      if (configured.origin === 'file') configured.refresh();
    },
    close: async () => {
      await client?.catch(() => undefined);
      unmask();
      await Promise.all(closers.splice(0).map((close) => close()));
    },
  };
}

/** The app with other settings or less to offer: all else is shared. */
export function narrowed(app: App, settings: Settings, selection: Selection): App {
  return { ...app, settings, selection, caches: emptyCaches() };
}

function clientOptions(settings: Settings, baseUrl: string | undefined, token: TokenSource) {
  return {
    baseUrl,
    token,
    scope: {
      tenantId: settings.tenantId,
      subtenantId: settings.subtenantId,
      dialect: settings.dialect,
      paths: { docsPath: settings.docsPath, healthPath: settings.healthPath },
    },
    timeoutMs: settings.timeoutMs,
    replyTimeoutMs: settings.replyTimeoutMs,
    maxRetries: settings.maxRetries,
    maxConnections: settings.maxConnections,
    maxResponseBytes: settings.maxResponseMb * 1024 * 1024,
    userAgent: `${NAME}/${VERSION}`,
  };
}
