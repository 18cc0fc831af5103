/** What an operator is told about the settings, by the line at the start, by warnings and by `doctor`. */
import { envName } from '../../settings/table.ts';
import type { HttpConfig } from './config.ts';

/** Who may call, in words for the line at the start. */
export function callersOf({ oauth, token, exchange }: HttpConfig, people: number | undefined): string {
  const kinds = [
    people === undefined ? undefined : `${people} named ${people === 1 ? 'person' : 'people'}`,
    oauth === undefined ? undefined : `tokens of ${oauth.issuer}${exchange === undefined ? '' : ', exchanged'}`,
    token === undefined ? undefined : 'one shared token',
  ].filter((kind) => kind !== undefined);
  return kinds.length === 0 ? 'anybody on this machine, without a token' : kinds.join('; ');
}

/** Where it is recorded that a human's reply was used. Of the address only the host: it may hold a password. */
export function repliesOf({ redisUrl, stateKey }: HttpConfig): string {
  if (redisUrl !== undefined) return `Redis at ${new URL(redisUrl).host}`;
  return stateKey === undefined ? 'in this process' : 'in this process, readable by replicas with the same key';
}

/** What several replicas lack to take each other's replies; empty if they lack nothing. */
export function replicaAdvice({ stateKey, redisUrl, isLoopback }: HttpConfig): string[] {
  // A store implies replicas, even on loopback, behind a load balancer of this machine.
  if (isLoopback && redisUrl === undefined) return [];
  if (stateKey === undefined) return [WITHOUT_KEY];
  return redisUrl === undefined ? [WITHOUT_REDIS] : [];
}

/** Seconds that somebody needs to read a question and decide. */
const TO_DECIDE = 60;

/** What keeps people from deciding in time; undefined if nothing does. */
export const tooShort = ({ requestTimeoutMs }: Pick<HttpConfig, 'requestTimeoutMs'>): string | undefined =>
  requestTimeoutMs >= TO_DECIDE * 1_000
    ? undefined
    : `${envName('httpRequestTimeoutSeconds')} ends each request after ${requestTimeoutMs / 1_000} s, and with it the question of a client of revision 2025-11-25 or older: hardly anybody decides so fast.`;
export const LONGER = `Set at least ${TO_DECIDE}.`;

const WITHOUT_KEY = `Without ${envName('stateKey')}, a human's answer is accepted only by the replica that asked; set it if there is more than one.`;
const WITHOUT_REDIS = `Without ${envName('stateRedisUrl')}, a human's answer counts once at each replica instead of once overall, and every replica except the one that asked refuses the answer of an older client; set it if there is more than one.`;
