/** Reads and checks the secrets in files and addresses of the settings. No message repeats one. */
import {
  ASSIGNMENT,
  ASSIGNMENT_ADVICE,
  isAssignment,
  secretWeakness,
  WEAKNESS_ADVICE,
} from '../../basics/secret-strength.ts';
import { namedFile, SettingsError, textOfFile } from '../../settings/error.ts';
import { envName, type SettingName } from '../../settings/table.ts';

/** Checked here, since the Redis client would fail with a stack trace. The address may contain a password. */
export function redisUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const refuse = (why: string): never => {
    throw new SettingsError(`${envName('stateRedisUrl')} ${why}`);
  };
  if (!/^rediss?:\/\//.test(url)) return refuse('must begin with redis:// or rediss://.');
  const password = passwordOf(url);
  if (password === undefined || !isRedisAddress(new URL(url))) {
    const form = 'redis://[user:password@]host[:port][/database number]';
    return refuse(
      `can't be read as an address: it must be ${form}, with special characters in a password written as %XX.`,
    );
  }
  const weakness = password === '' ? undefined : secretWeakness(password);
  return weakness === undefined ? url : refuse(`holds a password that ${weakness}. ${WEAKNESS_ADVICE}`);
}

/** The addresses that the Redis client accepts: a host, and a path that is empty or a number. */
const isRedisAddress = ({ hostname, pathname, search, hash, username }: URL): boolean =>
  hostname !== '' && /^\/?\d*$/.test(pathname) && search === '' && hash === '' && !/%(?![\da-f]{2})/i.test(username);

/** The password of an address, decoded; empty if there is none, undefined if the address is invalid. */
export function passwordOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).password);
  } catch {
    return undefined;
  }
}

/** Reads a file that contains only a secret. @throws SettingsError, also for a secret that can be guessed */
export function readSecret(name: SettingName, file: string, minLength?: number): string {
  const named = namedFile(envName(name), file);
  const text = textOfFile(named, file).trim();
  if (!/^[\x21-\x7e]+$/.test(text)) throw new SettingsError(`${named} must contain only the secret, on one line.`);
  if (isAssignment(text)) throw new SettingsError(`${named} ${ASSIGNMENT} ${ASSIGNMENT_ADVICE}`);
  const weakness = secretWeakness(text, minLength);
  if (weakness !== undefined) throw new SettingsError(`${named} holds a secret that ${weakness}. ${WEAKNESS_ADVICE}`);
  return text;
}
