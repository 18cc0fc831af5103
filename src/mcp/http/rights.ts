/** How the operator ties what a caller may do to what an issuer's token says, and what is said to one who may not. */
import { type AuthInfo, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { RIGHTS, type Right } from '../contract/principal.ts';
import { principalOf } from '../engine/caller.ts';

/** What a token must say for each right. */
export interface RightsConfig {
  /** All of them; none: everybody has the right. */
  readonly scopes: Readonly<Record<Right, readonly string[]>>;
  /** For deciding: the value that a claim must have, or hold. */
  readonly claim: { readonly name: string; readonly value: string } | undefined;
  /** The clients whose own tokens may decide, though no person stands behind them. */
  readonly decidingClients: readonly string[];
}

/** @throws SettingsError for a claim that is not written `name:value` */
export function rightsConfig(settings: Settings): RightsConfig {
  const { httpReadScopes: read, httpWriteScopes: write, httpDecideScopes: decide, httpDecideClaim } = settings;
  return {
    scopes: { read, write, decide },
    claim: httpDecideClaim === undefined ? undefined : claimIn(httpDecideClaim),
    decidingClients: settings.httpDecidingClients,
  };
}

/** Names of claims may hold colons, as addresses do: the last one ends the name. */
function claimIn(text: string): NonNullable<RightsConfig['claim']> {
  const at = text.lastIndexOf(':');
  const [name, value] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (name !== '' && value !== '') return { name, value };
  throw new SettingsError(`${envName('httpDecideClaim')} must be written claim:value, such as groups:approvers.`);
}

/** What is known of a token when its rights are made out. */
interface Holder {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
  readonly client: string;
  readonly isPerson: boolean;
}

export function rightsOf({ claims, scopes, client, isPerson }: Holder, config: RightsConfig): ReadonlySet<Right> {
  const hasScopes = (right: Right): boolean => config.scopes[right].every((scope) => scopes.includes(scope));
  const isDecider =
    (isPerson || config.decidingClients.includes(client)) &&
    (config.claim === undefined || hasClaim(claims, config.claim));
  return new Set(RIGHTS.filter((right) => hasScopes(right) && (right !== 'decide' || isDecider)));
}

/** A claim is looked up by its name, and then by its path: Keycloak's `realm_access.roles`. */
function hasClaim(claims: Holder['claims'], { name, value }: NonNullable<RightsConfig['claim']>): boolean {
  const inside = name
    .split('.')
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), claims);
  const found = Object.hasOwn(claims, name) ? claims[name] : inside;
  return [found].flat().includes(value);
}

/** The 403 for a caller who lacks a right: its sentence names what is missing, in the operator's words. */
export function insufficient(right: Right, tool: string, auth: AuthInfo, config: RightsConfig | undefined): OAuthError {
  return new OAuthError(
    OAuthErrorCode.InsufficientScope,
    `${tool} is not allowed: ${denialReason(right, auth, config)} Nothing was sent.`,
  );
}

function denialReason(right: Right, auth: AuthInfo, config: RightsConfig | undefined): string {
  const { isPerson, client } = principalOf(auth);
  const missing = (config?.scopes[right] ?? []).filter((scope) => !auth.scopes.includes(scope));
  if (missing.length > 0) return `the token lacks the scope ${missing.join(' ')}.`;
  if (right !== 'decide' || config === undefined || client === FROM_FILE)
    return `the rights of this token in the file of ${envName('httpTokensFile')} do not hold ${right}.`;
  if (!isPerson && !config.decidingClients.includes(client ?? ''))
    return `the token belongs to a program and not to a person, and ${envName('httpDecidingClients')} does not name its client.`;
  return `the token lacks what ${envName('httpDecideClaim')} asks of people who decide.`;
}

/** The client of a token in the file of tokens. */
export const FROM_FILE = 'http-tokens-file';
