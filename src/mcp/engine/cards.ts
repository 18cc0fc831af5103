/** Which cards a session offers to a client, and the tool list for a client that draws them. */
import type { ServerContext, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { VIEWS, type View, viewUri } from '../contract/card.ts';
import type { Tool } from '../contract/tool.ts';
import type { App } from './app.ts';
import { type Connection, clientCapabilities, type DrawsCards, drawsCards } from './client-capabilities.ts';
import { definitionOf } from './definition.ts';

/** The client's support for cards; undefined if it draws none or they are turned off. */
export function cardsFor(app: App, connection: Connection, context: ServerContext): DrawsCards | undefined {
  return app.settings.cards === 'off' ? undefined : drawsCards(clientCapabilities(connection, context));
}

/** The tool whose question a view draws. */
const ASKING_TOOL = 'approve_thread';

/** The views of the tools that the session offers. */
export function offeredViews({ selection }: App, { questions }: DrawsCards): readonly View[] {
  const shown = new Set(selection.tools.map(({ view }) => view));
  return (Object.keys(VIEWS) as View[]).filter((view) =>
    view === 'question' ? questions && selection.has(ASKING_TOOL) : shown.has(view),
  );
}

/** All tools for a client that draws cards: with their views, and including those that only cards may call. */
export const toolsWithCards = (app: App): ToolDefinition[] =>
  [...app.selection.tools, ...app.selection.cardTools].map((tool) => withCard(tool, definitionOf(app, tool)));

/** Some hosts read only the key `ui/resourceUri`. */
function withCard({ view, forCardsWith }: Tool, definition: ToolDefinition): ToolDefinition {
  if (forCardsWith !== undefined) return { ...definition, _meta: { ui: { visibility: ['app'] } } };
  if (view === undefined) return definition;
  const resourceUri = viewUri(view);
  return { ...definition, _meta: { ui: { resourceUri }, 'ui/resourceUri': resourceUri } };
}
