/** Text of any code points. */
import * as fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * What fast-check's own unit 'binary' makes, halves of surrogate pairs left out as there. That one lists all of the million
 * code points first, which takes longer than the tests that use it.
 */
const codePoint = fc.nat(0x10ffff - SURROGATES.count).map(
  (n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  (text) => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (point < 0 || String.fromCodePoint(point) !== text) throw new Error('one code point');
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);

export const anyCodePoints = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });
