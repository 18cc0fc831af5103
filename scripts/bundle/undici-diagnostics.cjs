// Stands in for undici's diagnostics: its channels, to which nothing here subscribes, without the log of NODE_DEBUG.
const silent = { hasSubscribers: false, publish() {} };
module.exports = { channels: new Proxy({}, { get: () => silent }) };
