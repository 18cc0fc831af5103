/** Whether the files and folders that the settings name can be used: without the audit log no write is sent. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../errors.ts';
import { checkAuditFile } from '../../mcp/engine/audit-file.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import type { Check } from './report.ts';

/** Opens and makes nothing. @returns a check for what is set; none where nothing is */
export function checkFiles({ auditLog, uploadDirs }: Pick<Settings, 'auditLog' | 'uploadDirs'>): readonly Check[] {
  if (auditLog === undefined && uploadDirs.length === 0) return [];
  const id = 'files';
  try {
    const problems = [
      ...(auditLog === undefined ? [] : auditProblems(auditLog)),
      ...(uploadDirs.every(isFolder)
        ? []
        : [`${envName('uploadDirs')} names something that is not a folder: nothing can be uploaded from there.`]),
    ];
    if (problems.length === 0) return [{ id, status: 'ok', summary: 'What the settings name can be used.' }];
    return [{ id, status: 'warn', summary: problems.join(' '), next: 'Correct what is named above.' }];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const next = 'Name another file.';
    return [{ id, status: 'fail', summary: error.message, next, exitCode: EXIT.usage }];
  }
}

function auditProblems(file: string): string[] {
  const known = checkAuditFile(file);
  const found = statSync(file, { throwIfNoEntry: false });
  try {
    accessSync(found === undefined ? dirname(file) : file, constants.W_OK);
    return known === undefined ? [] : [known];
  } catch (error) {
    return [`The file of ${envName('auditLog')} can't be written (${codeOf(error)}): every write would be refused.`];
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
