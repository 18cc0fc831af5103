// What the bundle leaves out of its libraries or packs tighter, each with the reason. The tests run on the built file,
// so a part that is needed after all fails there.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Modules that another one stands in for. */
const REPLACED = [
  // undici's index loads fetch, WebSocket, caches and mocks: 250 KB that this program never runs.
  [/^undici$/, here('undici-entry.cjs')],
  // undici tells debuggers what it does.
  [/\/diagnostics(\.js)?$/, here('undici-diagnostics.cjs')],
  // prom-client's index loads its summaries, push gateway, cluster and default metrics: 50 KB that are not used.
  [/^prom-client$/, here('prom-client-entry.cjs')],
  // The SDK checks a form's answer with AJV, 120 KB; here consent/elicit.ts checks it, against the choices it gave.
  [/^@modelcontextprotocol\/server\/_shims$/, here('sdk-shims.mjs')],
  // zod's 50 languages: messages are worded by mcp/engine/arguments.ts.
  [/\/locales\/index\.js$/, here('zod-locales.mjs')],
];

/** undici modules that are reached by a request which this program never makes. Reaching one all the same throws. */
const UNREACHED = [
  // Bodies that are streams, forms or blobs, with webidl and the fetch standard behind them; here a body is a string.
  { filter: /\/web\/fetch\/body\.js$/, exported: ['extractBody'], what: 'a body that is no string' },
  // HTTP/2, which undici 7 speaks only where `allowH2` is set.
  { filter: /\/client-h2\.js$/, exported: [], what: 'HTTP/2' },
  // SOCKS proxies, experimental in undici; HTTP proxies are what HTTPS_PROXY names.
  { filter: /\/socks5-proxy-agent\.js$/, exported: [], what: 'a SOCKS proxy; use an HTTP proxy' },
  // The adapter of the SDK's older Node transport; the handler of both eras has an adapter of its own.
  { filter: /\/@hono\/node-server\/dist\/index\.mjs$/, exported: ['getRequestListener'], what: 'that transport' },
];

/** Texts cut out of libraries. One that is not found fails the build: the library changed, and this must be looked at. */
const CUTS = [
  // Checks of every type of the protocol by name, OAuth's too, which are for users of the SDK.
  {
    filter: /\/server\/dist\/src-\w+\.mjs$/,
    cuts: [
      ['for (const key of SPEC_SCHEMA_KEYS) register(key, schemas_exports[key]);', ''],
      ['for (const [key, schema] of Object.entries(authSchemas)) register(key, schema);', ''],
    ],
  },
  // The SDK's high-level McpServer (factory.ts says why it is not used), which only this test of a type holds in.
  {
    filter: /\/server\/dist\/stdio\.mjs$/,
    cuts: [
      [', t as McpServer }', ' }'],
      ['product instanceof McpServer ? product.server : product', 'product'],
    ],
  },
  {
    // The same three times in the handler for HTTP.
    filter: /\/server\/dist\/index\.mjs$/,
    cuts: [
      ['product instanceof McpServer ? product.server : product', 'product'],
      ['route.message.method === "tools/call" && product instanceof McpServer', 'false'],
      ['if (route.messageKind === "request" && product instanceof McpServer) try', 'if (false) try'],
    ],
  },
];

/**
 * zod's making of JSON Schemas, 20 KB: the build has made those of all tools (schemas.mjs), so nothing asks for another.
 * Not part of `trim`: that build needs it.
 */
export const withoutJsonSchemas = {
  name: 'without-json-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href));
      // Those that make a method of a schema are called with each schema; the methods are not.
      const stubs = names.map(
        (name) => `export const ${name}=${/^create/.test(name) ? '()=>unreached' : 'unreached'};`,
      );
      return {
        contents: `const unreached=()=>{throw new Error('this program makes no JSON Schemas')};${stubs.join('')}`,
      };
    });
  },
};

export const trim = {
  name: 'trim',
  setup({ onResolve, onLoad }) {
    for (const [filter, path] of REPLACED) onResolve({ filter }, () => ({ path }));
    for (const { filter, exported, what } of UNREACHED) {
      const stub = `const unreached=function(){throw new Error(${JSON.stringify(`this program has no part for ${what}`)})};`;
      const exports = exported.length > 0 ? `{${exported.map((name) => `${name}:unreached`).join(',')}}` : 'unreached';
      onLoad({ filter }, () => ({ contents: `${stub}module.exports=${exports};` }));
    }
    for (const { filter, cuts } of CUTS) onLoad({ filter }, ({ path }) => cut(path, cuts));
    onLoad({ filter: /\/core\/dist\/auth-[\w-]+\.mjs$/ }, withoutValues);
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

/** The SDK's schemas of OAuth, which only the checks cut out above refer to: their names, without what they name. */
async function withoutValues({ path }) {
  const exported = /export \{([^}]+)\}/.exec(await readFile(path, 'utf8'))?.[1] ?? '';
  const names = exported.split(',').map((pair) => pair.trim().split(/\s+as\s+/));
  return {
    contents: `const none = undefined;export {${names.map(([name, as = name]) => `none as ${as}`).join(',')}};`,
  };
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
