/** Uploaded files: kept in memory, and read by whoever has their address. */
import { newHexId } from './ids.ts';

/** Where they are fetched from, without a token. */
export const FILES_PREFIX = '/sandbox-files/';

export interface StoredFile {
  readonly name: string;
  readonly type: string;
  readonly data: Uint8Array;
}

/** Kinds of files, as the platform names them. */
export function kindOf(type: string): 'image' | 'audio' | 'video' | 'document' | 'other' {
  const [family = ''] = type.split('/');
  if (family === 'image' || family === 'audio' || family === 'video') return family;
  return family === 'text' || /pdf|word|document|sheet/.test(type) ? 'document' : 'other';
}

/** Stores it. @returns its id */
export function store(files: Map<string, StoredFile>, file: StoredFile): string {
  const id = newHexId();
  files.set(id, file);
  return id;
}
