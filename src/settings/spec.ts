/** The description of a setting. */

/** Prefix of every setting's variable. */
export const ENV_PREFIX = 'AGENT_PLATFORM_';

/** How a setting is written. `list` is comma-separated; `file` is a path. */
export type SettingKind = 'url' | 'text' | 'secret' | 'file' | 'list' | 'flag' | 'choice' | 'integer' | 'path';

/** A setting in the table. The type of its value follows from `kind`, `choices` and `fallback`. */
export interface SettingSpec {
  readonly kind: SettingKind;
  /** Environment variable without its prefix `AGENT_PLATFORM_`. */
  readonly env: string;
  /** Absent for secrets: process lists would show the flag. */
  readonly flag?: string;
  readonly fallback?: string | number | boolean;
  readonly choices?: readonly string[];
  /** For a secret: the platform issues it. */
  readonly isIssued?: true;
  /** For a secret: it is an address that may contain a password. For a list: its entries are paths. */
  readonly holds?: 'address' | 'paths';
  /** Bounds of an integer; `min` is also the minimum length of a secret that needs more than others. */
  readonly min?: number;
  readonly max?: number;
  /** For addresses that are also a name: a trailing slash is kept. */
  readonly isName?: true;
  /** The only command that uses it; absent if all serving commands do. */
  readonly command?: 'http';
  /** Its name in the desktop bundle's installation form; absent if the form leaves it out. */
  readonly title?: string;
  /** One line for a person; ends without a full stop. */
  readonly help: string;
}

/** Keeps a setting's literal type, from which the type of its value is derived. */
export const setting = <const S extends SettingSpec>(spec: S): S => spec;
