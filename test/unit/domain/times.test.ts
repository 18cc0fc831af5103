/** Times are written alike in all results: to the minute, as they can be read back. */
import { describe, expect, it } from 'vitest';
import { versionLine } from '../../../src/domain/documents/document.ts';
import { DOCUMENT } from '../../../src/platform/parse/documents.ts';
import { PROJECT } from '../../../src/platform/parse/projects.ts';
import { EVALUATION } from '../../../src/platform/parse/threads.ts';
import { facts, item } from '../../../src/present/record.ts';

const AT = '2026-11-22T15:42:46.387Z';
const project = { id: 'p', createdAt: AT, source: {} };
const document = { id: 'd', updatedAt: AT, source: {} };
const evaluation = { id: 'e', createdAt: AT };

describe('the time', () => {
  it.each([
    ['of a project', facts(PROJECT, project)],
    ['of a project in a list', item(PROJECT, project)],
    ['of a document', facts(DOCUMENT, document)],
    ['of a document in a list', item(DOCUMENT, document)],
    ["of a document's version", versionLine({ version: 1, createdAt: AT })],
    ['of an evaluation', facts(EVALUATION, evaluation)],
    ['of an evaluation in a list', item(EVALUATION, evaluation)],
  ])('%s is written to the minute', (_what, shown) => {
    const text = JSON.stringify(shown);
    expect(text).toContain('2026-11-22T15:42Z');
    expect(text).not.toContain(AT);
  });
});
