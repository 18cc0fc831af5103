/**
 * Subscriptions as the protocol up to 2025-11-25 has them, and what is watched in either era. 2026-07-28 has
 * `subscriptions/listen` instead, which the SDK's entry answers before a server is asked: see listening-transport.ts.
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { isTemplate } from '../contract/resource.ts';
import type { App } from '../engine/app.ts';
import { read } from '../engine/read.ts';
import { findResource, offeredResources } from './resources.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The one subscriber of a connection whose protocol knows no more than one. */
const SESSION = 'session';

/**
 * Answers `resources/subscribe` and `resources/unsubscribe`; an error of the first read is the answer to the former.
 */
export function handleSubscriptions(server: Server, subscriptions: Subscriptions): void {
  server.setRequestHandler('resources/subscribe', async (request) => {
    await subscriptions.add(request.params.uri, SESSION);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', (request) => {
    subscriptions.remove(SESSION, request.params.uri);
    return {};
  });
}

/**
 * A digest of what a subscriber of the resource would see; undefined where it does not exist (any more).
 * @throws ProtocolError: -32602 for a URI that can't be watched, else what kept it from being read
 */
export async function resourceDigest(app: App, uri: string, signal: AbortSignal): Promise<string | undefined> {
  const { resource, variables } = findResource(app, uri);
  const { watch } = resource;
  const shown = app.redactor.text(uri);
  if (watch === undefined) {
    const watchable = offeredResources(app).filter((other) => other.watch !== undefined);
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${shown} cannot be subscribed to. These can: ${watchable.map((other) => other.uri).join(', ')}.`,
      { uri: shown },
    );
  }
  const subject = { kind: 'subscription', name: resource.name } as const;
  const missing = isTemplate(resource) ? uri : undefined;
  try {
    return await read(app, subject, signal, (context) => watch(variables, context), missing);
  } catch (error) {
    if (error instanceof ResourceNotFoundError) return undefined;
    throw error;
  }
}
