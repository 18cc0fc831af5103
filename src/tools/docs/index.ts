import type { Tool } from '../../server/tool.ts';
import { listDocs } from './list-docs.ts';
import { readDoc } from './read-doc.ts';

export const docTools: readonly Tool[] = [listDocs, readDoc];
