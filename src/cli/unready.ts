/** Warns at the start about a missing address or token, since a host shows only the log. */
import { noBaseUrl } from '../platform/client/call-errors.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { tokenSource } from '../platform/client/token.ts';
import { settingOfFile } from '../settings/error.ts';
import type { ReadSettings } from '../settings/read.ts';

type Read = Pick<ReadSettings, 'values' | 'nameOf'>;

/** None if everything is set. @param needsToken false if each caller brings their own */
export function unready({ values, nameOf }: Read, needsToken = true): string[] {
  const { sandbox, baseUrl, token, tokenFile } = values;
  if (sandbox) return [];
  try {
    if (baseUrl === undefined) throw noBaseUrl();
    if (needsToken) tokenSource(token, tokenFile, settingOfFile(nameOf('tokenFile'), tokenFile)).current();
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [`Calls will fail. ${error.facts.what} ${error.facts.advice}`];
  }
}
