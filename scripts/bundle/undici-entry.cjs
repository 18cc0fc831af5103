// What this program uses of undici, without the rest of its index.
module.exports = {
  Pool: require('undici/lib/dispatcher/pool.js'),
  EnvHttpProxyAgent: require('undici/lib/dispatcher/env-http-proxy-agent.js'),
};
