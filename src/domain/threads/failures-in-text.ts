/** Whether a tool's words say that it failed, or that it did something. English, and the word for an error in some languages. */

/** Deeds. A list, since a word that isn't known must not count as one. */
export const DONE =
  /(?<!already )\b(?:accepted|added|booked|captured|charged|completed?|confirmed|created|credited|debited|deleted|delivered|deployed|dispatched|done|executed|filed|finished|fulfilled|granted|issued|logged|merged|moved|opened|ordered|paid|placed|posted|processed|published|purchased|recorded|refunded|registered|released|removed|reserved|restarted|saved|scheduled|settled|submitted|shipped|stored|succeeded|success(?:ful(?:ly)?)?|transferred|updated|uploaded|wired|written|sent(?! (?:for|to)\b)|ok)\b/i;

/** `Nothing was charged`, `before it can be sent`: deeds that weren't, or are still to come. */
const NO_DEED =
  /(?:\b(?:no|not|nothing|never|none|before|until|unless|once|can|cannot|could|will|would|must|to be)\b|n['’]t\b)[^.;,\n]{0,80}/gi;

/** Whether this is the word of a deed, and no more. */
export const isDeed = (word: string): boolean => /^\w+$/.test(word) && DONE.test(word);

export const saysDone = (said: string): boolean => DONE.test(said.replace(NO_DEED, ' '));

/** At the beginning they make any text an error. */
const BEGINS =
  /^\W*(?:(?:an )?(?:error|failed|failure|exception|traceback|fehler|erreur|errore)\b|http\S{0,4} [45]\d\d\b|[45]\d\d (?:internal|bad|not|payment required|conflict|gone|service|gateway)\b)/i;

/** Characters of a text in which these are looked for anywhere: a longer one is a document, and speaks of other things. */
const SHORT = 300;
/** Characters that are read of any text. */
export const READ = SHORT + 1;
/** With the deed that they deny: `could not be processed`. */
const ANYWHERE = new RegExp(
  [
    "\\b(?:could|can|did|was|were|has|have|had)(?:not| not|n['’]t)(?: be(?:en)?)? ?\\w*",
    '\\bunable to(?: be)? \\w+',
    '\\bfail(?:ed|s|ure)?\\b(?: to(?: be)? \\w+)?',
    '\\bnot (?:be )?(?:found|allowed|permitted|authori[sz]ed|possible|supported|available|implemented|processed|completed|executed|sent|paid|done|created|accepted|approved|run)\\b',
    "\\bno such \\w+|\\bdo(?:es)?(?: not|n['’]t) exist\\b",
    '\\b(?:insufficient|not enough) \\w+',
    '\\b(?:denied|declined|refused|rejected|unauthori[sz]ed|forbidden|unavailable|timed out|time ?out(?! (?:is|was|set|of|to|changed)\\b|[:=])|expired|aborted|invalid)\\b',
    '\\b(?:limit|quota|budget)s? (?:exceeded|reached)\\b|\\btoo many requests\\b',
    '\\berrors?(?=:| \\d| occurred| code)|\\w+(?:error|exception)\\b|\\b(?:internal server|bank|network|server) error\\b',
    '\\bstatus(?: code)?:? [45]\\d\\d\\b',
  ].join('|'),
  'gi',
);

/** Errors that there were none of, and those of another time. */
const NONE =
  /\b(?:no|0|zero|without(?: any)?) (?:errors?|failures?|failed|exceptions?)\b|\b(?:errors?|failed|failures?|exceptions?)\W{1,3}(?:0|no|none|null|false)(?=[\s"'}]*(?:[,;.\n]|$))/gi;
const EARLIER = /\b(?:last|previous|earlier|prior)\b[^.;\n]{0,60}/gi;

/** Verbs of calls that are meant to end so: `decline_offer` ends with "declined". Not `retry_failed`: that is no verb. */
const MEANT: readonly (readonly [verb: string, word: RegExp])[] = [
  ['reject', /reject/i],
  ['decline', /declin/i],
  ['deny', /den(?:y|ied)/i],
  ['refuse', /refus/i],
  ['cancel', /cancel/i],
  ['expire', /expir/i],
  ['abort', /abort/i],
  ['block', /block/i],
  ['void', /void/i],
  ['fail', /fail/i],
];

/** Whether a call of this name is meant to end in this word. */
export function isMeant(name: string, word: string): boolean {
  const verbs = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return MEANT.some(([verb, pattern]) => pattern.test(word) && verbs.includes(verb));
}

/** `failed`, or `partly` if it tells of a deed, too; undefined if it tells of no failure. */
export function failureIn(said: string, name: string): 'failed' | 'partly' | undefined {
  const plain = said.slice(0, READ).replace(/[_-]+/g, ' ').replace(NONE, ' ');
  const begin = BEGINS.exec(plain)?.[0];
  if (begin !== undefined && !isMeant(name, begin)) return 'failed';
  if (said.length > SHORT) return undefined;
  const now = plain.replace(EARLIER, ' ');
  const fails = (part: string): boolean => (part.match(ANYWHERE) ?? []).some((word) => !isMeant(name, word));
  const isDone = saysDone(now.replace(ANYWHERE, ' '));
  if (fails(now)) return isDone ? 'partly' : 'failed';
  return fails(plain) && !isDone ? 'failed' : undefined;
}
