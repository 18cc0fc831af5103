/** The shop's knowledge base. */
import { DAY, MINUTE } from '../clock.ts';
import { type Document, type Folder, summaryOf } from '../documents.ts';
import { hexIdFor } from '../ids.ts';
import { agentId } from './agents.ts';
import { projectId } from './projects.ts';

const FOLDERS = [
  { key: 'policies', name: 'Policies', color: '#2e7d32' },
  { key: 'spare', name: 'Spare', color: '#9e9e9e' },
] as const;

interface Story {
  readonly key: string;
  readonly name: string;
  readonly parent?: string;
  readonly isFiled?: true;
  readonly isUsed?: true;
  readonly ageDays: number;
  /** Contents, oldest first. */
  readonly contents: readonly string[];
}

const STORIES: readonly Story[] = [
  {
    key: 'returns-policy',
    name: 'Returns policy',
    isFiled: true,
    isUsed: true,
    ageDays: 180,
    contents: [
      '# Returns policy\n\nCustomers can return anything unused within 14 days.\n',
      '# Returns policy\n\nCustomers can return anything unused within 30 days. Torn zips count as a defect.\n\n## Refunds\n\nA refund above 50 EUR needs a colleague.\n',
    ],
  },
  {
    key: 'returns-exceptions',
    name: 'Exceptions to returns',
    parent: 'returns-policy',
    ageDays: 90,
    contents: ['# Exceptions\n\nGas cartridges and used sleeping bags are not taken back.\n'],
  },
  {
    key: 'shipping-times',
    name: 'Shipping times',
    isFiled: true,
    ageDays: 120,
    contents: ['# Shipping times\n\nTwo to four working days in the EU, five to Norway.\n'],
  },
  {
    key: 'size-table',
    name: 'Size table',
    ageDays: 20,
    contents: [
      '# Size table\n\nThe index of this document failed: its code block has no end.\n\n```\nS 46-48\nM 50-52\n',
    ],
  },
];

/** The id of a seeded document: the same in every sandbox. */
export const documentId = (key: string): string => hexIdFor(`document:${key}`);
export const folderId = (key: string): string => hexIdFor(`folder:${key}`);

export function seedFolders(): Folder[] {
  return FOLDERS.map(({ key, name, color }) => ({
    _id: folderId(key),
    name,
    projectId: projectId('customer-care'),
    parentFolderId: null,
    color,
    tags: [],
    attached: [],
  }));
}

export function seedDocuments(startedAt: number): Document[] {
  return STORIES.map(({ key, name, parent, isFiled, isUsed, ageDays, contents }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    const versions = contents.map((content, index) => ({
      version: index + 1,
      changeType: index === 0 ? ('create' as const) : ('edit' as const),
      content,
      changeDescription: index === 0 ? 'Created' : 'Edited',
      createdAt: creationTimestampMs + index * DAY,
    }));
    return {
      _id: documentId(key),
      name,
      summary: summaryOf(contents.at(-1) ?? ''),
      projectId: projectId('customer-care'),
      folderId: isFiled ? folderId('policies') : null,
      parentDocumentId: parent === undefined ? null : documentId(parent),
      tags: [],
      versions,
      attached: isUsed ? [{ targetType: 'agent' as const, targetId: agentId('refunds') }] : [],
      creationTimestampMs,
      lastEditTimestampMs: versions.at(-1)?.createdAt ?? creationTimestampMs,
      indexedFrom: startedAt - ageDays * DAY + MINUTE,
    };
  });
}
