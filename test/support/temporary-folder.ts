/** Folders for the files of a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { opened } from './opened.ts';

/** A new folder whose name begins so. Removed after the test file. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  opened.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
