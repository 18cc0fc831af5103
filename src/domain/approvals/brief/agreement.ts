/** Whether a user agrees to the values that the agent has just told them. */

import { isIdKey } from './contradict-money.ts';
import { type Figure, figuresIn } from './formulas.ts';
import type { Leaf } from './input.ts';
import { isSlip } from './numbers.ts';

/** Agreement in six languages, at the beginning of a sentence. Cap: the first 4,000 characters of a message. */
const CONFIRMS =
  /(?:^|[.!,;\n。、] *)(?:(?:(?:(?:that(?:'s| is)?|it's|it is|das(?: ist| geht)?|alles|c'est|es|esta|e) )?(?:yes|yep|yeah|sure|ok(?:ay)?|correct|exactly|perfect|good(?=[.,!]|$| (?:price|idea|plan|choice|enough))|(?:great|right|cool|fine|bon|bien)(?= *(?:[^a-z ]|$| (?:and|so|then|please|thanks?|you|let|go|book|do|i|we|that|for|with|by|price|idea|plan|choice|alors|entonces|sur|entendu)(?![a-z])))|all ?right|works|agreed|approved?|confirmed|(?:sounds?|looks) good|excellent|ja|jo|jep|jawohl|genau|gut|prima|wunderbar|alles klar|gern|passt|stimmt|einverstanden|in ordnung|klar|super|top|sehr gut|perfekt|oui|d'accord|genial|impeccable|parfait|exact|ca|note|tres bien|entendu|si|claro|vale|dale|venga|listo|estupendo|de acuerdo|perfecto|correcto|muy bien|excelente|confirmo|sim|certo|isso|fechado|avance|perfeito|otimo|combinado|de acordo|beleza)|i (?:confirm|agree|approve|want|would like|'d like)|(?:please )?(?:do (?:it|that|so)|go ahead|proceed|go for it|make it so|continue|(?:book|send|pay|order)(?: (?:it|them|this|that|both|all)|(?=[.!,]|$)))|let's|mach|bitte|vas-y|allez-y|adelante|pode)(?![a-z]| ?\?)|はい|ええ|お願い|了解|大丈夫|それで|承知|いいです|結構です|オッケー|問題ない|問題ありません|かまいません)/;
/** A refusal or a correction: at the beginning of a clause (`no del cole` is a contrast), or a word that is nothing else. */
const REFUSES =
  /^[^.!?,;\n。、]*(?<![a-z])(?:no|not|don't|can't|cannot|won't|nein|nicht|kein|keine|non|pas|nao)(?![a-z])|(?:^|[.!?,;\n] *)(?:no(?!(?<=, ?[a-z ]{1,40}, ?no) (?:(?:del?|al|do|da) |(?!way|wait|need|thanks?|sorry)[a-z]{4,}[.!]?$))|nope|wait|stop|nein|non|nao)(?![a-z])|(?<![a-z])(?:(?:can't|cannot|won't) accept|never|wrong|instead|too (?:much|many|high)|nie|falsch|stattdessen|zu (?:viel|hoch)|jamais|faux|trop|plutot|nunca|mal|demasiado|mejor|errado|demais)(?![a-z])|いいえ|いや|待って|違|高すぎ/;

/** `Okay. Please do not use it`: what a later sentence negates may be the value. Cap: the first 4,000 characters. */
const NEGATES =
  /[.!?\n] *[^.!?\n]*(?<![a-z])(?:(?<!why )not(?! a problem)|[a-z]+n't(?! (?:worry|mind|forget))|nicht(?! vergessen)|kein(?:e[nmrs]?)?(?! (?:problem|ding|thema))|pas(?! de (?:problem|souci))|nao(?! tem problema))(?![a-z])|(?:了解|大丈夫)[^。、]*(?:ません|ない)/;

/** Whether folded text begins with a refusal, or corrects something. Cap: its first 4,000 characters. */
export const isRefusal = (text: string): boolean => REFUSES.test(text.slice(0, 4_000));

/** `Ok, but the 15th please`. Without it, other figures may be a phone number, say. */
const BUT = /(?<![a-z])(?:but|make it|aber|mais|pero|mas|porem)(?![a-z])|でも|けど/;

/** A value that the agent told the user. */
interface Told {
  readonly leaf: Pick<Leaf, 'key'>;
  readonly raw: string;
  readonly number?: number | undefined;
  readonly day?: number | undefined;
}

/** Whether a value is a number, a day or a time: an agent computes these, but no ids. */
const isComputable = ({ number, day, raw, leaf }: Told): boolean =>
  !isIdKey(leaf.key) && (number !== undefined || day !== undefined || /^\d\d:\d\d/.test(raw));

/** Whether a figure that the agent didn't name may be meant instead: `the 15th`, `3 pm`, or one of that size. */
const isNear = ({ isAmount, values: [other = 0] }: Figure, { number }: Told): boolean =>
  number === undefined ? other <= 31 && !isAmount : other > number / 5 && other < number * 5;

/**
 * What a user's reply says of each value: agreed to; told without an objection, if an agent may compute it; otherwise nothing.
 * @param text the beginning of the reply, folded
 * @param offers what the agent said before it: `Ok, but refund 64 GBP` and `Ok, 64 please` agree to no 640
 */
export function agreementIn(
  reply: string,
  text: string,
  offers: readonly string[],
): (one: Told) => 'agreed' | 'told' | undefined {
  if (isRefusal(text)) return () => undefined;
  const isConfirmed = CONFIRMS.test(text) && !NEGATES.test(text);
  const isBut = BUT.test(text);
  const offered = new Set(offers.flatMap((offer) => figuresIn(offer).all.map(({ values: [one] }) => one)));
  const named = figuresIn(reply).all.filter(({ values: [one] }) => !offered.has(one));
  return (one) => {
    const { number } = one;
    const corrects = (figure: Figure): boolean =>
      (isBut && isNear(figure, one)) ||
      (number !== undefined && (figure.isAmount || isSlip(figure.values[0] ?? 0, number)));
    if (isConfirmed && !(isComputable(one) && named.some(corrects))) return 'agreed';
    return isComputable(one) && !named.some((figure) => isNear(figure, one)) ? 'told' : undefined;
  };
}
