/** Files: upload. They are fetched from a public address, see `serve.ts`. */
import { FILES_PREFIX, kindOf, store } from '../files.ts';
import { badRequest } from '../http/errors.ts';
import { plain } from '../http/handler.ts';
import { json } from '../http/reply.ts';

export const uploadFile = plain(({ world, body }) => {
  if (!(body instanceof FormData)) throw badRequest('body must be multipart/form-data', 'file');
  const file = body.get('file');
  if (!(file instanceof Blob)) throw badRequest('file is required', 'file');
  const { name } = file;
  return file.arrayBuffer().then((data) => {
    const id = store(world.files, { name, type: file.type, data: new Uint8Array(data) });
    const downloadUrl = `${world.origin}${FILES_PREFIX}${id}`;
    return json({ name, downloadUrl, fileType: kindOf(file.type) }, 201);
  });
});
