import { load } from './bare-client.ts';
import { lastThread, startPlatform } from './platform.ts';
import { BUNDLE, platformEnv, startWire, processorMs } from './wire.ts';
const platform = await startPlatform(0);
const wire = startWire(['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=200', BUNDLE], platformEnv(platform.url));
await wire.initialize(); await wire.request('tools/list');
for (let i = 0; i < 12; i++) { const b = processorMs(wire.pid); const r = await load(1000, 64, () => wire.callUnread('list_agent_threads', { agentId: 'agent-1', limit: 20, offset: 0 }, lastThread(20))); console.log(r.perSecond, (processorMs(wire.pid) - b) / 1000); }
await wire.close(); platform.close();
