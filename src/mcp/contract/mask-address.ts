/**
 * An address without the credentials that it may carry. No standard says where they are: user and password, query,
 * matrix parameters, fragment, path. So only what looks harmless is shown: words, versions, dates, placeholders.
 */
import { decoded } from './decoded.ts';

/** What stands for a part of an address that may be a secret. */
const ADDRESS_MASK = '••••';

/** Names of parameters, and of the part of a path before it, whose value is masked whatever it looks like. */
const SECRET_NAME =
  /token|secret|pass|pwd|signature|^sig$|key(?!word)|auth|cred|code|session|^sid$|jwt|bearer|access|otp|^pin$|ticket|hook|sas|login|^user|private/i;
/** What follows such a part of a path and is not a secret. */
const ACTION =
  /^(?:log(?:in|out)|callback|authorize|authorization|tokens?|refresh|revoke|verify|validate|introspect|info|list|rotate|exchange|keys?|users?|sessions?|status|me|v\d{1,2})$/i;
const PLACEHOLDER = /^(?:\$?\{[^{}]*\}|\{\{[^{}]*\}\}|<[\w-]+>|:[a-z]\w*|\*{1,2})$/i;
/** Words joined by points and dashes, with a digit or two at the end of one (`oauth2`); versions; dates. */
const WORDS = /^[a-z]{1,20}\d{0,2}(?:[-_.~,:+][a-z]{1,20}\d{0,2})*$/i;
const VERSION = /^v?\d{1,3}(?:\.\d{1,3}){0,2}$/i;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?(?:-preview)?$/;
/** Seven consonants in a row are no word. */
const UNSPEAKABLE = /[bcdfghjklmnpqrstvwxz]{7,}/;

/** The whole text is one address, with or without its scheme and host. */
export function addressWithoutCredentials(address: string): string {
  const [beforeFragment = '', ...fragment] = address.split('#');
  const [beforeQuery = '', ...query] = beforeFragment.split('?');
  const { origin, path } = withoutUser(beforeQuery, [beforeQuery, ...query, ...fragment].join('?'));
  if (path === undefined) return origin;
  return [
    origin + pathWithoutSecrets(path),
    ...query.map((part) => `?${parameters(part, /([&;])/)}`),
    ...(fragment.length > 0 ? [`#${fragment.join('') === '' ? '' : ADDRESS_MASK}`] : []),
  ].join('');
}

/** Addresses inside other text, and what reads like a secret's name and its value. */
export function textWithoutCredentials(text: string): string {
  if (!/[:=@]/.test(text)) return text;
  return text
    .replace(/(?:\b[a-z][\w+.-]{0,20}:)?\/\/[^\s"'<>⟦⟧`]+/gi, addressWithoutCredentials)
    .replace(/([?&;]([\w.-]{1,60})=)([^&#;\s"'<>]+)/g, (whole, start: string, name: string) =>
      SECRET_NAME.test(name) ? start + ADDRESS_MASK : whole,
    );
}

/** Scheme, user and host, and the path behind them; no path where a password with a slash hides where the host begins. */
function withoutUser(text: string, whole: string): { origin: string; path?: string } {
  const [, scheme = '', rest = ''] = /^(\s*(?:[a-z][\w+.-]*:)*\/\/)?([\s\S]*)$/i.exec(text) ?? [];
  const host = /^[^/\\]*/.exec(rest)?.[0] ?? '';
  const at = host.lastIndexOf('@');
  if (scheme === '' && at < 0) return { origin: '', path: rest };
  if (at >= 0) {
    return { origin: `${scheme}${ADDRESS_MASK}${host.slice(at)}`, path: rest.slice(host.length) };
  }
  // `//user:pa/ss@host`: what looks like a port isn't one, and the host comes later.
  const isBroken = /:(?!\d{0,5}$)/.test(host.replace(/^\[[\da-f:.]+\]/i, '')) && whole.includes('@');
  if (isBroken)
    return { origin: `${scheme}${ADDRESS_MASK}${whole.slice(whole.lastIndexOf('@'))}`.split(/[?#]/)[0] ?? '' };
  return { origin: scheme + host, path: rest.slice(host.length) };
}

function pathWithoutSecrets(path: string): string {
  let before = '';
  return path.replace(/[^/\\]+/g, (segment) => {
    const [name = '', ...matrix] = segment.split(';');
    const follows = SECRET_NAME.test(before) && !ACTION.test(name) && !PLACEHOLDER.test(name);
    before = name;
    const shown = follows || !isHarmless(name) ? (name.includes('=') ? parameters(name, /(,)/) : ADDRESS_MASK) : name;
    return [shown, ...matrix.map((part) => parameters(part, /(,)/))].join(';');
  });
}

/** `name=value` pairs, those that may be secrets masked. */
function parameters(text: string, separator: RegExp): string {
  return text
    .split(separator)
    .map((pair, index) => (index % 2 === 1 ? pair : parameter(pair)))
    .join('');
}

function parameter(pair: string): string {
  const at = pair.indexOf('=');
  if (at < 0) return pair === '' || (isHarmless(pair) && !SECRET_NAME.test(pair)) ? pair : ADDRESS_MASK;
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const isShown = value === '' || PLACEHOLDER.test(value) || (!SECRET_NAME.test(decoded(name)) && isHarmless(value));
  return `${isHarmless(name) ? name : ADDRESS_MASK}=${isShown ? value : ADDRESS_MASK}`;
}

function isHarmless(text: string): boolean {
  const plain = decoded(text);
  if (PLACEHOLDER.test(plain) || plain === '' || plain === '.' || plain === '..') return true;
  // Placeholders inside a part: `orders-{id}.json`, `find:{id}`.
  const rest = plain.replace(/\$?\{[\w.-]*\}/g, 'x').replace(/^[@$]|\[\]$/g, '');
  if (VERSION.test(rest) || DATE.test(rest)) return true;
  return WORDS.test(rest) && rest.length <= 60 && !rest.split(/[-_.~,:+]/).some(isScrambled);
}

/** Whether letters change their case as in no name: `getOrderById` has a capital in four letters, `dBjFtJeZ` in two. */
function isScrambled(word: string): boolean {
  const capitals = word.replace(/[^A-Z]/g, '').length;
  return UNSPEAKABLE.test(word) || (capitals >= 3 && capitals < word.length && capitals > word.length * 0.3);
}
