/**
 * Every setting once: name, default, secrecy and help line. Variable and flag follow from the name: `baseUrl` is
 * AGENT_PLATFORM_BASE_URL and `--base-url`. `--help`, `doctor`, `config`, the
 * registry's server.json, the bundle's manifest and `docs/settings.md` are generated from this table.
 */
import { MIN_SECRET_LENGTH } from '../basics/secret-strength.ts';
import { HTTP_SETTINGS } from './http.ts';

/** How a setting is written. `list` is comma-separated; `file` is a path. */
type SettingKind = 'url' | 'text' | 'secret' | 'file' | 'list' | 'flag' | 'choice' | 'integer' | 'path';

/** A setting in the table. The type of its value follows from `kind`, `choices` and `fallback`. */
interface SettingEntry {
  readonly kind: SettingKind;
  /** If it isn't the setting's name in lower case with hyphens. */
  readonly flag?: string;
  readonly fallback?: string | number | boolean;
  readonly choices?: readonly string[];
  /** For a secret: the platform issues it. */
  readonly isIssued?: true;
  /** For a secret: it is an address that may contain a password. For a list: its entries are paths or scopes. */
  readonly holds?: 'address' | 'paths' | 'scopes';
  /** Bounds of an integer; `min` is also the minimum length of a secret that needs more than others. */
  readonly min?: number;
  readonly max?: number;
  /** The end of an address that may be left out: this server adds it. */
  readonly ending?: '/v1' | '/mcp';
  /** For addresses that are used as they are, or as a name: a trailing slash is kept. */
  readonly isWhole?: true;
  /** Its name in the desktop bundle's installation form; absent if the form leaves it out. */
  readonly title?: string;
  /** One line for a person; ends without a full stop. */
  readonly help: string;
}

