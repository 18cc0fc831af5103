/** The sandbox for tests. Closed after each test file at the latest. */
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';
import { closer } from './opened.ts';

export async function openSandbox(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  return { ...sandbox, close: closer(sandbox.close) };
}
