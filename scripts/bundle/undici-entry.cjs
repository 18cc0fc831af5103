// What this program uses of undici, without the rest of its index.
// The index gives dispatchers their methods; a proxy is reached through this one.
require('undici/lib/dispatcher/dispatcher.js').prototype.connect = require('undici/lib/api/api-connect.js');

module.exports = {
  Pool: require('undici/lib/dispatcher/pool.js'),
  EnvHttpProxyAgent: require('undici/lib/dispatcher/env-http-proxy-agent.js'),
};
