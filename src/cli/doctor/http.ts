/** What the `http` command needs: whether it would start with these settings, and whether callers would get through. */
import { connect } from 'node:tls';
import { codeOf, messageOf } from '../../basics/errors.ts';
import { statsOf } from '../../basics/regular-file.ts';
import { callersOf, LONGER, replicaAdvice, tooShort } from '../../mcp/http/advice.ts';
import { clientCredential } from '../../mcp/http/client-credential.ts';
import { type HttpConfig, httpConfig, urlHost } from '../../mcp/http/config.ts';
import type { ExchangeConfig } from '../../mcp/http/exchange-config.ts';
import { exchangeRequests } from '../../mcp/http/exchange-request.ts';
import { issuerKeys } from '../../mcp/http/issuer-keys.ts';
import { createLimitedServer, listen } from '../../mcp/http/listen.ts';
import { askRedis, keyMark } from '../../mcp/http/redis-store.ts';
import { readTokensFile, TokensFileError, tokenDigest, tokenEntries } from '../../mcp/http/token-entries.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { certificateAdvice, isCertificate } from '../../platform/client/network-errors.ts';
import { DAY_MS, roundDuration } from '../../present/units.ts';
import { SettingsError } from '../../settings/error.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { quoted } from '../installation.ts';
import { EXIT } from '../invocation.ts';
import { type Check, fail, ok, warn } from './report.ts';

const PATIENCE_MS = 5_000;

/** Opens the port for a moment, and asks Redis, the issuer and the public address. Nothing is changed. */
export async function checkHttp(settings: Settings): Promise<readonly Check[]> {
  let config: HttpConfig;
  let people: People | undefined;
  try {
    config = httpConfig(settings);
    people = settings.httpTokensFile === undefined ? undefined : peopleIn(settings.httpTokensFile, config);
  } catch (error) {
    if (error instanceof SettingsError) return [failBySetting('http', error)];
    throw error;
  }
  const short = tooShort(config);
  const asked = await Promise.all([
    checkStore(config, settings),
    checkPort(settings),
    checkIssuer(config),
    checkTls(config, settings),
  ]);
  return [
    checkCallers(config, people, settings),
    ...(short === undefined ? [] : [warn('http', short, LONGER)]),
    ...checkSecretFiles(settings),
    ...asked.flat(),
    ...(config.exchange ? [await checkExchange(config.exchange)] : []),
  ];
}

/** The next step: what the message ends with, if it says what to do. */
function failBySetting(id: Check['id'], error: SettingsError): Check {
  const { message } = error;
  const [advice = 'Change that setting, and run doctor http again.'] = /\b(?:Set|Use|Install) .*$/s.exec(message) ?? [];
  const ofPeople = message.endsWith('(no such file).')
    ? 'Name the file; `tokens add NAME --rights read,write,decide` creates it.'
    : 'Fix that file; `tokens list` then shows who may call.';
  return fail(id, message, error instanceof TokensFileError ? ofPeople : advice, EXIT.usage);
}

/** Different people, and those of them who may decide. */
interface People {
  readonly count: number;
  readonly deciding: number;
}

/** @throws SettingsError for a file that can't be used */
function peopleIn(file: string, { token, metricsToken }: HttpConfig): People {
  const taken = [token, metricsToken].flatMap((one) => (one === undefined ? [] : tokenDigest(one)));
  const entries = tokenEntries(readTokensFile(file), file, (digest) => taken.includes(digest));
  const namesOf = (some: typeof entries): number => new Set(some.map(({ name }) => name)).size;
  return { count: namesOf(entries), deciding: namesOf(entries.filter(({ rights }) => rights.includes('decide'))) };
}

function checkCallers(config: HttpConfig, people: People | undefined, { readOnly, sandboxPeople }: Settings): Check {
  if (sandboxPeople) return ok('callers', 'Who may call: the people of the sandbox, whose tokens the log shows.');
  const callers = `Who may call: ${callersOf(config, people?.count)}.`;
  const add = 'tokens add NAME --rights read,write,decide';
  if (people === undefined || config.token !== undefined || config.oauth !== undefined) return ok('callers', callers);
  if (people.count === 0) return fail('callers', `${callers} Nobody can call.`, `Add somebody: ${add}.`, EXIT.usage);
  return people.deciding === 0 && !readOnly
    ? warn('callers', `${callers} None of them may decide.`, `To let somebody decide: ${add}.`)
    : ok('callers', callers);
}

/** With one of them, another user of this machine could call, answer as somebody else, or exchange tokens. */
const SECRET_FILES = [
  'httpTokensFile',
  'httpTokenFile',
  'stateKeyFile',
  'exchangeClientSecretFile',
  'exchangePrivateKeyFile',
] as const;

function checkSecretFiles(settings: Settings): readonly Check[] {
  const open = SECRET_FILES.flatMap((name) => settings[name] ?? []).filter(
    (file) => process.platform !== 'win32' && ((statsOf(file)?.mode ?? 0) & 0o007) !== 0,
  );
  if (open.length === 0) return [];
  const next = `Run chmod 600 ${open.map(quoted).join(' ')}`;
  return [warn('files', `Other users of this machine can read ${open.join(' and ')}.`, next)];
}

