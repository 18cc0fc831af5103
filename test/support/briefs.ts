/** Conversations in short, and the brief on one call after them. */
import { briefFor } from '../../bench/brief/score.ts';
import type { Brief } from '../../src/domain/approvals/brief/brief.ts';
import { sourceText } from '../../src/domain/approvals/brief/source-text.ts';

export type Args = Readonly<Record<string, unknown>>;
export type Said = { readonly role: string; readonly content: string } & Readonly<Record<string, unknown>>;

export const system = (content: string): Said => ({ role: 'system', content });
export const user = (content: string, more: object = {}): Said => ({ role: 'user', content, ...more });
export const agent = (content: string, more: object = {}): Said => ({ role: 'assistant', content, ...more });
export const tool = (content: string, more: object = {}): Said => ({ role: 'tool', name: 'lookup', content, ...more });

/** A text alone is all that was said, by the user. */
export type Conversation = string | readonly Said[];

/** @param says the agent's words beside its call */
export const briefOn = (said: Conversation, args: Args, says = ''): Brief =>
  briefFor({
    title: '',
    messages: typeof said === 'string' ? [user(said)] : [...said],
    says,
    calls: [{ name: 'act', args }],
    holds: 'nothing',
  });

/** The source of each argument, as a person reads it. */
export const sourcesOn = (said: Conversation, args: Args, says = ''): Record<string, string> =>
  Object.fromEntries(
    briefOn(said, args, says)
      .sources.flat()
      .map(({ leaf, source }) => [leaf.place, sourceText(source)]),
  );

/** The lines of an order, of which no sum is its total. */
export const orderLines = (length: number): object[] =>
  Array.from({ length }, (_, n) => ({ pos: n + 1, article: `A-${n}`, quantity: 2, price: 7.25, ok: true }));
