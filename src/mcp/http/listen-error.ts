/** What keeps a server from listening, in one sentence with the setting that helps: not a stack. */
import { codeOf } from '../../basics/errors.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';
import type { HttpConfig } from './config.ts';

type Address = Pick<HttpConfig, 'host' | 'port'>;

/** By the codes that Node gives them. */
const REASONS: Readonly<Record<string, (at: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is already in use, perhaps by another copy of this server. Set ${envName('httpPort')} to a free port, or to 0 for any free one.`,
  EACCES: ({ host, port }) =>
    `This user may not listen on port ${port} of ${host}. Set ${envName('httpPort')} to a port from 1024 up.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine. Set ${envName('httpHost')} to one that is, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) =>
    `The name ${host} can't be resolved. Set ${envName('httpHost')} to an address of this machine, such as 127.0.0.1.`,
};

/** The error to end with; what has no words here stays as it is. */
export function listenError(error: unknown, at: Address): unknown {
  const words = REASONS[codeOf(error) ?? '']?.(at);
  return words === undefined ? error : new SettingsError(words);
}
