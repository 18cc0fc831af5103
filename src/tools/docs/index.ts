import type { Tool } from '../../mcp/contract/tool.ts';
import { listDocs } from './list-docs.ts';
import { readDoc } from './read-doc.ts';

export const docTools: readonly Tool[] = [listDocs, readDoc];
