/** Every resource there is. */
import type { ResourceSpec } from '../mcp/contract/resource.ts';
import { approvalsResource } from './approvals.ts';
import { costResources } from './costs.ts';
import { docResource } from './docs.ts';
import { documentResource } from './documents.ts';
import { threadResource } from './threads.ts';

export const allResources: readonly ResourceSpec[] = [
  approvalsResource,
  threadResource,
  docResource,
  documentResource,
  ...costResources,
];
