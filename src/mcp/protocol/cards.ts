/** The pages of the cards as resources, for clients that draw them. They are loaded from a file beside the bundle on demand. */
import type { Resource, TextResourceContents } from '@modelcontextprotocol/server';
import { VIEWS, type View, viewUri } from '../contract/card.ts';
import type { App } from '../engine/app.ts';
import { offeredViews } from '../engine/cards.ts';
import { CARD_TYPE, type DrawsCards } from '../engine/client-capabilities.ts';

/** Cards draw their own border. There is no content security policy: the protocol's default allows nothing. */
const LOOK = { ui: { prefersBorder: false } };

/** Entries of `resources/list` for the cards of the session's tools; loads no page. */
export const cardResources = (app: App, cards: DrawsCards): Resource[] =>
  offeredViews(app, cards).map((view) => ({
    uri: viewUri(view),
    name: `card-${view}`,
    title: VIEWS[view],
    description: `A page that a host draws beside the conversation: ${VIEWS[view]}.`,
    mimeType: CARD_TYPE,
    _meta: LOOK,
  }));

/** The page at an address; undefined if no offered card has it. */
export async function cardPage(app: App, cards: DrawsCards, uri: string): Promise<TextResourceContents | undefined> {
  const view = offeredViews(app, cards).find((one) => viewUri(one) === uri);
  return view && { uri, mimeType: CARD_TYPE, text: await pageOf(view), _meta: LOOK };
}

async function pageOf(view: View): Promise<string> {
  const { pages } = await import('#cards');
  const page = pages[view];
  if (page === undefined) throw new Error(`the build made no page of the card ${view}`);
  return page;
}
