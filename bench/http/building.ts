/** The SDK's entry makes a server for every request: what that takes, from the sources, as the bundle can't be asked. */
import { catalogue } from '../../src/cli/catalogue.ts';
import { createApp } from '../../src/mcp/engine/app.ts';
import { createServer } from '../../src/mcp/protocol/factory.ts';
import { readSettings } from '../../src/settings/read.ts';
import { median, type Row } from '../table.ts';

const BUILDS = 3_000;

export function building(): Row {
  const app = createApp(readSettings({}).values, catalogue, () => Promise.reject(new Error('nothing is called')));
  const times = Array.from({ length: BUILDS }, () => {
    const started = performance.now();
    createServer(app);
    return performance.now() - started;
  });
  const warm = times.slice(BUILDS / 2);
  return { what: 'HTTP: building a server for one request', figure: `${(median(warm) * 1000).toFixed(0)} µs` };
}
