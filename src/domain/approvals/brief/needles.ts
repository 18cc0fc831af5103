/** What is looked for in texts: the notations of a value. */

/** A notation: letters and digits, `·` for a decimal mark, and what must or must not stand beside it. */
export interface Needle {
  readonly text: string;
  /**
   * `number`: with marks only between groups of three digits; `day`: with a mark between its parts; `month-first`: a day with
   * other marks than points, since `07.11.` is no day of July.
   */
  readonly as: 'word' | 'number' | 'day' | 'month-first';
  readonly after?: RegExp;
  readonly before?: RegExp;
  /** It is the value in other units: `20.50` of 2050 cents, the `2` of `2 million`. */
  readonly isConverted?: boolean;
}

export interface Wanted {
  /**
   * `value`: somebody must have said it; `common`: nothing follows where nobody did (`true`, `EUR`, a word of the tool's own);
   * `figures`: a phrase of which somebody must have said the figures, and nothing follows where somebody did; `free`: a phrase
   * that the agent may word, which is not looked for.
   */
  readonly is: 'value' | 'common' | 'figures' | 'free';
  /** All parts must be said in one message, each in any of its notations. */
  readonly parts: readonly (readonly Needle[])[];
  /** In units of its currency, if it is an amount. */
  readonly number?: number;
  /** The beginning of a day. */
  readonly day?: number;
}

/** Where a value comes from. `message` is the number of the message, from 1; 0 if it is computed from several. */
export type Source =
  | { readonly from: 'user'; readonly message: number; readonly isConfirmed: boolean }
  | { readonly from: 'tool'; readonly message: number; readonly tool: string | undefined }
  | { readonly from: 'computed'; readonly message: number; readonly formula: string }
  /** `told`: the agent told the user, who wrote again and didn't refuse. */
  | { readonly from: 'told'; readonly message: number }
  /** `echo`: the message of a tool that gave it back. */
  | { readonly from: 'agent'; readonly message: number; readonly echo: number | undefined }
  /** `not compared`: a text that the agent may word. */
  | { readonly from: 'platform' | 'nobody' | 'not known' | 'not compared' };

/** Words that may stand alone. */
export const words = (texts: readonly string[]): Needle[] => [...new Set(texts)].map((text) => ({ text, as: 'word' }));
