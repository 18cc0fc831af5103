/** The protocol's resource methods over the resources that the session offers. */
import {
  type ReadResourceResult,
  type Resource,
  type Server,
  type TextResourceContents,
  UriTemplate,
} from '@modelcontextprotocol/server';
import { isValueOf } from '../../platform/identifier.ts';
import { decoded } from '../contract/mask-address.ts';
import { isTemplate, type ReadContext, type ResourceSpec, type Variables } from '../contract/resource.ts';
import { VIEWS, viewUri } from '../contract/tool.ts';
import type { App } from '../engine/app.ts';
import { CARD_TYPE, type Connection } from '../engine/client-capabilities.ts';
import { hasCards, offeredViews } from '../engine/definition.ts';
import { isUnavailable, notFound, type Reader, readError, readResource, tryRead } from '../engine/read.ts';

/** The resources whose tools the session offers. */
export function offeredResources(app: App): readonly ResourceSpec[] {
  return app.catalogue.resources.filter((resource) => app.selection.has(resource.tool));
}

/** The offered resource at a URI, with its variables. @throws ResourceNotFoundError */
function requireResource(app: App, uri: string): { resource: ResourceSpec; variables: Variables } {
  for (const resource of offeredResources(app)) {
    const variables = matchUri(resource.uri, uri);
    if (variables === undefined) continue;
    // No request for a value that can't stand in a path.
    if (Object.entries(variables).every(([name, value]) => isValueOf(name, value))) return { resource, variables };
  }
  throw notFound(app, uri);
}

/** The variables of a URI that matches the template or fixed address; undefined if it doesn't. */
function matchUri(template: string, uri: string): Variables | undefined {
  if (uri.length > MAX_URI) return undefined;
  const match = new UriTemplate(template).match(uri);
  if (match === null) return undefined;
  return Object.fromEntries(Object.entries(match).map(([name, value]) => [name, decoded(String(value))]));
}

/** Far longer than an address with an identifier. */
const MAX_URI = 2_048;

/** Serves the protocol's three methods. A client that draws cards gets their pages, too. */
export function handleResources(app: App, server: Server, connection: Connection): void {
  const resources = offeredResources(app);
  const described = ({ name, title, description, mimeType }: ResourceSpec) => ({ name, title, description, mimeType });
  const fixed = resources.filter((resource) => !isTemplate(resource));
  const templates = resources.filter(isTemplate);

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map((resource) => ({ ...described(resource), uriTemplate: resource.uri })),
  }));

  // In one page: hosts that list resources read all of them.
  server.setRequestHandler('resources/list', async (_request, context) => {
    const reader = { auth: context.http?.authInfo, signal: context.mcpReq.signal };
    const live = await listed(app, templates, reader);
    const resources = [
      ...fixed.map((resource): Resource => ({ ...described(resource), uri: resource.uri })),
      ...(hasCards(app, connection, context) ? cardResources(app) : []),
      ...live,
    ];
    return { resources: app.redactor.json(resources) };
  });

  server.setRequestHandler('resources/read', async (request, context): Promise<ReadResourceResult> => {
    const { uri } = request.params;
    const page = hasCards(app, connection, context) ? await cardPage(app, uri) : undefined;
    if (page !== undefined) return { contents: [page] };
    const { resource, variables } = requireResource(app, uri);
    const text = await readResource(app, resource, { uri, variables }, context);
    return { contents: [{ uri, mimeType: resource.mimeType, text }] };
  });
}

/** Maximum number of listed resources of one kind: three views of a hundred agents. Others can still be read and completed. */
const MAX_PER_KIND = 300;

/** The templates' resources, without those whose list could not be read. @throws ProtocolError if none could */
async function listed(app: App, templates: readonly ResourceSpec[], reader: Reader): Promise<readonly Resource[]> {
  const kinds = templates.filter(({ list }) => list !== undefined);
  const ends = await Promise.all(
    kinds.map((kind) =>
      tryRead(app, { kind: 'list', name: kind.name }, reader, (reading) => listEntries(kind, reading)),
    ),
  );
  const failed = ends.filter((ended) => ended.kind === 'error');
  const [first] = failed;
  if (first !== undefined && failed.length === ends.length) throw readError(app, first);
  return ends.flatMap((ended, index) => {
    if (ended.kind === 'value') return ended.value.slice(0, MAX_PER_KIND);
    // Only the kind of error: log lines have no marks around the platform's text.
    const { kind, detail = kind } = ended.outcome;
    app.log.warn(`resources/list lacks those of ${kinds[index]?.name}: ${detail}.`);
    return [];
  });
}

/** A template's resources, described as the template is where the platform says nothing; none if nothing is configured or the platform has no such list. */
async function listEntries({ list, mimeType, description }: ResourceSpec, reader: ReadContext): Promise<Resource[]> {
  if (list === undefined) return [];
  const entries = await list(reader).catch((error: unknown) => {
    if (isUnavailable(error)) return [];
    throw error;
  });
  return entries.map((entry) => ({ description, ...entry, mimeType }));
}

/** Cards draw their own border. There is no content security policy: the protocol's default allows nothing. */
const LOOK = { ui: { prefersBorder: false } };

/** Entries of `resources/list` for the cards of the session's tools; loads no page. */
const cardResources = (app: App): Resource[] =>
  offeredViews(app).map((view) => ({
    uri: viewUri(view),
    name: `card-${view}`,
    title: VIEWS[view],
    description: `A page that a host draws beside the conversation: ${VIEWS[view]}.`,
    mimeType: CARD_TYPE,
    _meta: LOOK,
  }));

/** The page at an address; undefined if no offered card has it. */
async function cardPage(app: App, uri: string): Promise<TextResourceContents | undefined> {
  const view = offeredViews(app).find((one) => viewUri(one) === uri);
  if (view === undefined) return undefined;
  const { pages } = await import('#cards');
  const text = pages[view];
  if (text === undefined) throw new Error(`the build made no page of the card ${view}`);
  return { uri, mimeType: CARD_TYPE, text, _meta: LOOK };
}
