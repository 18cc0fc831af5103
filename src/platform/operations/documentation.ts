/**
 * Operations of the tags Documentation and Health. The specification names the groups but no paths: all are assumed.
 */

import * as z from 'zod';
import { defineOperation } from './operation.ts';
import { lazy } from './schemas.ts';

const documentation = {
  tag: 'Documentation',
  known: 'assumed',
  method: 'GET',
  repeatable: true,
  pathSetting: 'docsPath',
  statuses: { success: [200], errors: [401, 404, 429, 500] },
} as const;

export const listDocs = defineOperation({
  ...documentation,
  path: '/v1/documentation',
  summary: 'list documentation pages',
  response: { record: 'doc', many: true, listKeys: ['documents', 'pages'] },
});

export const getDoc = defineOperation({
  ...documentation,
  path: '/v1/documentation/{slug}',
  summary: 'get a documentation page',
  query: lazy(() => z.object({ format: z.enum(['markdown', 'html']).default('markdown') })),
  response: { record: 'docPage' },
});

export const checkHealth = defineOperation({
  tag: 'Health',
  known: 'assumed',
  method: 'GET',
  path: '/v1/health',
  pathSetting: 'healthPath',
  summary: 'check that the API is available',
  repeatable: true,
  response: { record: 'health' },
  statuses: { success: [200, 204], errors: [401, 429, 500] },
});
