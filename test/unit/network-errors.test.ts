/** Failures below HTTP: bad certificates, and handshakes that fail before one is sent. */
import { it } from 'vitest';
import { networkError } from '../../src/platform/client/network-errors.ts';
import { golden } from '../support/golden.ts';

it.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'EPROTO',
  'ENOTFOUND',
])('explains the network error %s', (code) => {
  const { facts } = networkError(Object.assign(new Error(), { code }), false, true);
  golden(`${facts.what} ${facts.advice}`);
});
