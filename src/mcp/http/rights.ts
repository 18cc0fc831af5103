/** Derives a caller's rights from an issuer's token, by the operator's settings, and explains a missing right. */
import type { AuthInfo } from '@modelcontextprotocol/server';
import { ownField, text } from '../../platform/parse/coerce.ts';
import { SettingsError } from '../../settings/error.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { RIGHTS, type Right } from '../contract/principal.ts';
import { principalOf } from '../engine/caller.ts';

/** The client of each token in the file of tokens. */
export const TOKENS_FILE_CLIENT = 'http-tokens-file';

/** What a token needs for each right. */
export interface RightsConfig {
  /** All of these are needed; with an empty list, every token has the right. */
  readonly scopes: Readonly<Record<Right, readonly string[]>>;
  /** For deciding: a claim that must have this value, or be a list with it. */
  readonly claim?: { readonly name: string; readonly value: string } | undefined;
  /** The clients whose own tokens may decide, although they are not a person's. */
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

/** The last colon ends the claim's name, which may itself contain colons, as addresses do. */
function claimIn(written: string): NonNullable<RightsConfig['claim']> {
  const at = written.lastIndexOf(':');
  const [name, value] = [written.slice(0, Math.max(0, at)).trim(), written.slice(at + 1).trim()];
  if (name !== '' && value !== '') return { name, value };
  throw new SettingsError(`${envName('httpDecideClaim')} must be written claim:value, such as groups:approvers.`);
}

interface TokenFacts {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
  readonly client: string;
  readonly isPerson: boolean;
}

export function rightsOf({ claims, scopes, client, isPerson }: TokenFacts, config: RightsConfig): ReadonlySet<Right> {
  const hasScopes = (right: Right): boolean => config.scopes[right].every((scope) => scopes.includes(scope));
  const isDecider =
    (isPerson || config.decidingClients.includes(client)) &&
    (config.claim === undefined || hasClaim(claims, config.claim));
  return new Set(RIGHTS.filter((right) => hasScopes(right) && (right !== 'decide' || isDecider)));
}

/** A claim is looked up by its name, then as a path, such as Keycloak's `realm_access.roles`. It may be a number or `true`. */
function hasClaim(claims: TokenFacts['claims'], { name, value }: NonNullable<RightsConfig['claim']>): boolean {
  const atPath = name.split('.').reduce<unknown>(ownField, claims);
  const claim = Object.hasOwn(claims, name) ? claims[name] : atPath;
  return [claim].flat().some((one) => text(one) === value);
}

/** Why a caller lacks a right: the missing scope, or the setting that withholds the right. */
export function denialReason(right: Right, auth: AuthInfo, config: RightsConfig | undefined): string {
  const { isPerson, client } = principalOf(auth);
  const missing = (config?.scopes[right] ?? []).filter((scope) => !auth.scopes.includes(scope));
  if (missing.length > 0) return `the token lacks the scope ${missing.join(' ')}.`;
  if (right !== 'decide' || config === undefined || client === TOKENS_FILE_CLIENT)
    return `the rights of this token in the file of ${envName('httpTokensFile')} do not hold ${right}.`;
  if (!isPerson && !config.decidingClients.includes(client ?? ''))
    return `the token belongs to a program and not to a person, and ${envName('httpDecidingClients')} does not name its client.`;
  return `the token lacks the claim that ${envName('httpDecideClaim')} requires.`;
}
