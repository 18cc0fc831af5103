// What this program uses of undici, without the rest of its index.
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// As the index does: dispatchers get their methods from here, and a proxy is reached through one of them.
Object.assign(Dispatcher.prototype, api);

export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
