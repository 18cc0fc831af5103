/** The settings that only the `http` command uses. */

/** Spread into the table, by the names of their values in `Settings`. */
export const HTTP_SETTINGS = {
  httpHost: {
    kind: 'text',
    flag: 'host',
    fallback: '127.0.0.1',
    help: 'Address to listen on; anything but loopback needs HTTP tokens or an OAuth issuer',
  },
  httpPort: {
    kind: 'integer',
    flag: 'port',
    fallback: 8080,
    min: 0,
    max: 65_535,
    help: 'Port to listen on; 0 picks a free one',
  },
  httpToken: {
    kind: 'secret',
    help: 'Bearer token that clients must send; at least 16 characters',
  },
  httpTokenFile: {
    kind: 'file',
    help: 'File that contains the HTTP token; read again while serving, so that it can be rotated',
  },
  httpTokensFile: {
    kind: 'file',
    help: 'JSON file of tokens, each with the name of its holder and their rights (read, write, decide); read again when it changes',
  },
  httpReadScopes: {
    kind: 'list',
    holds: 'scopes',
    flag: 'read-scopes',
    help: "Scopes that an issuer's token needs for tools that read, comma-separated; if unset, every token may",
  },
  httpWriteScopes: {
    kind: 'list',
    holds: 'scopes',
    flag: 'write-scopes',
    help: "Scopes that an issuer's token needs for tools that write, comma-separated; if unset, every token may",
  },
  httpDecideScopes: {
    kind: 'list',
    holds: 'scopes',
    flag: 'decide-scopes',
    help: "Scopes that an issuer's token needs to decide on threads, comma-separated; if unset, every person's token may",
  },
  httpDecideClaim: {
    kind: 'text',
    flag: 'decide-claim',
    help: "Claim that an issuer's token needs to decide on threads, as claim:value (groups:approvers)",
  },
  httpDecidingClients: {
    kind: 'list',
    flag: 'deciding-clients',
    help: 'OAuth clients whose own tokens (client credentials, no person) may decide on threads, comma-separated; if unset, none',
  },
  httpPublicUrl: {
    kind: 'url',
    ending: '/mcp',
    flag: 'public-url',
    help: 'Address at which clients reach this server, without /mcp; its host is allowed in Host and Origin. Unless it is this machine, needs HTTP tokens or an OAuth issuer',
  },
  httpAllowedHosts: {
    kind: 'list',
    flag: 'allowed-hosts',
    help: 'Additional host names allowed in the Host header, comma-separated, without ports',
  },
  httpAllowedOrigins: {
    kind: 'list',
    flag: 'allowed-origins',
    help: 'Host names of web pages that may call this server, comma-separated, without scheme and port',
  },
  // The issuer: which of its tokens callers may send, and how they are exchanged for the platform's.
  oauthIssuer: {
    kind: 'url',
    isWhole: true,
    help: "Issuer whose signed tokens (JWT) are accepted; needs the server's public address",
  },
  oauthAudience: {
    kind: 'text',
    help: 'Audience that tokens must be issued for; if unset, the public address with /mcp',
  },
  oauthJwksUrl: {
    kind: 'url',
    isWhole: true,
    help: "Address of the issuer's keys; if unset, taken from the issuer's metadata",
  },
  oauthScopes: {
    kind: 'list',
    holds: 'scopes',
    help: 'Scopes that a token must carry, comma-separated',
  },
  identity: {
    kind: 'choice',
    fallback: 'shared',
    choices: ['shared', 'exchange'],
    help: "Whose token the platform is called with: `shared` is this server's own, `exchange` one that the issuer gives for each caller's (RFC 8693)",
  },
  exchangeTokenUrl: {
    kind: 'url',
    isWhole: true,
    help: "Token endpoint that exchanges callers' tokens; if unset, taken from the issuer's metadata",
  },
  exchangeGrant: {
    kind: 'choice',
    fallback: 'rfc8693',
    choices: ['rfc8693', 'entra-obo'],
    help: 'How tokens are exchanged: `rfc8693` by OAuth token exchange, `entra-obo` by the on-behalf-of flow of Entra ID',
  },
  exchangeClientId: {
    kind: 'text',
    help: 'OAuth client id with which this server exchanges tokens at the issuer',
  },
  exchangeClientSecretFile: {
    kind: 'file',
    help: "File that contains that client's secret; read again on SIGHUP",
  },
  exchangePrivateKeyFile: {
    kind: 'file',
    help: "File that contains that client's private key instead (private_key_jwt), as a JWK or PEM (PKCS #8); read again on SIGHUP",
  },
  exchangeAudience: {
    kind: 'text',
    help: "The platform's name at the issuer, for which tokens are requested",
  },
  exchangeResource: {
    kind: 'text',
    help: "The platform's address as the issuer knows it (RFC 8707), for issuers that take a resource instead of an audience",
  },
  exchangeScopes: {
    kind: 'list',
    holds: 'scopes',
    help: 'Scopes to request for the platform, comma-separated',
  },
  sandboxPeople: {
    kind: 'flag',
    fallback: false,
    help: 'With the sandbox: made-up people with different rights are the only callers; the log shows their tokens',
  },
  // What replicas share, and how much this server takes on.
  stateKey: {
    kind: 'secret',
    min: 32,
    help: 'Key that signs the questions to humans, the same in all replicas; at least 32 characters',
  },
  stateKeyFile: {
    kind: 'file',
    help: 'File that contains the state key',
  },
  stateRedisUrl: {
    kind: 'secret',
    holds: 'address',
    help: 'redis:// or rediss:// address where replicas record used answers, so that each counts once; needs @redis/client',
  },
  fourEyes: {
    kind: 'choice',
    fallback: 'off',
    choices: ['off', 'known', 'always'],
    help: 'Whether somebody other than its starter must decide on a thread: `known` if the starter is known, `always` refuses threads whose starter is unknown',
  },
  fourEyesField: {
    kind: 'text',
    help: "Metadata field in which your own system names who started a thread, beside this server's own signed one",
  },
  httpMetricsToken: {
    kind: 'secret',
    help: 'Bearer token that may read /metrics and call no tool; at least 16 characters. If unset, callers may read /metrics',
  },
  httpMaxBodyKb: {
    kind: 'integer',
    fallback: 1024,
    min: 1,
    max: 65_536,
    help: 'Largest request body, in kilobytes',
  },
  httpMaxConnections: {
    kind: 'integer',
    fallback: 1024,
    min: 1,
    max: 65_535,
    help: 'Maximum number of open client connections; beyond it, new ones are closed',
  },
  httpMaxCallsPerCaller: {
    kind: 'integer',
    fallback: 32,
    min: 1,
    max: 65_535,
    help: 'Concurrent calls of one caller; beyond it, the response is 429',
  },
  httpMaxCalls: {
    kind: 'integer',
    fallback: 256,
    min: 1,
    max: 65_535,
    help: 'Concurrent calls of all callers; beyond it, the response is 503',
  },
  httpCallsPerMinute: {
    kind: 'integer',
    fallback: 0,
    min: 0,
    max: 1_000_000,
    help: 'Calls that one caller may make per minute, even all at once; beyond it, the response is 429. 0: any number',
  },
  httpRequestTimeoutSeconds: {
    kind: 'integer',
    fallback: 330,
    min: 1,
    max: 7200,
    help: 'Time limit of a request, in seconds; set it above the longest time limit of a call',
  },
  httpDrainSeconds: {
    kind: 'integer',
    fallback: 25,
    min: 0,
    max: 3600,
    help: 'How long open requests may take to finish after SIGTERM, in seconds',
  },
} as const;
