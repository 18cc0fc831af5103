/** Authenticates this server to the issuer as a client: by a secret, or by a key (RFC 7523, `private_key_jwt`). */
import { createPrivateKey } from 'node:crypto';
import { type CryptoKey, importJWK, importPKCS8, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { namedFile, SettingsError, textOfFile } from '../../settings/error.ts';
import { envName } from '../../settings/table.ts';
import type { ExchangeConfig } from './exchange-config.ts';
import { readSecret } from './secrets.ts';

/** Read from its file at the start and on SIGHUP. */
export interface ClientCredential {
  readonly auth: oauth.ClientAuth;
  /** The secret, for masking. */
  readonly secret?: string;
}

/** @throws SettingsError for a file that can't be used */
export async function clientCredential({
  exchangeClientSecretFile: secretFile,
  exchangePrivateKeyFile: privateKeyFile,
}: ExchangeConfig): Promise<ClientCredential> {
  if (privateKeyFile !== undefined) return { auth: oauth.PrivateKeyJwt(await privateKey(privateKeyFile)) };
  // Only the sandbox gets here without a secret: it needs none. All others must have one of the two.
  if (secretFile === undefined) return { auth: oauth.None() };
  const secret = readSecret('exchangeClientSecretFile', secretFile);
  return { auth: basic(secret), secret };
}

/**
 * `client_secret_basic`. RFC 6749, section 2.3.1, form-encodes id and secret first; many token endpoints don't decode them.
 * oauth4webapi also encodes `-`, `_`, `.` and `~`, which generated secrets contain; both kinds of endpoint read them unencoded.
 */
const basic =
  (secret: string): oauth.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const pair = [id, secret].map(encodeURIComponent).join(':');
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };

async function privateKey(file: string): Promise<{ key: CryptoKey; kid?: string }> {
  const named = namedFile(envName('exchangePrivateKeyFile'), file);
  const text = textOfFile(named, file).trim();
  try {
    if (!text.startsWith('{')) return { key: await importPKCS8(text, algorithmOf(text)) };
    const jwk = JSON.parse(text) as JWK;
    const key = await importJWK(jwk, jwk.alg ?? 'RS256');
    if (key instanceof Uint8Array) throw new TypeError('a symmetric key');
    return { key, ...(jwk.kid !== undefined && { kid: jwk.kid }) };
  } catch {
    // A parser's message repeats its input.
    throw new SettingsError(
      `${named} holds no usable private key. It must hold a JWK or a PEM (PKCS #8) of an RSA, EC or Ed25519 key.`,
    );
  }
}

function algorithmOf(pem: string): string {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
  if (asymmetricKeyType === 'ed25519') return 'Ed25519';
  const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
  return curves[asymmetricKeyDetails?.namedCurve ?? ''] ?? 'RS256';
}
