/** Reads the answer of an upload (docs/platform-notes.md, "Files"). */
import { compact, isObject, label, object, pick, words } from './coerce.ts';
import type { UploadedFile } from './records.ts';

/** By itself or under `file`; undefined without an address to download it from. One deployment misspells that field. */
export function readFile(value: unknown): UploadedFile | undefined {
  const outer = object(value);
  const source = isObject(outer.file) ? outer.file : outer;
  const downloadUrl = words(pick(source, 'downloadUrl', 'donwloadUrl', 'url'));
  if (downloadUrl === undefined) return undefined;
  return compact({
    name: words(pick(source, 'name', 'fileName')),
    downloadUrl,
    fileType: label(pick(source, 'fileType', 'type')),
  });
}
