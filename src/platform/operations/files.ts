/** The operation of the tag Files, assumed like those of projects (docs/platform-notes.md, "Files"). */
import { defineOperation, GENERAL_ERRORS } from './operation.ts';

/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

export const uploadFile = defineOperation({
  tag: 'Files',
  known: 'assumed',
  method: 'POST',
  repeatable: false,
  name: 'uploadFile',
  path: '/v1/files/upload',
  summary: 'upload a file',
  slow: true,
  isUpload: true,
  response: { record: 'file' },
  statuses: { success: [200, 201], errors: GENERAL_ERRORS },
});
