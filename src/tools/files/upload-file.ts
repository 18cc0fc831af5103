import * as z from 'zod';
import { confirm } from '../../domain/confirm.ts';
import { MAX_NAME, type OpenFile, openUpload } from '../../domain/files/open-upload.ts';
import type { ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { digest, foreign } from '../../platform/text.ts';
import { result, texts } from '../results.ts';

/** POST /v1/files/upload. The file gets a public address and can't be deleted. */
export const uploadFile = defineTool({
  name: 'upload_file',
  title: 'Upload file',
  toolset: 'files',
  effect: 'destructive',
  example: { path: '/srv/reports/march.pdf' },
  description:
    'Uploads a file of the server’s machine, from folders that its settings allow, to a public address, permanently.',
  input: () => z.strictObject({ path: z.string().min(1).describe('Absolute.') }),
  output: () => result(texts('name', 'downloadUrl', 'fileType', 'sha256')),
  async handle({ path }, context) {
    const file = await openUpload(path, context.settings.uploadDirs);
    try {
      return await upload(file, context);
    } finally {
      await file.close();
    }
  },
});

async function upload(file: OpenFile, context: ToolContext): Promise<ToolResult> {
  const { name, folder, type, size, sha256 } = file;
  const shown = foreign(name).line(MAX_NAME);
  const { why } = await confirm(context, {
    subject: 'upload_file',
    digest: digest(['upload_file', name, folder, type, size, sha256]),
    message: [
      `Upload file ${shown}?`,
      `Folder: ${foreign(folder)}.`,
      `Size: ${size} bytes. Type: ${type}.`,
      "Its address will be public: anyone who has it can read the file. The upload can't be deleted.",
    ].join('\n'),
    yes: { value: 'upload', title: 'Upload it' },
    no: { value: 'leave', title: 'Don’t upload it' },
    chose: 'chose not to upload it',
  });
  if (why !== undefined) return { summary: `Nothing was uploaded: ${why}.` };
  const response = await context.call(operations.uploadFile, {}, { upload: file });
  return {
    summary: `Uploaded ${shown} (${size} bytes) to a public address: anyone who has it can read the file.`,
    facts: {
      name: response.name?.line(MAX_NAME) ?? shown,
      downloadUrl: response.downloadUrl.line(2_000),
      fileType: response.fileType,
      sha256,
    },
  };
}
