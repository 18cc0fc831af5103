/** The protocol's resource methods over the resources that the session offers. */
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isIdentifier } from '../../platform/identifier.ts';
import { isTemplate, matchUri, type ReadContext, type ResourceSpec, type Variables } from '../contract/resource.ts';
import type { App } from '../engine/app.ts';
import { schemaOf } from '../engine/definition.ts';
import { createProgress } from '../engine/progress.ts';
import { isAbsent, reading } from '../engine/read-resource.ts';
import { render } from '../engine/render.ts';
import { listPage } from './list-cursor.ts';

/** The resources that the session offers: each needs the tool that gives the same. */
export function offeredResources(app: App): readonly ResourceSpec[] {
  return app.catalogue.resources.filter((resource) => app.selection.has(resource.tool));
}

/** The offered resource behind a URI, with its variables. @throws ResourceNotFoundError */
export function findResource(app: App, uri: string): { resource: ResourceSpec; variables: Variables } {
  for (const resource of offeredResources(app)) {
    const variables = matchUri(resource, uri);
    if (variables === undefined) continue;
    // What can't be an identifier is not asked for.
    if (Object.values(variables).every(isIdentifier)) return { resource, variables };
  }
  throw new ResourceNotFoundError(uri);
}

export function handleResources(app: App, server: Server): void {
  const resources = offeredResources(app);
  const described = ({ name, title, description, mimeType }: ResourceSpec) => ({ name, title, description, mimeType });
  const fixed = resources.filter((resource) => !isTemplate(resource));
  const templates = resources.filter(isTemplate);

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map((resource) => ({ ...described(resource), uriTemplate: resource.uri })),
  }));

  server.setRequestHandler('resources/list', async (request, context) => {
    const cursor = request.params?.cursor;
    const sources = [
      async () => fixed.map((resource): Resource => ({ ...described(resource), uri: resource.uri })),
      ...templates.map(
        (resource) => () =>
          reading(app, { name: 'resources/list', signal: context.mcpReq.signal }, (read) =>
            listed(app, resource, cursor === undefined, read),
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
    const { resource, variables } = findResource(app, uri);
    const about = {
      name: 'resources/read',
      signal: context.mcpReq.signal,
      uri: isTemplate(resource) ? uri : undefined,
    };
    const text = await reading(app, about, (read) => textOf(app, resource, variables, read, context));
    return { contents: [{ uri, mimeType: resource.mimeType, text: app.redactor.text(text) }] };
  });
}

/** What the resource's tool answers: run by its own handler, rendered as its result is. */
async function textOf(
  app: App,
  resource: ResourceSpec,
  variables: Variables,
  read: ReadContext,
  context: ServerContext,
): Promise<string> {
  const tool = app.selection.find(resource.tool);
  if (tool?.effect !== 'read') throw new Error(`the resource ${resource.name} names no tool that reads`);
  const progress = createProgress(context);
  const answer = await tool.run(resource.arguments(variables), schemaOf(app, tool), {
    ...read,
    progress: progress.report,
    ask: () => Promise.reject(new Error('a resource asks nobody')),
  });
  await progress.flush();
  return resource.text?.(answer) ?? render(answer, app.selection.has).text;
}

/** Lists as their first page was made from, so that the pages after it fit. */
const lists = new WeakMap<App, Map<ResourceSpec, readonly Resource[]>>();

/** A template's resources; none where nothing is configured or the platform has no such list. */
async function listed(
  app: App,
  resource: ResourceSpec,
  isFresh: boolean,
  read: ReadContext,
): Promise<readonly Resource[]> {
  if (resource.list === undefined) return [];
  const known = lists.get(app) ?? new Map<ResourceSpec, readonly Resource[]>();
  lists.set(app, known);
  const before = isFresh ? undefined : known.get(resource);
  if (before !== undefined) return before;
  const entries = await resource.list(read).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const made = entries.map((entry) => ({ ...entry, mimeType: resource.mimeType }));
  known.set(resource, made);
  return made;
}
