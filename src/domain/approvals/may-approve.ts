/**
 * Whether a waiting request can be approved here, and who can decide on it if not. Refusals, texts and next steps all ask
 * this, so that no step leads to a refusal.
 */
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { grouped } from '../../present/units.ts';
import { lacksConversation } from '../threads/request.ts';
import { hasContradiction, isComparedWhole } from './brief/brief.ts';
import { type Drawing, drawingOf, type Layout, layOut } from './drawing.ts';
import { fourEyesObjection } from './four-eyes.ts';
import { againText, type Sheet } from './sheet.ts';

/** Characters of a page of a question: as much as people read in one go. */
export const QUESTION_PAGE = 6_000;
/** Nobody reads more in a dialog, and clients of the protocol of 2026-07-28 answer at most ten questions of a call. */
export const MAX_PAGES = 10;
/** Characters of a request that is approved where nobody can be asked: about 25,000 tokens of a model's context. */
const MAX_READ = 100_000;

type Context = Pick<ToolContext, 'caller' | 'client' | 'decisions' | 'settings' | 'has'>;

/** Where else a human can decide. */
const ELSEWHERE =
  'Tell the human: they can decide in a host that shows questions, in a card, or in the platform itself.';
const IN_THE_PLATFORM = 'Tell the human: it can be decided in the platform itself.';

/** Whether a model decides by what it has read itself. A card shows the notes to the human, who decides there by a button. */
export const decidesByToken = ({ client, has, settings }: Context): boolean =>
  !client.canAsk && !client.drawsCards && settings.approvals !== 'require' && has('approve_thread');

/** Why nobody, or not this caller, may decide on it, wherever that is. */
export function whyBarred(sheet: Sheet, context: Context): string | undefined {
  if (sheet.isDecided)
    return `A decision on this request has already been sent, or is being sent. ${againText(sheet.decidableAfter)}`;
  const objection = fourEyesObjection(sheet.thread, context);
  return objection === undefined ? undefined : `Four eyes: ${objection}.`;
}

/** Why the request can't be approved here: a sentence, and one about who can decide. Undefined if it can. */
export function whyNotHere(sheet: Sheet, context: Context): string | undefined {
  const { has, client, settings } = context;
  const barred = whyBarred(sheet, context);
  if (barred !== undefined) return barred;
  if (!has('approve_thread')) return NOT_OFFERED;
  if (settings.approvals === 'off') return undefined;
  if (client.canAsk) return questionPages(drawingOf(sheet)).length > MAX_PAGES ? TOO_LONG_TO_ASK : undefined;
  if (settings.approvals === 'require')
    return 'AGENT_PLATFORM_APPROVALS is require, and no human can be asked here. Let the human decide in a host that shows questions, or in the platform itself.';
  const whyNot = whyNotUnasked(sheet);
  return whyNot === undefined ? undefined : `It can't be approved here; it can be rejected. ${whyNot}`;
}

/** Neither a question nor a card helps who has no right, or whose server only reads. */
const NOT_OFFERED =
  'This session offers no decisions. Tell the human: it can be decided in a session that offers them, or in the platform itself.';
const TOO_LONG_TO_ASK = `It is longer than a question shows (${MAX_PAGES} pages of ${grouped(QUESTION_PAGE)} characters), so it can't be approved here: a card shows all of it, and so does the platform itself.`;

/** The same where nobody can be asked, whatever the token. */
export function whyNotUnasked(sheet: Sheet): string | undefined {
  if (lacksConversation(sheet))
    return `The platform's response leaves out the conversation, so what the thread asks for is not known. ${IN_THE_PLATFORM}`;
  const { size } = drawingOf(sheet);
  if (size > MAX_READ)
    return `Nobody can be asked here, and what it asks for has ${grouped(size)} characters; at most ${grouped(MAX_READ)} are approved without asking. ${ELSEWHERE}`;
  if (hasContradiction(sheet.brief))
    return `Nobody can be asked here, and what it asks for is contradictory. ${ELSEWHERE}`;
  if (!isComparedWhole(sheet.brief))
    return `Nobody can be asked here, and not all of it was compared: ${sheet.brief.notCompared.join(', ')}. ${ELSEWHERE}`;
  return undefined;
}

/**
 * Pages of a question that show the whole request; at most one more than {@link MAX_PAGES}. Their room depends on nothing that
 * may change until the human answers.
 */
export function questionPages(drawing: Drawing): readonly Layout[] {
  const pages: Layout[] = [];
  for (let from: number | undefined = 0; from !== undefined && pages.length <= MAX_PAGES; from = pages.at(-1)?.next)
    pages.push(layOut(drawing, QUESTION_PAGE, from));
  return pages;
}
