/** The token: whether it is set, its kind and its expiry. Never the token itself. */
import { statSync } from 'node:fs';
import { PlatformError } from '../../platform/client/errors.ts';
import { expiryOf, isJwt } from '../../platform/client/jwt.ts';
import { tokenSource } from '../../platform/client/token.ts';
import { roundDuration } from '../../present/units.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import { type Check, fail, ok, warn } from './report.ts';

/** Sends nothing; the first read shows whether the platform accepts the token. */
export function checkToken({ token, tokenFile, sandbox }: Settings): Check {
  if (sandbox) return ok('token', 'The sandbox creates its own.');
  let value: string;
  try {
    value = tokenSource(token, tokenFile).current();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return fail('token', error.facts.what, error.facts.advice, EXIT.usage);
  }
  const source = envName(tokenFile === undefined ? 'token' : 'tokenFile');
  const expiry = expiryOf(value);
  const found = `Present, from ${source}: ${isJwt(value) ? 'a JSON Web Token' : 'an opaque token'}`;
  const expires = expiry && new Date(expiry).toISOString();
  if (expiry !== undefined && expiry <= Date.now()) {
    const summary = `${found} that expired ${roundDuration(Date.now() - expiry)} ago, at ${expires}.`;
    const next = `Get a new token and ${tokenFile === undefined ? 'set it in' : 'put it into the file of'} ${source}.`;
    return fail('token', summary, next, EXIT.refused);
  }
  const left = expiry && `, valid for another ${roundDuration(expiry - Date.now())} (${expires})`;
  const summary = `${found}${left ?? ''}.`;
  if (tokenFile !== undefined && process.platform !== 'win32' && (statSync(tokenFile).mode & 0o077) !== 0) {
    const what = 'Other users of this machine can read the token file.';
    return warn('token', `${summary} ${what}`, 'chmod 600 the token file.');
  }
  return ok('token', summary);
}
