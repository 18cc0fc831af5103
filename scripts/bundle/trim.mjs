// What the bundle leaves out of its libraries or packs tighter, each with the reason. The tests run on the built file,
// so a part that is needed after all fails there.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Modules that another one stands in for. */
const REPLACED = [
  // undici's index loads fetch, WebSocket, caches and mocks: 250 KB that this program never runs.
  [/^undici$/, here('undici-entry.cjs')],
  // The SDK's default validator is AJV, 120 KB; its own light one does the little that elicitation needs.
  [/^@modelcontextprotocol\/server\/_shims$/, here('sdk-shims.mjs')],
  // zod's 50 languages: messages are worded by server/arguments.ts.
  [/\/locales\/index\.js$/, here('zod-locales.mjs')],
  // find-my-way checks regular expressions in routes, its own too; the table of operations has none.
  [/^safe-regex2$/, here('no-regex-routes.cjs')],
  // find-my-way parses the query of requests that it dispatches itself; here it only finds the route.
  [/^fast-querystring$/, 'node:querystring'],
];

/** undici modules that are reached by a request which this program never makes. Reaching one all the same throws. */
const UNREACHED = [
  // Bodies that are streams, forms or blobs, with webidl and the fetch standard behind them; here a body is a string.
  { filter: /\/web\/fetch\/body\.js$/, exported: ['extractBody'], what: 'a body that is no string' },
  // HTTP/2, which undici 7 speaks only where `allowH2` is set.
  { filter: /\/client-h2\.js$/, exported: [], what: 'HTTP/2' },
  // SOCKS proxies, experimental in undici; HTTP proxies are what HTTPS_PROXY names.
  { filter: /\/socks5-proxy-agent\.js$/, exported: [], what: 'a SOCKS proxy; use an HTTP proxy' },
  // find-my-way's drawing of its tree, and its compiled form: asked for by name only.
  { filter: /\/find-my-way\/lib\/pretty-print\.js$/, exported: ['prettyPrintTree'], what: 'printing routes' },
  { filter: /\/find-my-way\/lib\/compiler\.js$/, exported: ['compileTree'], what: 'compiled routes' },
];

/** Texts cut out of libraries. One that is not found fails the build: the library changed, and this must be looked at. */
const CUTS = [
  // The SDK's high-level McpServer (factory.ts says why it is not used), which only this test of a type holds in.
  {
    filter: /\/server\/dist\/stdio\.mjs$/,
    cuts: [
      [', t as McpServer }', ' }'],
      ['product instanceof McpServer ? product.server : product', 'product'],
    ],
  },
];

export const trim = {
  name: 'trim',
  setup({ onResolve, onLoad }) {
    for (const [filter, path] of REPLACED) onResolve({ filter }, () => ({ path, external: path.startsWith('node:') }));
    for (const { filter, exported, what } of UNREACHED) {
      const stub = `const unreached=function(){throw new Error(${JSON.stringify(`this program has no part for ${what}`)})};`;
      const exports = exported.length > 0 ? `{${exported.map((name) => `${name}:unreached`).join(',')}}` : 'unreached';
      onLoad({ filter }, () => ({ contents: `${stub}module.exports=${exports};` }));
    }
    for (const { filter, cuts } of CUTS) onLoad({ filter }, ({ path }) => cut(path, cuts));
    onLoad({ filter: /\/llhttp\/constants\.js$/ }, usedConstants);
    onLoad({ filter: /\/llhttp\/llhttp(_simd)?-wasm\.js$/ }, onePart);
    onResolve({ filter: /^packed-llhttp$/ }, ({ path }) => ({ path, namespace: 'packed' }));
    onLoad({ filter: /.*/, namespace: 'packed' }, packedParsers);
    onLoad({ filter: /\/src\/.*\.ts$/ }, shakeable);
    onLoad({ filter: /\/package\.json$/ }, nameAndVersion);
  },
};

/** undici's HTTP parser with and without SIMD, for processors that lack it: they differ little. */
const PARSERS = ['llhttp_simd-wasm.js', 'llhttp-wasm.js'];
const parsers = () => PARSERS.map((file) => require(`undici/lib/llhttp/${file}`));

/** Both parsers in one compressed piece, unpacked in a millisecond by the first call to the platform. */
function packedParsers() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const base64 = brotliCompressSync(Buffer.concat(parsers()), { params }).toString('base64');
  return { contents: `module.exports=require('node:zlib').brotliDecompressSync(Buffer.from('${base64}','base64'));` };
}

/** One of the two parsers: its bytes of the unpacked piece. */
function onePart({ path }) {
  const [simd] = parsers();
  const range = path.endsWith(PARSERS[0]) ? `0,${simd.length}` : `${simd.length}`;
  return { contents: `module.exports=require('packed-llhttp').subarray(${range});`, resolveDir: dirname(path) };
}

/** Of the parser's tables of characters, methods and statuses the client reads two. */
function usedConstants({ path }) {
  const { ERROR, TYPE } = require(path);
  return { contents: `module.exports=${JSON.stringify({ ERROR, TYPE })};` };
}

async function cut(path, cuts) {
  let contents = await readFile(path, 'utf8');
  for (const [text, rest] of cuts) {
    if (!contents.includes(text)) throw new Error(`${path} no longer holds: ${text}`);
    contents = contents.replace(text, rest);
  }
  return { contents, resolveDir: dirname(path) };
}

/** `import { z }` takes all of zod along; `import * as z` only what is used. The two mean the same. */
async function shakeable({ path }) {
  const text = await readFile(path, 'utf8');
  return { contents: text.replace(/^import \{ z \} from 'zod';$/m, "import * as z from 'zod';"), loader: 'ts' };
}

/** Of package.json the program reads its name and version. */
async function nameAndVersion({ path }) {
  const { name, version } = JSON.parse(await readFile(path, 'utf8'));
  return { contents: JSON.stringify({ name, version }), loader: 'json' };
}
