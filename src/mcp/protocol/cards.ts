/** The pages of the cards as resources, for clients that draw them. They are read from beside the bundle when asked for. */
import type { Resource, TextResourceContents } from '@modelcontextprotocol/server';
import { VIEWS, type View, viewUri } from '../contract/card.ts';
import type { App } from '../engine/app.ts';
import { offeredViews } from '../engine/cards.ts';
import { CARD_TYPE, type DrawsCards } from '../engine/client-capabilities.ts';

/** A border is drawn by the card itself. No content security policy is named: the default of the protocol allows nothing. */
const LOOK = { ui: { prefersBorder: false } };

/** Entries of `resources/list` for the cards of the tools that the session offers; no page is read for them. */
export const cardResources = (app: App, cards: DrawsCards): Resource[] =>
  offeredViews(app, cards).map((view) => ({
    uri: viewUri(view),
    name: `card-${view}`,
    title: VIEWS[view],
    mimeType: CARD_TYPE,
    _meta: LOOK,
  }));

/** The page behind an address; undefined where no card that is offered has it. */
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