/** Without the store, decisions are refused. */
async function checkStore(config: HttpConfig, { baseUrl }: Settings): Promise<Check> {
  if (config.redisUrl === undefined)
    return ok('store', replicaAdvice(config)[0] ?? 'Answers are recorded in this process: enough for one replica.');
  const name = `The Redis of ${envName('stateRedisUrl')}, at ${new URL(config.redisUrl).host},`;
  try {
    const { policy, hasOtherKey } = await askRedis(config.redisUrl, keyMark(config.stateKey, baseUrl));
    if (hasOtherKey) {
      const next = `Give all replicas the same ${envName('stateKey')} (or _FILE): until 40 s after the last other one is gone, nobody decides.`;
      return fail('store', `${name} has a replica that uses another ${envName('stateKey')}.`, next, EXIT.usage);
    }
    if (policy === undefined || policy === 'noeviction') return ok('store', `${name} can be used.`);
    const summary = `${name} evicts keys (${policy}), so an answer may count twice.`;
    return warn('store', summary, 'Set maxmemory-policy noeviction.');
  } catch (error) {
    if (error instanceof SettingsError) return failBySetting('store', error);
    const next =
      'Check its address, its password, what its user may do, and the network: without it every decision is refused.';
    return fail('store', `${name} can't be used: ${messageOf(error)}.`, next, EXIT.unreachable);
  }
}

async function checkPort(settings: Settings): Promise<Check> {
  const { httpHost: host, httpPort: port } = settings;
  const address = `${urlHost(host)}:${port}`;
  const server = createLimitedServer(settings);
  try {
    await listen(server, settings);
    return ok('port', port === 0 ? `A free port of ${host} can be opened.` : `${address} can be opened.`);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const health = await fetch(`http://${address}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => undefined,
    );
    const body = await health?.text().catch(() => '');
    const next = `It is running at ${address}: there is nothing to start, unless you meant another --port.`;
    if (body === '{"status":"ok"}') return warn('port', `A server like this one has ${address} already.`, next);
    return failBySetting('port', error);
  } finally {
    server.close();
  }
}

async function checkIssuer({ oauth }: HttpConfig): Promise<readonly Check[]> {
  if (oauth === undefined) return [];
  try {
    await (await issuerKeys(oauth, () => undefined)()).reload();
    return [ok('issuer', `The keys of ${oauth.issuer} can be fetched.`)];
  } catch (error) {
    const next = `Check ${envName('oauthIssuer')}, ${envName('oauthJwksUrl')} and the network: meanwhile its tokens can't be checked.`;
    return [fail('issuer', `${messageOf(error)}.`, next, EXIT.unreachable)];
  }
}

/** A certificate that ends sooner than this should have been renewed. */
const SOON_MS = 14 * DAY_MS;

/** TLS is the load balancer's: the server starts without it, so nothing here fails. */
async function checkTls({ isLoopback }: HttpConfig, settings: Settings): Promise<readonly Check[]> {
  const { httpPublicUrl: publicUrl } = settings;
  if (publicUrl === undefined) {
    if (isLoopback) return [];
    const next = `Put TLS in front, and set ${envName('httpPublicUrl')} to its address.`;
    return [warn('tls', "Without TLS, others on the way can read callers' tokens.", next)];
  }
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  // Only allowed on this machine.
  if (protocol === 'http:') return [];
  const next = `Check the load balancer and ${envName('httpPublicUrl')}; from inside a network the address may not be reachable.`;
  try {
    const until = await certificateEnd(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
    const left = until - Date.now();
    const summary = `${origin} has a valid certificate for another ${roundDuration(left)}.`;
    return [left < SOON_MS ? warn('tls', summary, 'Renew it.') : ok('tls', summary)];
  } catch (error) {
    const code = codeOf(error) ?? messageOf(error);
    return [
      warn('tls', `${origin} could not be checked (${code}).`, isCertificate(code) ? certificateAdvice(code) : next),
    ];
  }
}

/** When the certificate there ends, as epoch milliseconds. Rejects if it is not accepted. */
const certificateEnd = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise: clients won't accept it.
    const socket = connect({ host, port, servername: host, timeout: PATIENCE_MS, rejectUnauthorized: true });
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });

/** No issuer takes it for a token of its own. */
const MADE_UP = { token: 'agent-platform-mcp-doctor', subject: 'doctor' };

/** Asks the issuer to exchange a made-up token: it checks the client first, and then refuses the token. */
async function checkExchange(exchange: ExchangeConfig): Promise<Check> {
  try {
    const request = exchangeRequests(exchange);
    await request({ ...MADE_UP, expiresAt: Date.now() + 60_000 }, await clientCredential(exchange));
    const next = 'Check the issuer: anybody could act as anybody.';
    return fail('exchange', 'The issuer exchanged a made-up token.', next, EXIT.refused);
  } catch (error) {
    if (error instanceof SettingsError) return failBySetting('exchange', error);
    if (!(error instanceof PlatformError)) throw error;
    const { kind, what, advice } = error.facts;
    const next = `Check ${envName('oauthIssuer')} and ${envName('exchangeTokenUrl')}, and the network.`;
    if (kind === 'issuer-unavailable') return fail('exchange', what, next, EXIT.unreachable);
    if (kind === 'exchange') return fail('exchange', what, advice, EXIT.refused);
    return ok(
      'exchange',
      'The issuer knows this client, and refused a made-up token, as it must. The first caller will show whether it gives tokens for the platform.',
    );
  }
}
