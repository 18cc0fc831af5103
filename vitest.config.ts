import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need nginx and Redis on the machine: `npm run test:replicas`.
    exclude: ['test/replicas/**'],
    globalSetup: ['test/support/build.ts'],
    // Real processes and sockets on a busy two-core machine; a promise that hangs still fails.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
