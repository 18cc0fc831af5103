/** What a setting is. */

/** What the name of every setting's variable begins with. */
export const ENV_PREFIX = 'AGENT_PLATFORM_';

/** How a setting is written. `list` is comma-separated; `file` is a path. */
export type SettingKind = 'url' | 'text' | 'secret' | 'file' | 'list' | 'flag' | 'choice' | 'integer' | 'path';

/** A setting as the table has it. The type of its value follows from `kind`, `choices` and `fallback`. */
export interface SettingSpec {
  readonly kind: SettingKind;
  /** Environment variable without its prefix `AGENT_PLATFORM_`. */
  readonly env: string;
  /** Absent for secrets: a flag would show in process lists. */
  readonly flag?: string;
  readonly fallback?: string | number | boolean;
  readonly choices?: readonly string[];
  /** Of a secret: the platform makes it, not whoever runs this server. */
  readonly isIssued?: true;
  /** Of a secret: it is an address that may carry a password. Of a list: it is one of paths. */
  readonly holds?: 'address' | 'paths';
  /** Lowest and highest value of an integer; the fewest characters of a secret that needs more than others. */
  readonly min?: number;
  readonly max?: number;
  /** For addresses that are also a name: a trailing slash is kept. */
  readonly isName?: true;
  /** The one command that uses it; absent: all that serve. */
  readonly command?: 'http';
  /** What the desktop bundle calls it when it is installed; absent: it is not asked for there. */
  readonly title?: string;
  /** One line for a person; ends without a full stop. */
  readonly help: string;
}

/** Keeps a setting's exact type, which its value's type is made from. */
export const setting = <const S extends SettingSpec>(spec: S): S => spec;
