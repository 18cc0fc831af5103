/** Operations of the tag Documentation. The specification names the group but no path: both paths are assumed. */
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
  name: 'listDocs',
  path: '/v1/documentation',
  summary: 'list documentation pages',
  answer: { record: 'doc', many: true, listKeys: ['documents', 'documentation', 'docs', 'pages'] },
});

export const getDoc = defineOperation({
  ...documentation,
  name: 'getDoc',
  path: '/v1/documentation/{slug}',
  summary: 'get a documentation page',
  query: lazy(() => z.object({ format: z.enum(['markdown', 'html']).default('markdown') })),
  answer: { record: 'docPage' },
});
