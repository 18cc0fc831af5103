/** Files: upload. They are kept in memory, and anybody who has the address can download them (`serve.ts`). */

import type { Handler } from '../http/handler.ts';
import { badRequest, json } from '../http/reply.ts';
import { newHexId } from '../ids.ts';

/** Path of the downloads, which need no token. */
export const FILES_PREFIX = '/sandbox-files/';

export const uploadFile: Handler = async ({ world, body }) => {
  if (!(body instanceof FormData)) throw badRequest('body must be multipart/form-data', 'file');
  const file = body.get('file');
  if (!(file instanceof Blob)) throw badRequest('file is required', 'file');
  const { name } = file;
  const id = newHexId();
  world.files.set(id, { type: file.type, data: new Uint8Array(await file.arrayBuffer()) });
  const downloadUrl = `${world.origin}${FILES_PREFIX}${id}`;
  return json({ name, downloadUrl, fileType: kindOf(file.type) }, 201);
};

/** Kinds of files, as the platform names them. */
function kindOf(type: string): 'image' | 'audio' | 'video' | 'document' | 'other' {
  const [family = ''] = type.split('/');
  if (family === 'image' || family === 'audio' || family === 'video') return family;
  return family === 'text' || /pdf|word|document|sheet/.test(type) ? 'document' : 'other';
}
