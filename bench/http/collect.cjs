/**
 * Preloaded into every replica alike: SIGUSR2 makes V8 collect all that nobody needs. Memory is read after that, because
 * when V8 collects by itself, a process may shrink by more than its connections add.
 */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // What was kept alive by finalizers goes with the second.
  collect();
  collect();
});
