/** The tags Documentation and Health, of which the specification names no paths: all are assumed. */

import * as z from 'zod';
import { group } from './operation.ts';
import { lazy } from './schemas.ts';

const documentation = group({ tag: 'Documentation', assumed: true, pathSetting: 'docsPath' });

export const listDocs = documentation.reads({
  path: '/v1/documentation',
  summary: 'list documentation pages',
  response: { record: 'doc', many: true, listKeys: ['documents', 'pages'] },
});

export const getDoc = documentation.reads({
  path: '/v1/documentation/{slug}',
  summary: 'get a documentation page',
  query: lazy(() => z.object({ format: z.enum(['markdown', 'html']).default('markdown') })),
  response: { record: 'docPage' },
});

export const checkHealth = group({ tag: 'Health', assumed: true, pathSetting: 'healthPath' }).reads({
  path: '/v1/health',
  summary: 'check that the API is available',
  response: { record: 'health' },
});
