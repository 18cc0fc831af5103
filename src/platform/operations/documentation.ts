/** The tags Documentation and Health, of which the specification names no paths: all are assumed. */

import * as z from 'zod';
import { group } from './operation.ts';
import { lazy } from './schemas.ts';

const documentation = group({ tag: 'Documentation', known: 'assumed', pathSetting: 'docsPath' });
const statuses = { success: [200], errors: [401, 404, 429, 500] };

export const listDocs = documentation.reads({
  path: '/v1/documentation',
  summary: 'list documentation pages',
  response: { record: 'doc', many: true, listKeys: ['documents', 'pages'] },
  statuses,
});

export const getDoc = documentation.reads({
  path: '/v1/documentation/{slug}',
  summary: 'get a documentation page',
  query: lazy(() => z.object({ format: z.enum(['markdown', 'html']).default('markdown') })),
  response: { record: 'docPage' },
  statuses,
});

export const checkHealth = group({ tag: 'Health', known: 'assumed', pathSetting: 'healthPath' }).reads({
  path: '/v1/health',
  summary: 'check that the API is available',
  response: { record: 'health' },
  statuses: { success: [200, 204], errors: [401, 429, 500] },
});
