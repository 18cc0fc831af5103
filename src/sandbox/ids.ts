/** Identifiers: fresh ones, and ones that are the same in every sandbox so that documents and demos can name them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A fresh v4 uuid. */
export function newId(): string {
  return randomUUID();
}

/** A v4-shaped uuid that follows from a name: the same name gives the same identifier in every sandbox. */
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

/** A fresh identifier of 24 hexadecimal digits, as projects, documents and folders have. */
export function newHexId(): string {
  return randomBytes(12).toString('hex');
}

/** One that follows from a name. */
export function hexIdFor(name: string): string {
  return createHash('sha256').update(`agent-platform-sandbox:${name}`).digest('hex').slice(0, 24);
}

/** A number from 0 (inclusive) to 1 (exclusive) that follows from a text: chance that is the same every time. */
export function fractionFor(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
