/** Times, quantities, choices, names and codes: contradictions, and text that only looks contradictory. */
import { describe, expect, it } from 'vitest';
import { call } from '../../bench/brief/labelled.ts';
import { findingsFor } from '../../bench/brief/score.ts';
import { isSameTime, timesIn } from '../../src/domain/approvals/brief/times.ts';

type Case = readonly [says: string, args: Readonly<Record<string, unknown>>, quote?: string];

function finds(name: string, cases: readonly Case[]): void {
  it.each(cases.map(([says, args, quote]) => [says, JSON.stringify(args), quote, args] as const))(
    '%s %s: %s',
    (says, _written, quote, args) => {
      const facts = findingsFor({ title: '', says, calls: call(name, args), holds: 'nothing' });
      const part = quote === undefined ? [] : [expect.stringMatching(new RegExp(`says ⟦?${quote}⟧?, the call has`))];
      expect(facts).toEqual(part);
    },
  );
}

describe('a time of day', () => {
  const same = (said: string, held: string): boolean => {
    const [[one], [other]] = [timesIn(said), timesIn(held)];
    return one !== undefined && other !== undefined && isSameTime(one, other);
  };
  it.each([
    ['at 14:30', '2026-06-18T14:30:00', true],
    ['at 9:15', '21:15', true],
    ['at 9:15 am', '21:15', false],
    ['half past nine', '09:30', true],
    ['quarter to three', '14:45', true],
    ['at noon', '12:00', true],
    ['at 14:30', '2026-06-18T13:30:00+02:00', false],
    ['at 15:00', '2026-06-18T13:00:00Z', true],
    ['at 15:20', '2026-06-18T13:00:00Z', false],
    ['at 5 pm CET', '2026-02-12T16:00:00Z', true],
    ['at 5 pm CET', '2026-02-12T17:00:00Z', false],
    ['at 15:00 Berlin time', '2026-06-18T13:00:00Z', true],
    ['at 15:00 Berlin time', '2026-06-18T14:00:00Z', false],
    ['at 10 am their time', '2026-06-18T14:00:00Z', true],
  ])('%s and %s: %s', (said, held, isSame) => {
    expect(same(said, held)).toBe(isSame);
  });

  finds('book', [
    ['I move it to 14:30.', { start: '2026-06-18T13:30:00+02:00' }, '14:30'],
    ['The shop closes at 18:00. Send the driver before?', { at: '16:30' }],
    ['I publish it on Monday.', { publishAt: '2026-05-05T08:00:00Z' }, 'on Monday'],
    ['I publish it on Monday.', { publishAt: '2026-05-04T08:00:00Z' }],
  ]);
});

describe('a quantity', () => {
  finds('set', [
    ['I want 30 seconds.', { timeoutMs: 30_000 }],
    ['I want 30 seconds.', { timeoutSeconds: 30 }],
    ['I want 5 minutes.', { timeoutSeconds: 5 }, '5 minutes'],
    ['I want 1 TB.', { sizeGb: 1024 }],
    ['I want 12.5kg.', { weightGrams: 12_500 }],
    ['I want 12.5 kg.', { weightGrams: 1250 }, '12.5 kg'],
    ['Please keep them for three months.', { retentionDays: 92 }],
    ['Please keep them for two weeks.', { retentionDays: 15 }, 'two weeks'],
    ['A box of 30 x 20 x 15 cm.', { widthCm: 20, lengthCm: 30, heightCm: 15 }],
    ['A box of 30 x 20 x 15 cm.', { widthCm: 20, lengthCm: 30, heightCm: 51 }, '15 cm'],
    ['I want 16 GB.', { memory: '8GB' }, '16 GB'],
    ['40 of 50 GB are full. Double it?', { diskGb: 100 }],
    ['Arrival 4 May, from then to 8 May.', { nights: 4 }],
    ['He stays from 30 April to 2 May. Book it?', { nights: 3 }, '30 April to 2 May'],
    ['Away from 4 to 15 May 2026.', { days: 10 }],
    ['I invoice it, dated 1 May 2026, due in 30 days.', { date: '2026-05-01', dueDate: '2026-05-31' }],
  ]);
});

describe('a choice', () => {
  finds('set', [
    ['I want to run it on staging first.', { environment: 'prod' }, 'on staging'],
    ['It works on staging. Shall I deploy it?', { environment: 'production' }],
    ['She only needs read-only access.', { role: 'storage.admin' }, 'needs read-only'],
    ['From viewer to editor, please.', { role: 'editor' }],
    ['From viewer to editor, please.', { role: 'viewer' }, 'to editor'],
    ['Dana is an admin and asks for Kim. OK?', { role: 'viewer' }],
    ['I turn off the flag.', { enabled: true }, 'turn off'],
    ['Cancel it at the end of the period, not immediately.', { when: 'immediately' }, 'end of the period'],
    ['Bill them for March.', { period: '2026-04' }, 'for March'],
    ['They move from Basic to Pro.', { plan: 'basic' }, 'to Pro'],
    ['I send it without notifying them.', { notifyAll: true }, 'without notifying'],
    ['This is only a dry run.', { dryRun: false }, 'only a dry run'],
    ["Yesterday's dry run was fine. Go on?", { dryRun: false }],
    ['Send it to Mr Gruber in Austria.', { country: 'AU' }, 'Austria'],
    ['Send it from Germany to Graz.', { country: 'AT' }],
    ['Ask Jonas Weber to sign.', { signer: 'Jonas Becker' }, 'Jonas Weber'],
    ['Ask Ms Weber to sign.', { signer: 'Anna Weber' }],
  ]);
  finds('delete_channel', [
    ['May I archive the channel?', { channel: 'x' }, 'archive'],
    ['I delete the copy and archive the original.', { channel: 'x' }],
  ]);
});

describe('a code', () => {
  finds('set', [
    ['The record should point to 203.0.113.24.', { value: '203.0.113.42' }, '203.0.113.24'],
    ['She takes flight LH 1802.', { flight: 'LH1802' }],
    ['She takes flight LH 1802.', { flight: 'LH1820' }, 'LH 1802'],
    ['I send INV-3321.', { invoice: 'INV-3340' }, 'INV-3321'],
    ['I go to 1.29.', { version: '1.29.4' }],
    ['I patch web-01 and web-03, not web-05.', { hosts: ['web-01', 'web-02', 'web-03'] }],
  ]);
});
