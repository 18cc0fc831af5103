/**
 * Every setting once: flag, environment variable, default, secrecy and help line. `--help`, `doctor`, `config`, the
 * registry's server.json, the bundle's manifest and `docs/settings.md` are generated from this table.
 */
import { HTTP_SETTINGS } from './http.ts';
import { ENV_PREFIX, type SettingSpec, setting } from './spec.ts';

export { ENV_PREFIX, type SettingKind, type SettingSpec } from './spec.ts';

/** The most verbose first; a log writes its level and those after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** By the names of their values in {@link Settings}; help and docs keep this order. */
export const SETTINGS = {
  baseUrl: setting({
    kind: 'url',
    env: 'BASE_URL',
    flag: 'base-url',
    title: 'Address of the platform',
    help: 'Address of the platform; https only (http on loopback), may include a path',
  }),
  token: setting({
    kind: 'secret',
    isIssued: true,
    env: 'TOKEN',
    title: 'Token',
    help: "Bearer token of the platform's API",
  }),
  tokenFile: setting({
    kind: 'file',
    env: 'TOKEN_FILE',
    flag: 'token-file',
    help: 'File that contains the token; read again after a 401, so that a rotated token is picked up',
  }),
  dialect: setting({
    kind: 'choice',
    env: 'DIALECT',
    flag: 'dialect',
    fallback: 'specification',
    choices: ['specification', 'actions'],
    help: "Which words the deployment expects: the specification's, or `actions` ({action, message} for approvals, /api/v1); doctor finds out which",
  }),
  tenantId: setting({
    kind: 'text',
    env: 'TENANT_ID',
    flag: 'tenant-id',
    title: 'Tenant',
    help: 'Pins the tenant: sent wherever the API accepts it, and no call can change it',
  }),
  subtenantId: setting({
    kind: 'text',
    env: 'SUBTENANT_ID',
    flag: 'subtenant-id',
    help: 'Pins the subtenant (an end user or entity inside the tenant)',
  }),
  toolsets: setting({
    kind: 'list',
    env: 'TOOLSETS',
    flag: 'toolsets',
    fallback: 'default',
    title: 'Toolsets',
    help: 'Toolsets to offer, comma-separated; `all` for every one, `default` for those offered if unset',
  }),
  tools: setting({
    kind: 'list',
    env: 'TOOLS',
    flag: 'tools',
    help: 'Individual tools to offer in addition to the toolsets; if no toolsets are set, only these',
  }),
  excludeTools: setting({
    kind: 'list',
    env: 'EXCLUDE_TOOLS',
    flag: 'exclude-tools',
    help: 'Tools never to offer; overrides everything else',
  }),
  readOnly: setting({
    kind: 'flag',
    env: 'READ_ONLY',
    flag: 'read-only',
    fallback: false,
    title: 'Read only',
    help: 'Offer only tools that read',
  }),
  approvals: setting({
    kind: 'choice',
    env: 'APPROVALS',
    flag: 'approvals',
    fallback: 'auto',
    choices: ['auto', 'require', 'off'],
    title: 'Ask before destructive calls',
    help: 'Ask the human before destructive calls: auto (if the host can ask), require (refuse if it cannot), off (never)',
  }),
  cards: setting({
    kind: 'choice',
    env: 'CARDS',
    flag: 'cards',
    fallback: 'on',
    choices: ['on', 'off'],
    help: 'Show cards beside the conversation, in hosts that support them (MCP Apps)',
  }),
  dryRun: setting({
    kind: 'flag',
    env: 'DRY_RUN',
    flag: 'dry-run',
    fallback: false,
    help: 'Writes return the request they would send; nothing is sent',
  }),
  timeoutMs: setting({
    kind: 'integer',
    env: 'TIMEOUT_MS',
    flag: 'timeout-ms',
    fallback: 30_000,
    min: 100,
    max: 3_600_000,
    help: 'Time limit of an ordinary call, in milliseconds',
  }),
  replyTimeoutMs: setting({
    kind: 'integer',
    env: 'REPLY_TIMEOUT_MS',
    flag: 'reply-timeout-ms',
    fallback: 300_000,
    min: 100,
    max: 3_600_000,
    help: 'Time limit of a call that waits for a model (messages, evaluation, tool test), in milliseconds',
  }),
  maxWaitSeconds: setting({
    kind: 'integer',
    env: 'MAX_WAIT_SECONDS',
    flag: 'max-wait-seconds',
    fallback: 45,
    min: 1,
    max: 3600,
    help: 'Longest wait of wait_for_thread, in seconds; many hosts end any call after 60',
  }),
  maxRetries: setting({
    kind: 'integer',
    env: 'MAX_RETRIES',
    flag: 'max-retries',
    fallback: 3,
    min: 0,
    max: 10,
    help: 'Maximum number of retries of a call that is safe to repeat',
  }),
  maxConnections: setting({
    kind: 'integer',
    env: 'MAX_CONNECTIONS',
    flag: 'max-connections',
    // At 20 ms per answer, 64 connections allow 3,200 calls a second; a 429 holds all of them back.
    fallback: 64,
    min: 1,
    max: 256,
    help: 'Maximum number of open connections to the platform; as many again for calls that wait for a model',
  }),
  maxResponseMb: setting({
    kind: 'integer',
    env: 'MAX_RESPONSE_MB',
    flag: 'max-response-mb',
    fallback: 32,
    min: 1,
    max: 1024,
    help: 'Largest answer to read, in megabytes',
  }),
  uploadDirs: setting({
    kind: 'list',
    holds: 'paths',
    env: 'UPLOAD_DIRS',
    flag: 'upload-dirs',
    help: 'Folders on the machine that runs the server from which upload_file may upload, comma-separated; none unless set',
  }),
  auditLog: setting({
    kind: 'file',
    env: 'AUDIT_LOG',
    flag: 'audit-log',
    help: 'JSON Lines file that records every write, without secrets; a regular file, created with mode 0600',
  }),
  docsPath: setting({
    kind: 'path',
    env: 'DOCS_PATH',
    flag: 'docs-path',
    fallback: '/v1/documentation',
    help: "Path of the platform's documentation pages; the specification leaves it open",
  }),
  healthPath: setting({
    kind: 'path',
    env: 'HEALTH_PATH',
    flag: 'health-path',
    fallback: '/v1/health',
    help: "Path of the platform's health endpoint; the specification leaves it open",
  }),
  logLevel: setting({
    kind: 'choice',
    env: 'LOG_LEVEL',
    flag: 'log-level',
    fallback: 'info',
    choices: LOG_LEVELS,
    help: 'What to log to stderr',
  }),
  sandbox: setting({
    kind: 'flag',
    env: 'SANDBOX',
    flag: 'sandbox',
    fallback: false,
    title: 'Sandbox',
    help: 'Use the built-in sandbox instead of a real platform; needs no other setting',
  }),
  ...HTTP_SETTINGS,
} satisfies Record<string, SettingSpec>;

/** The name of a setting in this program: `baseUrl`. */
export type SettingName = keyof typeof SETTINGS;

type ValueOf<S extends SettingSpec> = S['kind'] extends 'integer'
  ? number
  : S['kind'] extends 'flag'
    ? boolean
    : S['kind'] extends 'list'
      ? readonly string[]
      : S extends { readonly choices: readonly (infer C)[] }
        ? C
        : string;

/** The settings as values; those without a default may be absent. Lists without a default are empty. */
export type Settings = {
  readonly [N in SettingName]: 'fallback' extends keyof (typeof SETTINGS)[N]
    ? ValueOf<(typeof SETTINGS)[N]>
    : (typeof SETTINGS)[N]['kind'] extends 'list'
      ? readonly string[]
      : ValueOf<(typeof SETTINGS)[N]> | undefined;
};

/** The environment variable of a setting: `AGENT_PLATFORM_BASE_URL`. */
export function envName(name: SettingName): string {
  return ENV_PREFIX + SETTINGS[name].env;
}

/** In the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The setting with all optional fields, which its literal type in the table lacks. */
export const specOf = (name: SettingName): SettingSpec => SETTINGS[name];
