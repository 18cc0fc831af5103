// The parts of undici that are used (src/platform/client/dispatcher.ts): its index loads fetch, WebSocket, caches and mocks,
// too, which takes as long as the rest of a process's first call of the platform.
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';

// As its index does: a tunnel through a proxy is opened with `connect()`.
Object.assign(Dispatcher.prototype, api);
