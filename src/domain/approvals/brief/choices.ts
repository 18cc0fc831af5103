/**
 * Choices from small, closed families (environments, roles, on and off) that differ between the agent's text and its calls.
 * A text that asks for one member rules the others out.
 */

import { differences, findingsOf } from './differences.ts';
import { type BriefCall, type Finding, type Leaf, type Span, wordsOfKey } from './input.ts';
import { isInAction, isStated, type Prose } from './prose.ts';

interface Family {
  /** A word in the name of an argument that has a member as its value. */
  readonly keys: RegExp;
  /** The words of each member. */
  readonly members: readonly RegExp[];
  /** How a text asks for a member. */
  readonly asked: RegExp;
}

/** How a text asks for a member if its family says nothing else: "low priority". `%` is a member, `&` a key. */
const BESIDE = '% (?:&)';

/** Each line: words of names, the members with their synonyms, and how a text asks for one. */
const FAMILIES = String.raw`
  env|environment => production|prod|live / staging|stage / test|testing|qa|sandbox / development|dev => (?:to|for|on|in) (?:the )?%
  role|permission => viewer|read[- ]only / commenter|comment / editor|edit / member / admin|administrator|owner => (?:as|to|be|becomes?|only|needs?) (?:an? )?%|% (?:rights?|role)
  priority => low / normal / high / urgent
  visibility => private / public => (?:make|be)(?: \S+){0,3} %
  when => immediately / end of (?:the )?(?:\p{L}+ )?period => %
  interval => daily / weekly / monthly|month / quarterly|quarter / yearly|year => (?:(?:week|month|quarter|year)ly|every (?:week|month|quarter|year))
  type => vacation / sick / parental / unpaid => %
  plan|package => free / basic|starter / standard / team / pro|professional / premium / business / enterprise => (?:to|be on|book) (?:the )?%
  service|delivery => express / standard / overnight
  format => pdf / xlsx / csv / json / docx / xml => as (?:an? )?%
  language => english|en / german|de / french|fr / spanish|es / italian|it / portuguese|pt / dutch|nl / polish|pl => (?<=\bin )%
  month|period => january|jan|01 / february|feb|02 / march|mar|03 / april|apr|04 / may|05 / june|jun|06 / july|jul|07 / august|aug|08 / september|sep|09 / october|oct|10 / november|nov|11 / december|dec|12 => for %
  quarter => q1 / q2 / q3 / q4 => %
  trip => one[- ]way / round[- ]trip => %
  stage => lead / qualification / proposal / negotiation / won / lost => to (?:the )?(?:(?:&) )?%
  room => single / double / twin / suite
  enabled => enabled?|on / disabled?|off => (?:enable|disable|(?:turn|switch) (?:[\w-]+ ){0,5}?(?:on|off))(?!\p{L})
`;

/** Opposite verbs, one of which is in the name of a function: `delete_channel`. */
const OPPOSITES =
  'archive / delete|remove|purge|erase, add|invite / remove|delete, grant|give / revoke|withdraw, accept / reject|decline|deny, start|resume / stop|pause, lock|block|suspend / unlock|unblock|reactivate, publish / unpublish, upgrade / downgrade, increase|raise / decrease|lower|reduce';
const DONE = String.raw`(?<=\b(?:I|me|to|please|would)\s|^)%`;

/** Compiled by the first brief: compiling them at the start would delay it. */
let families: readonly Family[] | undefined;
const compiled = (): readonly Family[] => [
  ...FAMILIES.trim()
    .split('\n')
    .map((line) => family(line.trim().split(' => '))),
  ...OPPOSITES.split(', ').map((members) => family(['function', members, DONE])),
];

function family([keys = '', members = '', asked = BESIDE]: readonly string[]): Family {
  const all = members.split(' / ');
  const word = (alternatives: string): string => `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`;
  const pattern = asked.replaceAll('%', `["'“‘]?${word(all.join('|'))}`).replaceAll('&', keys);
  return {
    keys: new RegExp(word(keys), 'u'),
    members: all.map((alternatives) => new RegExp(word(alternatives), 'giu')),
    asked: new RegExp(`(?<!\\p{L})(?:${pattern})`, 'giu'),
  };
}

