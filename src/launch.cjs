#!/usr/bin/env node
// The executable, copied into dist/ unchanged. It uses syntax that any Node.js understands, so that it can report one that is too old.
'use strict';

const OLDEST = [20, 18, 1];
const version = process.versions.node.split('.').map(Number);
const at = OLDEST.findIndex((part, index) => part !== version[index]);
if (at >= 0 && version[at] < OLDEST[at]) {
  process.stderr.write(`agent-platform-mcp needs Node.js ${OLDEST.join('.')} or newer; this is ${process.version}.\n`);
  process.exit(1);
}

const { isAbsolute, join } = require('node:path');
const { existsSync, mkdirSync } = require('node:fs');
const { enableCompileCache } = require('node:module');

// Node.js 22.1 and newer keeps what it compiles, here in the user's own folder: in the shared temporary folder others could
// put code there. NODE_DISABLE_COMPILE_CACHE=1 turns it off; a folder that can't be made is no failure.
const { XDG_CACHE_HOME, LOCALAPPDATA, HOME = '' } = process.env;
const caches = (process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME) || join(HOME, '.cache');
const folder = join(caches, 'agent-platform-mcp');
if (enableCompileCache !== undefined && isAbsolute(caches) && isThere(caches) && isThere(folder))
  enableCompileCache(folder);

// Made here, since Node 22 tries for ever to make a folder where none can be.
function isThere(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    // It exists, or can't be made.
  }
  return existsSync(path);
}

void import('./main.mjs');
