import type { Tool } from '../../mcp/contract/tool.ts';
import { uploadFile } from './upload-file.ts';

export const fileTools: readonly Tool[] = [uploadFile];
