// Which modules of a library are bundled, where its index brings along much that this program never asks for. Each entry
// exports the library's own modules; nothing inside a library is changed. The figures are bytes of the gzipped bundle.
import { fileURLToPath } from 'node:url';

const entry = (file) => fileURLToPath(new URL(file, import.meta.url));

const CHOSEN = [
  // prom-client's index loads its summaries, push gateway, cluster and metrics of Node itself: 17 KB.
  [/^prom-client$/, { path: entry('prom-client-entry.cjs') }],
  // Of the two validators of JSON Schema that the SDK comes with, the one that is 37 KB smaller than AJV.
  [/^@modelcontextprotocol\/server\/_shims$/, { path: entry('sdk-shims.mjs') }],
  // undici brings its parser of HTTP twice, for processors with and without vector instructions; the one for all of them
  // parses as fast here, and the other is 24 KB.
  [/\/llhttp_simd-wasm\.js$/, { path: fileURLToPath(import.meta.resolve('undici/lib/llhttp/llhttp-wasm.js')) }],
  // undici is a file of its own, loaded by the first call to the platform: reading it took 9 ms of the start.
  [/^undici$/, { path: './undici.cjs', external: true }],
  // The cards' pages: asked for by hosts that draw cards, once each.
  [/^#cards$/, { path: './cards.cjs', external: true }],
];

/** What becomes `undici.cjs`. The index loads fetch, WebSocket, caches and mocks: 69 KB. */
export const undiciEntry = entry('undici-entry.mjs');

export const chosenModules = {
  name: 'chosen-modules',
  setup({ onResolve }) {
    for (const [filter, chosen] of CHOSEN) onResolve({ filter }, () => chosen);
  },
};
