/** Claims ensure that a request is decided once, despite concurrent decisions in this process or another replica. */
import { digest } from '../../../platform/text.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Claims } from '../../contract/tool.ts';
import { OLDEST_ANSWER_SECONDS } from './request-state.ts';
import type { SharedStore } from './shared-store.ts';

/** Longer than any answer is taken, so that an answer to a decided request still finds the claim. */
const CLAIM_MS = (OLDEST_ANSWER_SECONDS + 60) * 1000;

/** @param baseUrl the platform's: servers for different platforms may share a store */
export function createClaims(store: SharedStore, baseUrl: string): Claims {
  const scope = digest(baseUrl).slice(0, 16);
  return {
    async take(key) {
      try {
        return await store.take(`claim:${scope}:${key}`, CLAIM_MS);
      } catch {
        throw new Refusal(
          'Refused: the store of AGENT_PLATFORM_STATE_REDIS_URL does not answer or can’t be written, so it can’t be known whether another replica is deciding. Nothing was sent. Whoever runs this server can fix it; then call again.',
          'store',
        );
      }
    },
    isTaken: (key) => store.has(`claim:${scope}:${key}`).catch(() => false),
    release: (key) => store.release(`claim:${scope}:${key}`),
  };
}
