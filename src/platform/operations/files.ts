/** The operation of the tag Files, assumed like those of projects (docs/platform-notes.md, "Files"). */
import { group } from './operation.ts';

/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

export const uploadFile = group({ tag: 'Files', assumed: true }).writes({
  path: '/v1/files/upload',
  summary: 'upload a file',
  slow: true,
  isUpload: true,
  response: { record: 'file' },
});
