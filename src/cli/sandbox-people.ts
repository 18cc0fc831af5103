/** `http --sandbox-people`: made-up people with different rights, in a file of named tokens for this run. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../basics/errors.ts';
import { RIGHTS, type Right } from '../mcp/contract/principal.ts';
import { checkSandboxPeople } from '../mcp/http/exchange-config.ts';
import type { RunOptions } from '../mcp/http/serve.ts';
import { tokenDigest } from '../mcp/http/token-entries.ts';
import { SettingsError } from '../settings/error.ts';

const PEOPLE: readonly { readonly name: string; readonly rights: readonly Right[] }[] = [
  { name: 'Anna Ek', rights: RIGHTS },
  { name: 'Bert Olsen', rights: RIGHTS },
  { name: 'Cleo Marsh', rights: ['read'] },
  { name: 'Nightly Report', rights: ['read', 'write'] },
];

/** The replica with these people as its only callers. @throws SettingsError for settings that admit others */
export function withPeople(options: RunOptions): RunOptions {
  checkSandboxPeople(options.settings);
  const people = PEOPLE.map((person) => ({ ...person, token: randomBytes(32).toString('hex') }));
  const entries = people.map(({ token, ...person }) => ({ ...person, sha256: tokenDigest(token) }));
  const httpTokensFile = temporaryFile(JSON.stringify(entries));
  return { ...options, settings: { ...options.settings, httpTokensFile, sandboxPeople: false }, people };
}

/** Nobody else can read it, and it is gone with this process. */
function temporaryFile(text: string): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'agent-platform-mcp-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'tokens.json');
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  } catch (error) {
    const why = codeOf(error) ?? 'unknown error';
    throw new SettingsError(`The people of the sandbox need a file in ${tmpdir()}, which can't be written (${why}).`);
  }
}
