/** Masks credentials in addresses: user and password, and values of parameters named like one. Paths are shown. */

/** Stands for a part of an address that is, or may be, a credential. */
export const ADDRESS_MASK = '••••';

/** Names that mean a credential in an address, but often not in a record. */
const PARAMETER = /^(?:key|sig|signature|auth|code|sid|session|session_?id|pwd|pass|ticket|otp|sas)$/i;
const PLACEHOLDER = /^(?:\$?\{[^{}]*\}|\{\{[^{}]*\}\}|<[\w-]+>|:[a-z]\w*|\*{1,2})$/i;
/** A parameter of a query, a fragment or (`;name=value`) a path. */
const NAME_AND_VALUE = /([?&;#]([^\s=&;#?/"'<>]{1,80})=)([^\s&;#?/"'<>⟦⟧`]+)/g;
/**
 * Schemes may be stacked (`jdbc:mysql://`), but not without end: each place would be looked at to the end of the text. Cap:
 * the 88 characters of four schemes at each place.
 */
const ADDRESS = /(?:\b[a-z][\w+.-]{0,20}:){0,4}\/\/[^\s"'<>⟦⟧`]+/gi;

/** Masks a text that is one address, with or without scheme and host. */
export function addressWithoutCredentials(address: string): string {
  const isPlain = !/^\s*(?:[a-z][\w+.-]*:)*\/\//i.test(address);
  return textWithoutCredentials(isPlain ? maskUser('', address) : address);
}

/** Addresses inside one another that are looked at: each is a pass over the rest of the text. */
const MAX_NESTED = 20;

/** Masks addresses inside other text, and parameters that are named like a credential. */
export function textWithoutCredentials(text: string, nested = 0): string {
  if (!/[:=@]/.test(text)) return text;
  if (nested > MAX_NESTED) return ADDRESS_MASK;
  return text
    .replace(ADDRESS, (address) => {
      const behind = address.indexOf('//') + 2;
      return maskUser(address.slice(0, behind), textWithoutCredentials(address.slice(behind), nested + 1));
    })
    .replace(NAME_AND_VALUE, (whole, start: string, name: string, value: string) =>
      isCredential(decoded(name)) && !PLACEHOLDER.test(value) ? start + ADDRESS_MASK : whole,
    );
}

const isCredential = (name: string): boolean => PARAMETER.test(name) || isCredentialName(name);

/** The address with one mask for user and password. */
function maskUser(scheme: string, rest: string): string {
  const host = /^[^/\\?#]*/.exec(rest)?.[0] ?? '';
  // `//user:pa/ss@host`: `pa` isn't a port, so the host comes later.
  const isBroken = scheme !== '' && /:(?!\d{0,5}$)/.test(host.replace(/^\[[\da-f:.]+\]/i, ''));
  const at = (isBroken ? rest : host).lastIndexOf('@');
  return at < 0 ? scheme + rest : `${scheme}${ADDRESS_MASK}${rest.slice(at)}`;
}

/** A part of a URI, percent-decoded; unchanged if the encoding is broken. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Words at the end of a name, optionally followed by `value`, `hash` or `header`. */
const CREDENTIAL =
  /(?:^|_)(?:authorization|bearer|jwt|cookie|passwd|password|passphrase|passcode|pwd|secret|credential|(?:api|private|secret|access|signing|encryption|shared|master|subscription)_?key|(?<!(?:page|continuation|cursor|sync)_)token)s?(?:_(?:value|hash|header))?$/;
/** Counts: `maxTokens`. */
const PLURAL = /\w_tokens$/;

/** Whether the value of a field of this name is a credential: `clientSecret` is one, `tokenPolicy` is not. */
export function isCredentialName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
  return CREDENTIAL.test(words) && !PLURAL.test(words);
}
