/** The exchange of callers' tokens: everything that can be tried without a caller. */

import { clientCredential } from '../../mcp/http/client-credential.ts';
import { httpConfig } from '../../mcp/http/config.ts';
import { exchangeRequests } from '../../mcp/http/exchange-request.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import { type Check, fail, ok } from './report.ts';

/** No issuer takes it for a token of its own. */
const MADE_UP = { token: 'agent-platform-mcp-doctor', subject: 'doctor' };

const CHECK_ISSUER = `Check ${envName('oauthIssuer')} and ${envName('exchangeTokenUrl')}, and the network.`;

/** Asks the issuer to exchange a made-up token: it checks the client first, and then refuses the token. */
export async function checkExchange(settings: Settings): Promise<Check> {
  try {
    const { exchange } = httpConfig(settings);
    if (exchange === undefined) throw new SettingsError('Callers share the platform token.');
    const request = exchangeRequests(exchange);
    await request({ ...MADE_UP, expiresAt: Date.now() + 60_000 }, await clientCredential(exchange));
    return fail(
      'exchange',
      'The issuer exchanged a made-up token.',
      'Check the issuer: anybody could act as anybody.',
      EXIT.refused,
    );
  } catch (error) {
    if (error instanceof SettingsError) return fail('exchange', error.message, 'Correct the settings.', EXIT.usage);
    if (!(error instanceof PlatformError)) throw error;
    const { kind, what, advice } = error.facts;
    if (kind === 'issuer-unavailable') return fail('exchange', what, CHECK_ISSUER, EXIT.unreachable);
    if (kind === 'exchange') return fail('exchange', what, advice, EXIT.refused);
    const next = 'Whether it gives tokens for the platform shows with the first caller.';
    return ok('exchange', `The issuer knows this client, and refused a made-up token, as it must. ${next}`);
  }
}
