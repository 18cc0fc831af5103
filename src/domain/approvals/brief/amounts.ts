/** Sums, products and shares of numbers, each with its formula, which is written for the one that is found. */

import { sharesOf } from './formulas.ts';

/** What numbers come to. */
export interface Amount {
  readonly is: number;
  /** Its formula, or a number alone. */
  text(): string;
}

/** Each number above 0 once, but no 1, which changes nothing. */
export const distinct = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].filter((one) => one > 0 && one !== 1);

export const single = (is: number): Amount => ({ is, text: () => String(is) });

/** Sums of each two. Most of thousands are far from the value: `isWanted` says which are made. */
export const pairsOf = (amounts: readonly Amount[], isWanted: (is: number) => boolean): readonly Amount[] =>
  amounts.flatMap((one, at) =>
    amounts.slice(at + 1).flatMap((other): Amount[] => {
      const is = one.is + other.is;
      return isWanted(is) ? [{ is, text: () => `${one.text()} + ${other.text()}` }] : [];
    }),
  );

/** Each with a number above 0 added and taken off; none with itself. */
export const changedBy = (
  extras: readonly number[],
  amounts: readonly Amount[],
  isWanted: (is: number) => boolean = () => true,
): readonly Amount[] =>
  amounts.flatMap(({ is, text }) =>
    extras.flatMap((extra): Amount[] =>
      [extra, -extra].flatMap((by) =>
        extra !== is && isWanted(is + by)
          ? [{ is: is + by, text: () => `${inBrackets(text(), / and /)} ${by < 0 ? '−' : '+'} ${extra}` }]
          : [],
      ),
    ),
  );

/** These, and a percentage of each, and each with it added or taken off. */
export const withShares = (amounts: readonly Amount[], percents: readonly number[]): readonly Amount[] => [
  ...amounts,
  ...percents.flatMap((percent) =>
    amounts.flatMap(({ is, text }) =>
      sharesOf(is, percent).map(
        (share): Amount => ({ is: share, text: () => `${inBrackets(text())} and ${percent} %` }),
      ),
    ),
  ),
];

/** `(15 × 24.9 + 8 × 41.2) and 10 %`. */
const inBrackets = (text: string, marks = /[+−]/): string => (marks.test(text) ? `(${text})` : text);

/** `3 × 118`, of a count and a price; a 1 is left out. */
export const timesText = ([count, price]: readonly [number, number]): string =>
  count === 1 ? String(price) : price === 1 ? String(count) : `${count} × ${price}`;

/** The prices, each also times a count, and times a length of time. */
export const productsOf = (
  prices: readonly number[],
  counts: readonly number[],
  spans: readonly number[],
): readonly Amount[] =>
  prices.flatMap((price): Amount[] => [
    ...counts.flatMap((count): Amount[] => [
      { is: count * price, text: () => `${count} × ${price}` },
      ...spans.flatMap((span): Amount[] =>
        span === 1 || span === count ? [] : [{ is: count * span * price, text: () => `${count} × ${span} × ${price}` }],
      ),
    ]),
  ]);
