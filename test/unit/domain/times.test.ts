/** Times are written alike in all results: to the minute, as they can be read back. */
import { describe, expect, it } from 'vitest';
import { documentFacts, documentItem, versionLine } from '../../../src/domain/documents/document.ts';
import { projectFacts, projectItem } from '../../../src/domain/projects/project.ts';
import { evaluationFacts, evaluationItem } from '../../../src/domain/threads/evaluation.ts';

const AT = '2026-11-22T15:42:46.387Z';
const project = { id: 'p', createdAt: AT, source: {} };
const document = { id: 'd', updatedAt: AT, source: {} };
const evaluation = { id: 'e', createdAt: AT, criteria: [] };

describe('the time', () => {
  it.each([
    ['of a project', projectFacts(project)],
    ['of a project in a list', projectItem(project)],
    ['of a document', documentFacts(document)],
    ['of a document in a list', documentItem(document)],
    ["of a document's version", versionLine({ version: 1, createdAt: AT })],
    ['of an evaluation', evaluationFacts(evaluation)],
    ['of an evaluation in a list', evaluationItem(evaluation)],
  ])('%s is written to the minute', (_what, shown) => {
    const text = JSON.stringify(shown);
    expect(text).toContain('2026-11-22T15:42Z');
    expect(text).not.toContain(AT);
  });
});
