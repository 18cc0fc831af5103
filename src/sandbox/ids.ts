/** Identifiers: new ones, and stable ones that docs and demos can name. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A new v4 UUID. */
export const newId = (): string => randomUUID();

/** A v4-shaped UUID derived from a name: the same in every sandbox. */
export function uuidFor(name: string): string {
  const hex = createHash('sha256').update(`agent-platform-sandbox:${name}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** A new identifier of 24 hexadecimal digits, for projects, documents and folders. */
export const newHexId = (): string => randomBytes(12).toString('hex');

/** The same, derived from a name. */
export const hexIdFor = (name: string): string =>
  createHash('sha256').update(`agent-platform-sandbox:${name}`).digest('hex').slice(0, 24);

/** A number from 0 (inclusive) to 1 (exclusive) derived from a text: reproducible randomness. */
export const fractionFor = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