/** Members of families in calls of which the text asks for others only. A function's name counts as an argument. */
export function choiceFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const named = calls.map((call) => ({
    ...call,
    leaves: [...call.leaves, { path: 'function', key: 'function', value: call.name.raw, holder: call }],
  }));
  families ??= compiled();
  return families.flatMap((one) => familyFindings(one, named, prose));
}

interface Member extends Span {
  readonly member: number;
}

function familyFindings(one: Family, calls: readonly BriefCall[], prose: Prose): Finding[] {
  const held = calls.flatMap((call) =>
    call.leaves.flatMap((leaf) => {
      const member = memberOf(one, leaf);
      return member < 0 ? [] : [{ call, leaf, found: { text: String(leaf.value), at: 0, end: 0, member } }];
    }),
  );
  if (held.length === 0) return [];
  const membersIn = (pattern: RegExp): Member[] =>
    [...prose.text.matchAll(pattern)].flatMap(({ 0: text, index: at }) =>
      isNegated(prose, at)
        ? []
        : one.members.flatMap((pattern, member) =>
            text.search(pattern) < 0 ? [] : [{ text, at, end: at + text.length, member }],
          ),
    );
  const asked = membersIn(one.asked);
  // A member that is only mentioned contradicts nothing, but it can explain a call.
  const mentioned = one.members.flatMap(membersIn);
  const isAsked = (_: Prose, place: Member): boolean =>
    asked.includes(place) &&
    (/^(?:on|in) /i.test(place.text) ? isInAction(prose, place.at) : isStated(prose, place.at));
  return differences([...mentioned, ...asked], held, (a, b) => a.member === b.member, prose, isAsked);
}

/** The only member that a value names; of a boolean the one in its name, or the other one of two. */
function memberOf({ keys, members }: Family, { key, value }: Leaf): number {
  const name = wordsOfKey(key).join(' ');
  if (!keys.test(name)) return -1;
  const phrase = typeof value === 'boolean' ? name : wordsOfKey(String(value).padStart(2, '0')).join(' ');
  const [member = -1, ...others] = members.flatMap((one, index) => (phrase.search(one) < 0 ? [] : [index]));
  if (others.length > 0 || (value === false && members.length > 2)) return -1;
  return value === false && member >= 0 ? 1 - member : member;
}

const NEGATED =
  /(?:\b(?:not|no|never|without|nobody|instead of|rather than|leaves?)|n['’]t)\s(?:[^\s,;.]+\s){0,2}$|\bfrom (?:the |an? )?$/i;
const isNegated = ({ text }: Prose, at: number): boolean => NEGATED.test(text.slice(Math.max(0, at - 40), at));

/** Words of names that say nothing about what is switched. */
const GENERIC = new Set('is has should enable require send allow include use'.split(' '));

/** Switches that the text wants otherwise: "without notifying them" and `notifyAttendees: true`. */
export function switchFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  return findingsOf(calls, ({ key, value }) => {
    const stems = wordsOfKey(key)
      .filter((word) => !GENERIC.has(word))
      .map((word) => (word.length > 4 ? `${word.slice(0, Math.max(4, word.length - 2))}\\p{L}*` : word));
    if (typeof value !== 'boolean' || stems.length === 0) return undefined;
    const phrase = stems.join('[ -]');
    const asked = value
      ? `(?:without|do not|don['’]t)(?: an?)? ${stems[0]}|${phrase} must not`
      : `(?:by|only an?) ${phrase}|(?:turn|switch) on ${phrase}`;
    return [...prose.text.matchAll(new RegExp(`(?<!\\p{L})(?:${asked})(?!\\p{L})`, 'giu'))].findLast(
      ({ index: at }) => isStated(prose, at) && !isNegated(prose, at),
    )?.[0];
  });
}
