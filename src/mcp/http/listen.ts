/**
 * Subscriptions over HTTP, as 2026-07-28 has them: a `subscriptions/listen` request whose answer is a stream. The SDK's
 * entry keeps the stream; here its resources are watched for as long as it is open. One watch serves all of a process.
 */

import type { ServerResponse } from 'node:http';
import { type AuthInfo, ProtocolError } from '@modelcontextprotocol/server';
import { messageOf } from '../../basics/errors.ts';
import { object } from '../../platform/parse/coerce.ts';
import type { App } from '../engine/app.ts';
import { notFound } from '../engine/read.ts';
import { findResource } from '../protocol/resources.ts';
import { resourceDigest } from '../protocol/subscribe.ts';
import { Subscriptions } from '../protocol/subscriptions.ts';
import { listenedResources } from '../sdk/listen-request.ts';
import { json } from './reply.ts';
import { Shares } from './subscription-shares.ts';

/** Streams open at once; each holds a connection. */
export const MAX_LISTENERS = 256;
/** Resources watched at once for all callers. */
const MAX_WATCHED = 200;

/**
 * One for all callers of a process: a resource is read once, however many listen to it. `changed` hears which one
 * differs.
 */
export function createListening(app: App, changed: (uri: string) => void) {
  const subscriptions = new Subscriptions({
    read: (uri, signal) => resourceDigest(app, uri, signal),
    notFound: (uri) => notFound(app, uri),
    changed,
    max: MAX_WATCHED,
    failed: (uri, error) => app.log.debug(`watching ${uri}: ${messageOf(error)}`),
  });
  const shares = new Shares();
  let last = 0;
  return {
    subscriptions,
    /**
     * Watches what a listen asks for until its answer ends. `offered` is the app as the request's headers narrow it.
     * @returns whether the request may go on; otherwise it is answered already
     */
    async begin(body: unknown, offered: App, response: ServerResponse, caller: AuthInfo | undefined): Promise<boolean> {
      const { id } = object(body);
      const uris = listenedResources(body);
      const key = `listen ${++last}`;
      response.once('close', () => subscriptions.remove(key));
      try {
        response.once('close', shares.take(caller, uris));
        for (const uri of uris) findResource(offered, uri);
        await Promise.all(uris.map((uri) => subscriptions.add(uri, key)));
      } catch (error) {
        subscriptions.remove(key);
        const { code, message, data } = error instanceof ProtocolError ? error : FAILED;
        json(response, 200, { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } });
        return false;
      }
      // The client may have gone while the resources were read for the first time.
      if (response.destroyed) subscriptions.remove(key);
      return !response.destroyed;
    },
  };
}

const FAILED = { code: -32603, message: 'This server failed internally; its log has the details.', data: undefined };
