/** The operation of the tag Health. The specification names the group but no path: it is assumed. */
import { defineOperation } from './operation.ts';

export const checkHealth = defineOperation({
  tag: 'Health',
  known: 'assumed',
  name: 'checkHealth',
  method: 'GET',
  path: '/v1/health',
  pathSetting: 'healthPath',
  summary: 'check that the API is available',
  repeatable: true,
  answer: { record: 'health' },
  statuses: { success: [200, 204], errors: [401, 429, 500] },
});
