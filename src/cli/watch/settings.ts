/** The settings that `watch` uses: it only reads, and makes no session. */
import type { SettingName } from '../../settings/table.ts';

/** In the order of the table. */
export const WATCH_SETTINGS: readonly SettingName[] = [
  'baseUrl',
  'token',
  'tokenFile',
  'dialect',
  'tenantId',
  'subtenantId',
  'overdueHours',
  'timeoutMs',
  'maxRetries',
  'maxConnections',
  'maxResponseMb',
  'logLevel',
  'sandbox',
  'sandboxScenario',
];
