/** Projects as the sandbox stores and sends them (docs/platform-notes.md, "Projects"). */
export interface Project {
  readonly _id: string;
  name: string;
  readonly identifier: string;
  description: string;
  visibility: 'public' | 'private';
  imageUrl?: string;
  readonly createdByUserUID: string;
  /** Epoch ms. */
  readonly creationTimestampMs: number;
  lastEditTimestampMs: number;
  archived: boolean;
}
