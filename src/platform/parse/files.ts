/** The answer of an upload (docs/platform-notes.md, "Files"). */
import { label, words } from './coerce.ts';
import { type RecordOf, readerOf, type Table } from './table.ts';

/** An uploaded file. */
const FILE = {
  name: { read: words },
  /** Public: anyone who has it can read the file. One deployment misspells it. */
  downloadUrl: { from: ['downloadUrl', 'donwloadUrl'], read: words, required: true },
  /** `image`, `audio`, `video`, `document`, `other`, or as sent. */
  fileType: { read: label },
} as const satisfies Table;
export type UploadedFile = RecordOf<typeof FILE>;

/** Undefined without an address to download it from. */
export const readFile = readerOf(FILE);
