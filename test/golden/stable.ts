/** Makes a text the same on every machine and in every run: omitted parts are named in angle brackets. */
import { homedir } from 'node:os';
import { ROOT } from '../support/build.ts';

const ALWAYS: readonly (readonly [RegExp, string])[] = [
  [/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
  [/\b(\d+)-[0-9a-f]{24}\b/g, '$1-<reviewToken>'],
  [/"cursor": "w[\w-]*"|\bcursor: w[\w-]*/g, 'cursor <cursor>'],
  // They change with each word of a definition; another test checks their limit.
  [/\b\d{2,5} tokens\b/g, '<n> tokens'],
  [/"tokens": \d+/g, '"tokens": <n>'],
  [/\b0000000e-0000-4000-8000-\d{12}\b/g, '<new id>'],
  [/\b(waiting for|(?:Settled|waiting) after) (?:\d+ s|less than a second)\b/g, '$1 <a moment>'],
  [/\b\d+(\.\d+)? ms\b/g, '<n> ms'],
  [/\bafter \d\d:\d\d UTC/g, 'after <time> UTC'],
  // How long the first attempts took is not the same in every run.
  [/within \d+(?:\.\d+)? s(?:, all that was left of the \d+(?:\.\d+)? s of this call)?(?=[.:])/g, 'within <n> s'],
  [/("ms"|"differenceSeconds"|\b(?:latencyMs|executionTimeMs)"?): -?\d+/g, '$1: <n>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/Node\.js v[\d.]+ on .*/g, 'Node.js <version>'],
  [/(?<=sandbox-files\/)[0-9a-f]{24}/g, '<new id>'],
  // The v1 client puts it before a message.
  [/^MCP error -?\d+: /gm, ''],
];

/** The text as it stands in a golden file. */
export function stable(text: string): string {
  let result = text.replaceAll(ROOT, '<root>/').replaceAll(process.execPath, '<node>').replaceAll(homedir(), '<home>');
  // The length of the path decides where doctor breaks a line.
  result = result.replaceAll(/^(Next: .*<root>.*)\n {6}(?=\S)/gm, '$1 ');
  for (const [pattern, name] of ALWAYS) result = result.replaceAll(pattern, name);
  return `${result.replaceAll(/[ \t]+$/gm, '').trimEnd()}\n`;
}
