// What this program uses of prom-client, without summaries, push gateway, cluster and the metrics of Node itself.
module.exports = {
  Registry: require('prom-client/lib/registry.js'),
  Counter: require('prom-client/lib/counter.js'),
  Gauge: require('prom-client/lib/gauge.js'),
  Histogram: require('prom-client/lib/histogram.js'),
};
