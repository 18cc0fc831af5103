/** Failures below HTTP: what is told of a certificate, and of a handshake that never came to one. */
import { expect, it } from 'vitest';
import { networkError } from '../../src/platform/client/network-errors.ts';

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate was not accepted', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate was not accepted', 'check the address and the clock'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'secure connection could not be made', 'Check the host and port'],
  ['EPROTO', 'secure connection could not be made', 'Check the host and port'],
  ['ENOTFOUND', 'the host name is unknown', 'behind a proxy, set HTTPS_PROXY'],
])('%s: %s; %s', (code, what, advice) => {
  const { facts } = networkError(Object.assign(new Error(), { code }), false, true);
  expect(facts.what).toContain(`${what} (${code})`);
  expect(facts.advice).toContain(advice);
});
