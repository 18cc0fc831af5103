/** How many of the streams and watched resources of a process one caller may take. */
import { type AuthInfo, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { identityOf } from '../engine/caller.ts';

/**
 * What one caller may have. A user of an issuer is one person; the holders of the static token, and the
 * callers of a server that asks nobody, can't be told apart and count as one, so they get more.
 */
const OF_A_USER: Share = { streams: 16, resources: 20 };
const OF_ALL_HOLDERS: Share = { streams: 192, resources: 50 };

interface Share {
  readonly streams: number;
  readonly resources: number;
}

/** How much each caller has: no caller's subscriptions take what others need. */
export class Shares {
  readonly #streams = new Map<string, Set<readonly string[]>>();

  /** @returns gives it back. @throws ProtocolError where it is more than the caller's share */
  take(caller: AuthInfo | undefined, uris: readonly string[]): () => void {
    const { issuer, subject, client } = identityOf(caller);
    const share = issuer === undefined ? OF_ALL_HOLDERS : OF_A_USER;
    // Two clients of one user are one user: the person counts, not the client.
    const key = JSON.stringify([issuer, subject ?? client]);
    const streams = this.#streams.get(key) ?? new Set();
    const resources = new Set([...streams, uris].flat()).size;
    if (streams.size >= share.streams) throw tooMany(`${share.streams} streams of subscriptions`);
    if (resources > share.resources) throw tooMany(`${share.resources} subscribed resources`);
    this.#streams.set(key, streams.add(uris));
    return () => {
      streams.delete(uris);
      if (streams.size === 0) this.#streams.delete(key);
    };
  }
}

const tooMany = (what: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `A caller may have ${what} at once; end one of yours first.`);
