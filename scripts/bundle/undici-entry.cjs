// What this program uses of undici, without the rest of its index.
// As the index does: dispatchers get their methods from here, and a proxy is reached through one of them.
Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api/index.js'));

module.exports = {
  Pool: require('undici/lib/dispatcher/pool.js'),
  EnvHttpProxyAgent: require('undici/lib/dispatcher/env-http-proxy-agent.js'),
};
