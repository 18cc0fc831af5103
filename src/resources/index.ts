/** All resources. */
import type { ResourceSpec } from '../mcp/contract/resource.ts';
import { costResources } from './costs.ts';
import { docResource, documentResource } from './documents.ts';
import { approvalsResource, threadResource } from './threads.ts';

export const allResources: readonly ResourceSpec[] = [
  approvalsResource,
  threadResource,
  docResource,
  documentResource,
  ...costResources,
];
