/** Reads a resource: runs the tool behind it like a tool call, with writes forbidden and nobody to ask. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { isTemplate, type ResourceSpec, type Variables } from '../contract/resource.ts';
import type { App } from './app.ts';
import { readError } from './read.ts';
import { render } from './render.ts';
import { runTool } from './run-tool.ts';

/** The resource's text. @throws ProtocolError with an explanation; ResourceNotFoundError if it doesn't exist */
export async function readResource(
  app: App,
  resource: ResourceSpec,
  { uri, variables }: { readonly uri: string; readonly variables: Variables },
  context: ServerContext,
): Promise<string> {
  const tool = app.selection.find(resource.tool);
  if (tool === undefined) throw new Error(`the resource ${resource.name} is offered without its tool`);
  const ended = await runTool(app, { tool, args: resource.arguments(variables) }, context, {
    subject: { kind: 'resource', name: resource.name },
    writes: 'forbid',
    consent: {},
    client: {
      canAsk: false,
      drawsCards: false,
      isAnswering: false,
      ask: () => Promise.reject(new Error(`the resource ${resource.name} asks the human`)),
    },
    finish(result) {
      const text = resource.text?.(result);
      return text === undefined ? render(result, app).text : app.redactor.text(text);
    },
  });
  if (ended.kind === 'value') return ended.value;
  if (ended.kind === 'error') throw readError(app, ended, isTemplate(resource) ? uri : undefined);
  throw new Error(`the resource ${resource.name} asks the human`);
}
