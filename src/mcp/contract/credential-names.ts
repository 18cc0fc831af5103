/** Recognizes names of fields and parameters that hold a credential. */

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