/** The most verbose first; a log writes its level and those after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** By the names of their values in {@link Settings}; help and docs keep this order. */
export const SETTINGS = {
  baseUrl: {
    kind: 'url',
    ending: '/v1',
    title: 'Address of the platform',
    help: 'Address of the platform; https only (http on loopback), may include a path',
  },
  token: {
    kind: 'secret',
    isIssued: true,
    title: 'Token',
    help: `Bearer token of the platform's API, at least ${MIN_SECRET_LENGTH} characters`,
  },
  tokenFile: {
    kind: 'file',
    help: 'File that contains the token; read again after a 401, so that a rotated token is picked up',
  },
  dialect: {
    kind: 'choice',
    fallback: 'specification',
    choices: ['specification', 'actions'],
    help: "Which words the deployment expects: the specification's, or `actions` ({action, message} for approvals, /api/v1); doctor finds out which",
  },
  tenantId: {
    kind: 'text',
    title: 'Tenant',
    help: 'Pins the tenant: sent wherever the API accepts it, and no call can change it',
  },
  subtenantId: {
    kind: 'text',
    help: 'Pins the subtenant (an end user or entity inside the tenant)',
  },
  toolsets: {
    kind: 'list',
    fallback: 'default',
    title: 'Toolsets',
    help: 'Toolsets to offer, comma-separated; `all` for every one, `default` for those offered if unset',
  },
  tools: {
    kind: 'list',
    help: 'Individual tools to offer in addition to the toolsets; if no toolsets are set, only these',
  },
  excludeTools: {
    kind: 'list',
    help: 'Tools never to offer; overrides everything else',
  },
  readOnly: {
    kind: 'flag',
    fallback: false,
    title: 'Read only',
    help: 'Offer only tools that read',
  },
  approvals: {
    kind: 'choice',
    fallback: 'auto',
    choices: ['auto', 'require', 'off'],
    title: 'Ask before destructive calls',
    help: 'Ask the human before destructive calls: auto (if the host can ask), require (refuse if it cannot), off (never: what is contradictory is approved, too)',
  },
  overdueHours: {
    kind: 'integer',
    min: 1,
    max: 8760,
    help: 'Mark requests that wait for a decision longer than this as overdue, in hours; off unless set',
  },
  cards: {
    kind: 'choice',
    fallback: 'on',
    choices: ['on', 'off'],
    help: 'Show cards beside the conversation, in hosts that support them (MCP Apps)',
  },
  dryRun: {
    kind: 'flag',
    fallback: false,
    help: 'Writes return the request they would send; nothing is sent',
  },
  timeoutMs: {
    kind: 'integer',
    fallback: 30_000,
    min: 100,
    max: 3_600_000,
    help: 'Time limit of an ordinary request to the platform, in milliseconds; a tool may make several',
  },
  replyTimeoutMs: {
    kind: 'integer',
    fallback: 300_000,
    min: 100,
    max: 3_600_000,
    help: 'Time limit of a call that waits for a model (messages, evaluation, tool test), in milliseconds',
  },
  maxWaitSeconds: {
    kind: 'integer',
    fallback: 45,
    min: 1,
    max: 3600,
    help: 'Longest wait of wait_for_thread and list_pending_approvals, in seconds; many hosts end any call after 60',
  },
  maxRetries: {
    kind: 'integer',
    fallback: 3,
    min: 0,
    max: 10,
    help: 'Maximum number of retries of a call that is safe to repeat',
  },
  maxConnections: {
    kind: 'integer',
    // At 20 ms per response, 64 connections allow 3,200 calls a second; a 429 holds all of them back.
    fallback: 64,
    min: 1,
    max: 256,
    help: 'Maximum number of open connections to the platform; as many again for calls that wait for a model',
  },
  maxResponseMb: {
    kind: 'integer',
    fallback: 16,
    min: 1,
    max: 1024,
    help: 'Largest response to read, in megabytes',
  },
  uploadDirs: {
    kind: 'list',
    holds: 'paths',
    help: 'Folders on the machine that runs the server from which upload_file may upload, comma-separated; none unless set',
  },
  auditLog: {
    kind: 'file',
    help: 'JSON Lines file that records every write, without secrets; a regular file, created with mode 0600',
  },
  docsPath: {
    kind: 'path',
    fallback: '/v1/documentation',
    help: "Path of the platform's documentation pages; the specification leaves it open",
  },
  healthPath: {
    kind: 'path',
    isWhole: true,
    fallback: '/v1/health',
    help: "Path of the platform's health endpoint; the specification leaves it open",
  },
  logLevel: {
    kind: 'choice',
    fallback: 'info',
    choices: LOG_LEVELS,
    help: 'What to log to stderr',
  },
  sandbox: {
    kind: 'flag',
    fallback: false,
    title: 'Sandbox',
    help: 'Use the built-in sandbox instead of a real platform; needs no other setting',
  },
  sandboxScenario: {
    kind: 'choice',
    fallback: 'shop',
    choices: ['shop', 'hundred'],
    help: "What waits in the sandbox: the shop's few requests, or a `hundred` of five agents, most of them alike and twelve that should not pass",
  },
  ...HTTP_SETTINGS,
} as const satisfies Record<string, SettingEntry>;

/** The name of a setting in this program: `baseUrl`. */
export type SettingName = keyof typeof SETTINGS;

type ValueOf<S extends SettingEntry> = S['kind'] extends 'integer'
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

/** In the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Prefix of every setting's variable. */
export const ENV_PREFIX = 'AGENT_PLATFORM_';

/** `base-url` */
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A setting with what follows from its name. */
export interface SettingSpec extends SettingEntry {
  readonly name: SettingName;
  /** The environment variable: `AGENT_PLATFORM_BASE_URL`. */
  readonly variable: string;
  /** Absent for secrets: process lists would show it. */
  readonly flag?: string;
  /** The only command that uses it; absent if all serving commands do. */
  readonly command?: 'http';
}

const SPECS = Object.fromEntries(
  SETTING_NAMES.map((name): [SettingName, SettingSpec] => {
    const entry: SettingEntry = SETTINGS[name];
    return [
      name,
      {
        ...entry,
        name,
        variable: ENV_PREFIX + kebab(name).replaceAll('-', '_').toUpperCase(),
        ...(entry.kind !== 'secret' && { flag: entry.flag ?? kebab(name) }),
        ...(name in HTTP_SETTINGS && { command: 'http' }),
      },
    ];
  }),
) as Readonly<Record<SettingName, SettingSpec>>;

/** All about one setting. */
export const specOf = (name: SettingName): SettingSpec => SPECS[name];

/** The environment variable of a setting. */
export const envName = (name: SettingName): string => SPECS[name].variable;

/** Those of every serving command; the others are for `http` alone. */
export const COMMON_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter((name) => !(name in HTTP_SETTINGS));
