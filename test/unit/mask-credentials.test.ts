/** Masking hides credentials, not content: a person who is asked sees everything but the values of credential fields. */
import { describe, expect, it } from 'vitest';
import { masked } from '../../src/mcp/contract/mask-credentials.ts';

const MASK = '••••••••';

const CREDENTIALS = [
  'authorization',
  'Authorization',
  'proxy-authorization',
  'authorizationHeader',
  'token',
  'accessToken',
  'refresh_token',
  'X-Auth-Token',
  'ID_TOKEN',
  'bearer',
  'jwt',
  'apiKey',
  'api_key',
  'apikey',
  'X-API-Key',
  'APIKey',
  'privateKey',
  'secretAccessKey',
  'signing_key',
  'password',
  'Passwd',
  'db_password',
  'userPwd',
  'passphrase',
  'passwordHash',
  'secret',
  'clientSecret',
  'client_secret',
  'webhookSecret',
  'secretValue',
  'credential',
  'credentials',
  'cookie',
];

const CONTENT = [
  'authorizationLimitEUR',
  'authorization_amount',
  'authorizationType',
  'authorized',
  'author',
  'tokenPolicy',
  'token_type',
  'tokenUrl',
  'maxTokens',
  'pageToken',
  'continuation_token',
  'passwordPolicy',
  'secretary',
  'secretName',
  'credentialProvider',
  'apiKeyId',
  'accessKeyId',
  'publicKey',
  'key',
  'keywords',
  'monkey',
  'passengers',
  'compass',
];

describe('masking by the name of a field', () => {
  it.each(CREDENTIALS)('%s: the value is masked as a credential', (name) => {
    expect(masked({ [name]: 'hush-4711' })).toEqual({ [name]: MASK });
    expect(masked({ deep: [{ [name]: ['hush-4711'] }] })).toEqual({ deep: [{ [name]: [MASK] }] });
    expect(masked({ [name]: 4711 })).toEqual({ [name]: MASK });
  });

  it.each(CONTENT)('%s: the value is shown as content', (name) => {
    expect(masked({ [name]: 'content-4711' })).toEqual({ [name]: 'content-4711' });
    expect(masked({ [name]: { limit: 4711 } })).toEqual({ [name]: { limit: 4711 } });
  });

  it.each(['authenticationConfig', 'customHeaders'])('%s: everything is masked except how it is used', (name) => {
    const value = [{ name: 'X-Key', value: 'hush', type: 'header', expiresIn: 60 }];
    expect(masked({ [name]: value })).toEqual({ [name]: [{ ...value[0], value: MASK }] });
  });

  it('where the authentication sends a secret is shown, and to whom it belongs', () => {
    const plain = { authenticationMethod: 'oauth2', clientId: 'shop', scope: 'read', issuer: 'https://id.example' };
    const config = { ...plain, clientSecret: 'hush', tokenUrl: 'https://u:p@id.example/token?api_key=k', pin: 'hush' };
    expect(masked({ authenticationConfig: config })).toEqual({
      authenticationConfig: {
        ...plain,
        clientSecret: MASK,
        tokenUrl: 'https://••••@id.example/token?••••',
        pin: MASK,
      },
    });
  });

  it.each([
    ['an object', { audience: { key: 'hush' } }, { audience: { key: MASK } }],
    ['a map of headers', { headers: { issuer: 'hush', type: 'hush' } }, { headers: { issuer: MASK, type: MASK } }],
    ['a list of maps', { headers: [{ issuer: 'hush' }] }, { headers: [{ issuer: MASK }] }],
    ['a number', { pin: 123_456, settlementPin: 1, pins: [1] }, { pin: MASK, settlementPin: MASK, pins: [MASK] }],
    ['a parameter', { issuer: 'https://id.example/?k=hush' }, { issuer: 'https://id.example/?••••' }],
  ])('what is public is text alone, and no %s', (_what, config, shown) => {
    expect(masked({ authenticationConfig: config })).toEqual({ authenticationConfig: shown });
  });

  it('a boolean or an empty value is not masked', () => {
    expect(masked({ token: true, password: null, secret: '' })).toEqual({ token: true, password: null, secret: '' });
  });
});

it('a credential in an address or in a text that holds one is masked wherever it stands', () => {
  expect(masked({ url: 'https://u:p@x.example/a/b7?api_key=k', text: 'See https://u:p@x.example/a.' })).toEqual({
    url: 'https://••••@x.example/a/b7?api_key=••••',
    text: 'See https://••••@x.example/a.',
  });
});
