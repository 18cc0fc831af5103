/** The protocol's resource methods over the resources that the session offers. */
import { type ReadResourceResult, type Resource, type Server, UriTemplate } from '@modelcontextprotocol/server';
import { isIdentifier } from '../../platform/identifier.ts';
import { decoded } from '../contract/decoded.ts';
import type { Principal } from '../contract/principal.ts';
import {
  isTemplate,
  type ReadContext,
  type ResourceEntry,
  type ResourceSpec,
  type Variables,
} from '../contract/resource.ts';
import type { App } from '../engine/app.ts';
import { principalOf } from '../engine/caller.ts';
import { cardsFor } from '../engine/cards.ts';
import type { Connection } from '../engine/client-capabilities.ts';
import { cacheKey } from '../engine/platform-cache.ts';
import { isUnavailable, notFound, read } from '../engine/read.ts';
import { readResource } from '../engine/read-resource.ts';
import { cardPage, cardResources } from './cards.ts';
import { listPage } from './list-cursor.ts';

/** The resources that the session offers: each needs the tool that gives the same. */
export function offeredResources(app: App): readonly ResourceSpec[] {
  return app.catalogue.resources.filter((resource) => app.selection.has(resource.tool));
}

/** The offered resource behind a URI, with its variables. @throws ResourceNotFoundError */
export function findResource(app: App, uri: string): { resource: ResourceSpec; variables: Variables } {
  for (const resource of offeredResources(app)) {
    const variables = matchUri(resource.uri, uri);
    if (variables === undefined) continue;
    // Nothing is asked about what can't be an identifier.
    if (Object.values(variables).every(isIdentifier)) return { resource, variables };
  }
  throw notFound(app, uri);
}

/** The variables of a URI that fits the template, or the fixed address; undefined where it does not fit. */
function matchUri(template: string, uri: string): Variables | undefined {
  if (uri.length > MAX_URI) return undefined;
  const match = new UriTemplate(template).match(uri);
  if (match === null) return undefined;
  return Object.fromEntries(Object.entries(match).map(([name, value]) => [name, decoded(String(value))]));
}

/** Far more than an address with an identifier in it has. */
const MAX_URI = 2_048;

/**
 * Answers `resources/list`, `resources/templates/list` and `resources/read`. A client that draws cards gets their pages
 * too.
 */
export function handleResources(app: App, server: Server, connection: Connection): void {
  const resources = offeredResources(app);
  const described = ({ name, title, description, mimeType }: ResourceSpec) => ({ name, title, description, mimeType });
  const fixed = resources.filter((resource) => !isTemplate(resource));
  const templates = resources.filter(isTemplate);

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map((resource) => ({ ...described(resource), uriTemplate: resource.uri })),
  }));

  server.setRequestHandler('resources/list', async (request, context) => {
    const cursor = request.params?.cursor;
    const principal = principalOf(context.http?.authInfo);
    const sources = [
      async () => {
        const cards = cardsFor(app, connection, context);
        return [
          ...fixed.map((resource): Resource => ({ ...described(resource), uri: resource.uri })),
          ...(cards === undefined ? [] : cardResources(app, cards)),
        ];
      },
      ...templates.map(
        (resource) => () =>
          read(app, { kind: 'list', name: resource.name }, context.mcpReq.signal, (reader) =>
            listed(app, resource, { isFresh: cursor === undefined, principal }, reader),
          ),
      ),
    ];
    const { entries, nextCursor } = await listPage(sources, cursor);
    return {
      resources: entries.map((entry) => app.redactor.json(entry)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  });

  server.setRequestHandler('resources/read', async (request, context): Promise<ReadResourceResult> => {
    const { uri } = request.params;
    const cards = cardsFor(app, connection, context);
    const page = cards && (await cardPage(app, cards, uri));
    if (page !== undefined) return { contents: [page] };
    const { resource, variables } = findResource(app, uri);
    const text = await readResource(app, resource, uri, variables, context);
    return { contents: [{ uri, mimeType: resource.mimeType, text }] };
  });
}

/** A client asks for the pages of a list one after the other. */
const LIST_MS = 600_000;

/** The list that a first page was made from, so that the pages after it fit. */
class KeptList {
  readonly entries: readonly ResourceEntry[];
  constructor(entries: readonly ResourceEntry[]) {
    this.entries = entries;
  }
}

/** A template's resources; none where nothing is configured or the platform has no such list. */
async function listed(
  app: App,
  resource: ResourceSpec,
  { isFresh, principal }: { readonly isFresh: boolean; readonly principal: Principal },
  reader: ReadContext,
): Promise<readonly Resource[]> {
  if (resource.list === undefined) return [];
  const key = cacheKey(app, principal, 'list', resource.name);
  const known = isFresh ? undefined : app.platformCache.get(key);
  const entries =
    known instanceof KeptList
      ? known.entries
      : await resource.list(reader).catch((error: unknown) => {
          if (isUnavailable(error)) return [];
          throw error;
        });
  app.platformCache.set(key, new KeptList(entries), LIST_MS);
  return entries.map((entry) => ({ ...entry, mimeType: resource.mimeType }));
}
