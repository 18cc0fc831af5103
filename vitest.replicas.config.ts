import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Replicas behind a real nginx, with a real Redis: what needs more than `npm ci` on a machine. */
export default defineConfig({
  test: { ...base.test, include: ['test/replicas/**/*.test.ts'], exclude: [] },
});
