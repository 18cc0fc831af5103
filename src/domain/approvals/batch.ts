/**
 * One question about several requests: alike ones as a table with one choice, every other one with its warnings, a choice
 * and a comment, over as many pages as needed. Nothing is sent before the last page is answered.
 */
import type { Given, Page, PartAnswer } from '../../mcp/contract/question.ts';
import { present } from '../../mcp/contract/result.ts';
import { digest } from '../../platform/text.ts';
import { count } from '../../present/units.ts';
import type { People } from '../threads/starter.ts';
import { AROUND, type Ask, askAbout, asksOf, lengthOf, ONE_BY_ONE } from './batch-field.ts';
import { MAX_PAGES, QUESTION_PAGE } from './may-approve.ts';
import { type Decidable, olderParts, rejectsOlder } from './question.ts';

/** A batch as it is asked, and how its replies are read. @param about what the caller asked for: a reply is for nothing else */
export function batchOf(about: unknown, decidable: readonly Decidable[], leftOut: readonly LeftOut[], people: People) {
  const named = [...decidable.map(({ item }) => item), ...leftOut].map(({ threadId }) => threadId);
  const asks = asksOf(decidable, named, people);
  const first = paged(asks);
  const isOneByOne = ({ name }: Ask, given: Given): boolean => given.get(name)?.choice === ONE_BY_ONE.value;
  /** The pages, once it is known which tables are gone through one by one. */
  const pagesFor = (given: Given): Pages => {
    const singles = asks
      .filter((ask) => isOneByOne(ask, given))
      // What the human wrote for all of them is not lost.
      .flatMap(({ name, members }) =>
        members.map((one) => askAbout(one, named, { written: given.get(name)?.comment })),
      );
    const all = [...first, ...paged(singles)];
    return { shown: all.slice(0, MAX_PAGES), unasked: requestsIn(all.slice(MAX_PAGES).flat()) };
  };
  return {
    form: {
      subject: `${decidable.length + leftOut.length} threads`,
      // Those that the question names, and no others, are rejected.
      digest: digest([about, asks.flatMap(({ older }) => older)]),
      page: (index: number, given: Given) => pageOf(index, pagesFor(given), index === 0 ? leftOut : []),
      goesOn: (index: number, given: Given) => index + 1 < pagesFor(given).shown.length,
    },
    /** What the human chose. */
    read(given: Given) {
      const asked = pagesFor(given).shown.flat();
      return {
        /** For a thread; `unasked`: it did not fit into the question. */
        choiceOf(threadId: string): PartAnswer | 'unasked' | undefined {
          if (asked.some(({ name }) => name === threadId)) return given.get(threadId);
          const ask = asks.find(({ members }) => members.some(({ item }) => item.threadId === threadId));
          if (ask === undefined) return undefined;
          return isOneByOne(ask, given) || !asked.includes(ask) ? 'unasked' : given.get(ask.name);
        },
        /** Older requests to reject, each under its newest. What is gone through one by one is asked again. */
        older: asked
          .filter((ask) => rejectsOlder(ask.name, given) && !isOneByOne(ask, given))
          .flatMap(({ members, older }) =>
            members.map(({ sheet }) => ({
              newest: sheet,
              older: sheet.repeated.older.filter((id) => older.includes(id)),
            })),
          ),
      };
    },
  };
}

interface Pages {
  readonly shown: readonly (readonly Ask[])[];
  /** Requests that don't fit. */
  readonly unasked: number;
}

const requestsIn = (asks: readonly Ask[]): number => asks.reduce((sum, { members }) => sum + members.length, 0);

/** Fills pages in order; what is asked about is on one page. */
function paged(asks: readonly Ask[]): Ask[][] {
  const pages: Ask[][] = [];
  let left = 0;
  for (const ask of asks) {
    const need = lengthOf(ask.lines);
    if (need > left) {
      pages.push([]);
      left = QUESTION_PAGE - AROUND;
    }
    pages.at(-1)?.push(ask);
    left -= need;
  }
  return pages;
}

/** A request that can't be decided on. */
interface LeftOut {
  readonly threadId: string;
  /** Four eyes bar the caller from it. */
  readonly isBarred: boolean;
}

function leftOutLine(leftOut: readonly LeftOut[], isBarred: boolean): string | undefined {
  const threads = leftOut.filter((one) => one.isBarred === isBarred).map(({ threadId }) => threadId);
  const why = isBarred ? 'four eyes bar you from deciding on them' : "they can't be decided on as they are";
  return threads.length === 0 ? undefined : `Left out, because ${why}: ${threads.join(', ')}.`;
}

function pageOf(index: number, { shown, unasked }: Pages, leftOut: readonly LeftOut[]): Page {
  const asks = shown[index] ?? [];
  const pages = shown.length;
  // Fields are numbered through all pages.
  const before = shown.slice(0, index).flat().length;
  const requests = requestsIn(asks);
  const page = pages === 1 ? '' : `Page ${index + 1} of ${pages}: `;
  const together = asks.length < requests ? ' or for alike ones together' : '';
  const each = requests === 1 ? '' : `, a decision for each${together}`;
  const later = index + 1 < pages ? ' Nothing is sent before the last page.' : '';
  return {
    message: [
      `${page}${count(requests, 'request')}${each}. Reject ends the thread with your comment as the reason; what you leave waiting is not touched.${later}`,
      ...asks.flatMap(({ lines: [first = '', ...more] }, at) => ['', `${before + at + 1}. ${first}`, ...more]),
      ...present(
        leftOutLine(leftOut, true),
        leftOutLine(leftOut, false),
        unasked > 0 && `Not in these ${pages} pages, so left waiting: ${count(unasked, 'more request')}.`,
      ),
    ].join('\n'),
    parts: asks.flatMap(({ part, older }, at) => {
      const own = part(before + at + 1);
      return [own, ...olderParts(own.name, older, before + at + 1)];
    }),
  };
}
