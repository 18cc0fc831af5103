/** The token: whether there is one, of what kind, and until when it is good. Never the token itself. */
import { readFileSync, statSync } from 'node:fs';
import { PlatformError } from '../../platform/client/errors.ts';
import { expiryOf, isJwt } from '../../platform/client/jwt.ts';
import { tokenSource } from '../../platform/client/token.ts';
import { roundDuration } from '../../present/units.ts';
import { envName, SETTING_NAMES, type Settings, specOf } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import type { Check } from './report.ts';

/** Sends nothing: whether the platform accepts the token, the first read tells. */
export function checkToken({ token, tokenFile, sandbox }: Settings): Check {
  if (sandbox) return { id: 'token', status: 'ok', summary: 'The sandbox creates its own.' };
  let value: string;
  try {
    value = tokenSource(token, tokenFile).current();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { id: 'token', status: 'fail', summary: error.facts.what, next: error.facts.advice, exitCode: EXIT.usage };
  }
  const source = tokenFile === undefined ? 'AGENT_PLATFORM_TOKEN' : 'AGENT_PLATFORM_TOKEN_FILE';
  const kind = isJwt(value) ? 'jwt' : 'opaque';
  const expiry = expiryOf(value);
  const found = `Present, from ${source}: ${kind === 'jwt' ? 'a JSON Web Token' : 'an opaque token'}`;
  const details = { source, kind, ...(expiry === undefined ? {} : { expires: new Date(expiry).toISOString() }) };
  if (expiry !== undefined && expiry <= Date.now()) {
    return {
      id: 'token',
      status: 'fail',
      summary: `${found} that expired ${roundDuration(Date.now() - expiry)} ago, at ${details.expires}.`,
      next: `Get a new token and ${tokenFile === undefined ? 'set it in' : 'put it into the file of'} ${source}.`,
      exitCode: EXIT.refused,
      details,
    };
  }
  const until =
    expiry === undefined ? '' : `, valid for another ${roundDuration(expiry - Date.now())} (${details.expires})`;
  // No bearer token holds a quotation mark (RFC 6750, section 2.1): the platform would refuse it.
  if (/^["'].*["']$/.test(value)) {
    const next = 'Remove the quotation marks: they are sent as part of the token.';
    return {
      id: 'token',
      status: 'fail',
      summary: `${found}, in quotation marks.`,
      next,
      exitCode: EXIT.usage,
      details,
    };
  }
  const oddity = oddityOf(token, tokenFile);
  if (oddity)
    return { id: 'token', status: 'warn', summary: `${found}${until}. ${oddity.what}`, next: oddity.next, details };
  return { id: 'token', status: 'ok', summary: `${found}${until}.`, details };
}

function oddityOf(token: string | undefined, file: string | undefined) {
  if (file !== undefined && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    return { what: 'Other users of this machine can read the token file.', next: 'chmod 600 the token file.' };
  }
  if (file !== undefined && token !== undefined) {
    return { what: 'AGENT_PLATFORM_TOKEN is set too; the file wins.', next: 'Unset one of the two.' };
  }
  return undefined;
}

/** Everything that may be a token, usable or not, set in the right place or not: none of it is printed. */
export function secretsIn(env: NodeJS.ProcessEnv, { tokenFile }: Settings): string[] {
  const secrets = SETTING_NAMES.filter((name) => specOf(name).kind === 'secret');
  const texts = secrets.map((name) => env[envName(name)] ?? '');
  if (tokenFile !== undefined) {
    // A token written where the name of its file belongs.
    if (/^ey[\w-]+\.[\w-]+/.test(tokenFile)) texts.push(tokenFile);
    try {
      if (statSync(tokenFile).size <= 65_536) texts.push(readFileSync(tokenFile, 'utf8'));
    } catch {
      // checkToken says so.
    }
  }
  return texts.flatMap((text) => text.split(/\s+/)).filter((text) => text !== '');
}
