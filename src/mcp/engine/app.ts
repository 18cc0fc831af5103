/**
 * State that one process shares between all its servers and calls: the SDK may build a server twice on one connection (and
 * once per request over HTTP), so pools, caches, keys and the audit log live here. Creating it does no I/O except checking
 * the audit file, if one is set.
 */

import { NAME, VERSION } from '../../basics/program.ts';
import { noBaseUrl } from '../../platform/client/call-errors.ts';
import { createClient, type PlatformClient } from '../../platform/client/index.ts';
import { CALLERS_ONLY, type TokenSource, tokenSource } from '../../platform/client/token.ts';
import { maskForeignText } from '../../platform/text.ts';
import { settingOfFile } from '../../settings/error.ts';
import { envName, type SettingName, type Settings } from '../../settings/table.ts';
import type { PromptSpec } from '../contract/prompt.ts';
import type { ResourceSpec } from '../contract/resource.ts';
import type { Tool } from '../contract/tool.ts';
import { createAudit } from './audit.ts';
import { createClaims, createStates, memoryStore, type SharedStore } from './consent/request-state.ts';
import { createLog, type Log } from './log.ts';
import type { Observer } from './outcome.ts';
import { emptyCaches, PlatformCache } from './platform-cache.ts';
import { Redactor } from './redact.ts';
import { selectTools } from './selection.ts';

/** Everything that can be offered; the settings decide what a session offers. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  /** Tools that only cards may call; absent without cards. */
  readonly cardTools?: readonly Tool[];
  readonly resources: readonly ResourceSpec[];
  readonly prompts: readonly PromptSpec[];
}

/** A platform that starts on first use: the sandbox. */
export type EmbeddedPlatform = (settings: Pick<Settings, 'dialect' | 'sandboxScenario'>) => Promise<{
  url: string;
  token: string;
  close(): Promise<void>;
}>;

/** State that all calls share under the same settings. */
export type App = ReturnType<typeof createApp>;

/** Parts that an entry supplies instead of those for stdio. */
export interface AppParts {
  log?(redactor: Redactor): Log;
  /** Why the address or the token of the platform can't be used: each call fails with it, and nothing is sent. */
  readonly refused?: string | undefined;
  /** The name of a setting for the person who set it; its variable by default. */
  readonly nameOf?: (setting: SettingName) => string;
  /** Signs the states of questions: at least 32 bytes, the same for all replicas; random by default. */
  readonly stateKey?: Uint8Array | undefined;
  /** Shared by replicas; the memory of this process by default. */
  readonly store?: SharedStore | undefined;
  readonly observer?: Observer;
  /** Every call to the platform needs its caller's own token; the one of the settings is never sent. */
  readonly needsCallersToken?: boolean;
  /** Lists of further secrets to mask; read for each text, so that those of a file may change. */
  readonly secrets?: readonly Iterable<string>[];
}

/** The first call connects. @throws SettingsError for an unknown toolset or tool, or if the audit file isn't a regular one */
export function createApp(settings: Settings, catalogue: Catalogue, embedded: EmbeddedPlatform, parts: AppParts = {}) {
  const { nameOf = envName } = parts;
  const file = settingOfFile(nameOf('tokenFile'), settings.tokenFile);
  const configured = tokenSource(settings.token, settings.tokenFile, file);
  const secrets: Iterable<string>[] = [configured.seen, ...(parts.secrets ?? [])];
  const redactor = new Redactor(secrets);
  // The platform's texts are masked before they are cut, everything else as it leaves.
  const unmask = maskForeignText(redactor);
  const log = parts.log?.(redactor) ?? createLog(settings.logLevel, redactor);
  const closers: (() => Promise<void>)[] = [];

  async function connect(): Promise<PlatformClient> {
    const advice = 'Correct it where the host keeps the settings of this server, then restart the host.';
    if (parts.refused !== undefined) throw noBaseUrl().with({ what: parts.refused, advice });
    let { baseUrl } = settings;
    let token: TokenSource = configured;
    if (settings.sandbox) {
      const sandbox = await embedded(settings);
      closers.push(() => sandbox.close());
      baseUrl = sandbox.url;
      const source = tokenSource(sandbox.token, undefined);
      secrets.push(source.seen);
      token = source;
    }
    if (parts.needsCallersToken) token = CALLERS_ONLY;
    const client = createClient({
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
      observer: parts.observer,
    });
    closers.push(() => client.close());
    return client;
  }

  const platformToken = (): string | undefined => {
    // Processes with a sandbox of their own agree, too: a debugger starts one for each call, and there is nothing to protect.
    if (settings.sandbox) return 'sandbox';
    if (parts.needsCallersToken || (settings.token ?? settings.tokenFile) === undefined) return undefined;
    return configured.current();
  };

  let client: Promise<PlatformClient> | undefined;
  const store = parts.store ?? memoryStore();
  return {
    settings,
    catalogue,
    selection: selectTools(catalogue.tools, settings, catalogue.cardTools, nameOf),
    redactor,
    log,
    audit: createAudit(settings.auditLog, redactor, log),
    states: createStates({ key: parts.stateKey, used: store, platformToken }),
    store,
    /** Requests that are being decided or were decided. */
    claims: createClaims(store, settings.baseUrl ?? ''),
    observer: parts.observer,
    /** Texts and schemas of this program. */
    caches: emptyCaches(),
    /** Responses of the platform, by the principal that they were read for. */
    platformCache: new PlatformCache(),
    /** The platform client; the first call starts the embedded platform. */
    client: (): Promise<PlatformClient> => {
      client ??= connect().catch((error: unknown) => {
        // The next call may succeed.
        client = undefined;
        throw error;
      });
      return client;
    },
    /** Reads the platform token's file again. @throws PlatformError for a token that can't be read */
    reload: (): void => {
      if (configured.origin === 'file') configured.refresh();
    },
    close: async (): Promise<void> => {
      await client?.catch(() => undefined);
      unmask();
      await Promise.all(closers.splice(0).map((close) => close()));
    },
  };
}
