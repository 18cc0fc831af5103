/** What is put into the outbox comes out of it: every byte, in its order, and untouched by what is put later. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Outbox } from '../../src/mcp/stdio/outbox.ts';

/** Texts short and long, some longer than a block of 128 KB, up to three bytes a character. */
const text = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(1, 1, 1, 100, 2_000, 9_000))
  .map(([part, times]) => part.repeat(times));
/** Undefined: what waits is taken. */
const steps = fc.array(fc.option(text, { nil: undefined, freq: 4 }), { maxLength: 40 });

it('gives the bytes of all texts', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const outbox = new Outbox();
      const taken: Buffer[] = [];
      let waits = false;
      for (const step of [...all, undefined]) {
        if (step === undefined) taken.push(...outbox.take());
        else outbox.put(step);
        waits = step === undefined ? false : waits || step !== '';
        expect(outbox.isEmpty).toBe(!waits);
      }
      const texts = all.flatMap((step) => (step === undefined ? [] : [Buffer.from(step)]));
      expect(Buffer.concat(taken).equals(Buffer.concat(texts))).toBe(true);
    }),
  );
});
