/**
 * Closes after each test file what its sessions opened. A setup file: the test files of a worker share their modules, so a
 * hook of a shared module would run after the first of them alone.
 */
import { afterAll } from 'vitest';
import { opened } from './opened.ts';

afterAll(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});
