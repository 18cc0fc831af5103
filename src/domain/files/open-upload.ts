/**
 * Opens a file for upload, if it is inside the folders that the operator allowed. It is checked by its name first, since a
 * pipe that is opened loses what was written to it, and once it is open by what was opened: so a link can't lead outside even
 * if it is created in between.
 */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, normalize, relative, sep } from 'node:path';
import { Refusal } from '../../mcp/contract/errors.ts';
import { type PlatformError, withoutEffect } from '../../platform/client/errors.ts';
import { MAX_FILE_BYTES } from '../../platform/operations/files.ts';
import { foreign } from '../../platform/text.ts';

/** A file that is open for upload. */
export type OpenFile = Awaited<ReturnType<typeof openUpload>>;

const CHUNK = 64 * 1024;
/** Maximum length of a file name; no system allows a longer one. */
export const MAX_NAME = 255;

/** @throws Refusal if the file may not be uploaded; nothing was sent */
export async function openUpload(path: string, folders: readonly string[]) {
  if (folders.length === 0) {
    throw refusal(
      'no folder is allowed for uploads. Whoever configured this server can set AGENT_PLATFORM_UPLOAD_DIRS',
    );
  }
  if (!isAbsolute(path) || path.includes('\0')) throw refusal('path must be the absolute path of a file');
  // Without `..`, which would ask the system about folders on the way.
  return openInside(normalize(path), folders);
}

async function openInside(path: string, folders: readonly string[]) {
  const handle = await opened(path, folders);
  try {
    const { size, real } = await checked(handle, path, folders);
    const name = foreign(basename(path)).line(MAX_NAME).raw;
    const sha256 = await digestOf(handle, size);
    return {
      /** Cleaned, as it is sent and shown. */
      name,
      /** The folder of the file, with links resolved. */
      folder: dirname(real),
      type: typeOf(extname(name).slice(1).toLowerCase()),
      size,
      /** Hex SHA-256 of the content, to which the human's reply is bound. */
      sha256,
      /** The content. The last chunk is sent only if the content still matches the digest. */
      read: () => pieces(handle, size, sha256),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const refusal = (why: string): Refusal => new Refusal(`Refused: ${why}. Nothing was sent.`);
/** The same for a file outside and one that doesn't exist: it must not reveal what exists elsewhere. */
const unavailable = (): Refusal =>
  refusal('there is no such file in a folder that AGENT_PLATFORM_UPLOAD_DIRS allows, or its path leads through a link');

const notRegular = (): Refusal => refusal('path is not a regular file');

async function opened(path: string, folders: readonly string[]): Promise<FileHandle> {
  const [named, real] = await Promise.all([lstat(path), realpath(path)]).catch(() => {
    throw unavailable();
  });
  if (named.isSymbolicLink() || !(await isInside(real, folders))) throw unavailable();
  if (!named.isFile()) throw notRegular();
  // Without NONBLOCK, opening a pipe would wait for a writer: it may have taken the file's place.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  return open(path, flags).catch(() => {
    throw unavailable();
  });
}

/** @returns the size of the opened file, and its path with links resolved */
async function checked(
  handle: FileHandle,
  path: string,
  folders: readonly string[],
): Promise<{ size: number; real: string }> {
  const stat = await handle.stat();
  const real = await placeOf(handle, path);
  // Its current path, with links resolved, must be the file that was opened.
  const named = await lstat(real).catch(() => undefined);
  const isOpened = named !== undefined && named.dev === stat.dev && named.ino === stat.ino;
  if (!isOpened || !(await isInside(real, folders))) throw unavailable();
  if (!stat.isFile()) throw notRegular();
  // A second name may be outside the folders.
  if (stat.nlink > 1)
    throw refusal('the file has more than one name (hard links), and one may be in a folder that is not allowed');
  if (stat.size === 0) throw refusal('the file is empty');
  if (stat.size > MAX_FILE_BYTES) {
    throw refusal(`the file has ${stat.size} bytes; at most ${MAX_FILE_BYTES} (25 MB) can be uploaded`);
  }
  return { size: stat.size, real };
}

/** The path of the opened file, with links resolved; Linux reads it from the descriptor. */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  const real = process.platform === 'linux' ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(path);
  return real.catch(() => {
    throw unavailable();
  });
}

async function isInside(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined) continue;
    const way = relative(root, real);
    if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  }
  return false;
}

async function* bytesOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK, size - at)), 0, undefined, at);
    if (bytesRead === 0) throw changed();
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const changed = (): PlatformError =>
  withoutEffect({
    fixer: 'repeat',
    kind: 'file-changed',
    what: 'The file changed while it was read, so it was not sent whole.',
    advice: 'Call again once nothing writes to it.',
  });

async function digestOf(handle: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(handle, size)) hash.update(piece);
  return hash.digest('hex');
}

/** The last chunk is held back until all are read: a file that changed meanwhile never arrives complete. */
async function* pieces(handle: FileHandle, size: number, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const piece of bytesOf(handle, size)) {
    hash.update(piece);
    if (held !== undefined) yield held;
    held = piece;
  }
  if (hash.digest('hex') !== sha256) throw changed();
  if (held !== undefined) yield held;
}

/** Of an extension, which may be any name, such as `constructor`. */
const typeOf = (extension: string): string =>
  (Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined) ?? 'application/octet-stream';

/** Media types by extension. */
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};
