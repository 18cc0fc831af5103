/** `tokens`: the people of the file of named tokens, who may call the `http` command. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../basics/errors.ts';
import { didYouMean } from '../basics/nearest.ts';
import { RIGHTS, type Right } from '../mcp/contract/principal.ts';
import {
  isPersonName,
  isRight,
  readTokensFile,
  type TokenEntry,
  tokenDigest,
  tokenEntries,
  tokensFileName,
} from '../mcp/http/token-entries.ts';
import { foldedName } from '../platform/text.ts';
import { isHarmless, SettingsError } from '../settings/error.ts';
import { parseFlags } from '../settings/flags.ts';
import { readLeniently } from '../settings/read.ts';
import { envName, specOf } from '../settings/table.ts';
import { quoted } from './installation.ts';
import type { Invocation } from './invocation.ts';

const FORMS = 'tokens add NAME --rights read,write,decide; tokens list; tokens remove NAME';
const FILE_FLAG = specOf('httpTokensFile').flag ?? '';

/** @throws SettingsError for a file, name or right that can't be used; the file is then unchanged */
export async function tokensCommand({ args, env, print, note }: Invocation): Promise<number> {
  const [verb = '', ...rest] = args;
  // Refused by its name if there is no such option; its value doesn't matter.
  if (verb.startsWith('-')) parseFlags([`${verb.split('=')[0]}=-`], { [FILE_FLAG]: 'string', rights: 'string' }, []);
  if (verb.startsWith('-')) throw new SettingsError(`tokens is used as: ${FORMS}. Options come last.`);
  const hasName = rest[0]?.startsWith('-') === false;
  const name = hasName ? rest[0] : undefined;
  const flags = hasName ? rest.slice(1) : rest;
  const { command } = parseFlags(flags, { [FILE_FLAG]: 'string', ...(verb === 'add' && { rights: 'string' }) }, []);
  const given = command[FILE_FLAG];
  const { values } = readLeniently(env, { settings: given === undefined ? {} : { [FILE_FLAG]: given }, command: {} });
  const file = values.httpTokensFile;
  if (!['add', 'list', 'remove'].includes(verb)) throw new SettingsError(`tokens is used as: ${FORMS}.`);
  if (file === undefined) throw new SettingsError(`Set ${envName('httpTokensFile')} (or --${FILE_FLAG}) to the file.`);
  if (verb === 'list') {
    if (name !== undefined) throw new SettingsError('tokens list takes no name: it lists everybody.');
    for (const line of listOf(tokenEntries(readTokensFile(file), file))) print(line);
    return 0;
  }
  if (name === undefined) throw new SettingsError(`tokens ${verb} needs a name. Usage: ${FORMS}.`);
  if (!isPersonName(name))
    throw new SettingsError('A name has 1 to 100 visible characters on one line, without blanks around it.');
  if (verb === 'add' && isLikeToken(name)) throw new SettingsError(TOKEN_AS_NAME);
  if (verb === 'add') {
    const rights = rightsIn(command.rights);
    const token = await add(file, name, rights, note);
    print(token);
    note(`${name} may ${rights.join(', ')}. The token above is shown only now: the file holds its digest.`);
    note(`It is for ${envName('httpToken')} on their machine. A running server admits it within 2 s.`);
  } else {
    await remove(file, name, note);
    note(`${name} has no token any more. A running server locks them out within 2 s, and logs it.`);
  }
  return 0;
}

/** Long and hexadecimal, or mixed as base64 is: as a name it would be shown in the list, in logs and in questions. */
const isLikeToken = (name: string): boolean =>
  /^(?:[\da-fA-F]{32,}|(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/=.-]{32,})$/.test(name);
const TOKEN_AS_NAME = `The given name looks like a token, so it is not repeated here. Nothing was changed. Usage: ${FORMS}.`;

function rightsIn(text: string | undefined): readonly Right[] {
  const known = RIGHTS.join(', ');
  const named = (text ?? '').split(',').map((right) => right.trim());
  const wrong = named.find((right) => !isRight(right));
  if (text === undefined || text === '') throw new SettingsError(`tokens add needs --rights, one or more of ${known}.`);
  if (wrong !== undefined) {
    const shown = isHarmless(wrong, RIGHTS) ? ` "${wrong}"` : '';
    throw new SettingsError(
      `--rights names an unknown right${shown}. Known: ${known}, with commas and no blanks between.`,
    );
  }
  return RIGHTS.filter((right) => named.includes(right));
}

function listOf(entries: readonly TokenEntry[]): string[] {
  const rows = entries.map(({ name, rights, since }) => [name, rights.join(','), since ?? 'written by hand']);
  const all = [['NAME', 'RIGHTS', 'SINCE'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const padded = all.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)));
  return padded.map((row) => row.join('  ').trimEnd());
}

type Note = Invocation['note'];

async function add(file: string, name: string, rights: readonly Right[], note: Note): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await rewrite(file, note, (entries, raw) => {
    const known = entries.find((entry) => foldedName(entry.name) === foldedName(name));
    if (known !== undefined) {
      const since = known.since === undefined ? '' : ` since ${known.since}`;
      throw new SettingsError(
        `${known.name} has a token${since}. For another one, run: tokens remove ${quoted(known.name)}; then tokens add ${quoted(known.name)} --rights ${known.rights.join(',')}. In between ${known.name} is locked out.`,
      );
    }
    return [...raw, { name, sha256: tokenDigest(token), rights, since: new Date().toISOString() }];
  });
  return token;
}

const remove = (file: string, name: string, note: Note): Promise<void> =>
  rewrite(file, note, (entries, raw) => {
    const names = entries.map((entry) => entry.name);
    if (names.includes(name)) return raw.filter((_entry, index) => names[index] !== name);
    if (isLikeToken(name)) throw new SettingsError(TOKEN_AS_NAME);
    throw new SettingsError(`${tokensFileName(file)} names nobody "${name}".${didYouMean(name, names)}`);
  });

/** How long another `tokens` command is waited for. */
const WAIT_MS = 3_000;

/**
 * Replaces the file by renaming a new one onto it, so that nobody reads half of it. The new one is created exclusively: of two
 * commands at once, the second waits for the first and reads what it wrote.
 * @param change gets the entries, and as they are written; what it throws leaves the file unchanged
 */
async function rewrite(
  file: string,
  note: Note,
  change: (entries: readonly TokenEntry[], raw: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  const next = `${file}.new`;
  const descriptor = await createNew(file, next);
  let isRenamed = false;
  try {
    const before = regularOrMissing(file);
    const text = before === undefined ? '[]' : readTokensFile(file);
    const entries = tokenEntries(text, file);
    const changed = change(entries, [JSON.parse(text)].flat());
    const lines = changed.map((entry) => `  ${JSON.stringify(entry)}`);
    const content = Buffer.from(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
    // Its group goes on reading it, if others never could.
    const isOfGroup = before !== undefined && (before.mode & 0o047) === 0o040;
    const mode = isOfGroup ? 0o640 : 0o600;
    // Run by root for a server that runs as another user.
    const isOthers = before !== undefined && before.uid !== process.getuid?.();
    if (isOfGroup || isOthers) fs.fchownSync(descriptor, before.uid, before.gid);
    fs.fchmodSync(descriptor, mode);
    if (fs.writeSync(descriptor, content) < content.length) throw Object.assign(new Error(), { code: 'ENOSPC' });
    fs.fsyncSync(descriptor);
    fs.renameSync(next, file);
    isRenamed = true;
    if (before !== undefined && process.platform !== 'win32' && (before.mode & 0o077 & ~mode) !== 0)
      note(
        `Its mode was ${(before.mode & 0o777).toString(8)} and is ${mode.toString(8)} now: only its owner${isOfGroup ? ' and its group' : ''} can read it.`,
      );
  } catch (error) {
    if (error instanceof SettingsError || codeOf(error) === undefined) throw error;
    throw new SettingsError(`${tokensFileName(file)} can't be written (${codeOf(error)}). It is unchanged.`);
  } finally {
    fs.closeSync(descriptor);
    if (!isRenamed) fs.rmSync(next, { force: true });
  }
}

async function createNew(file: string, next: string): Promise<number> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return fs.openSync(next, 'wx', 0o600);
    } catch (error) {
      const code = codeOf(error) ?? 'unknown error';
      if (code !== 'EEXIST')
        throw new SettingsError(
          `${tokensFileName(file)} can't be written (${code}): its folder must exist and be writable.`,
        );
      if (performance.now() > until)
        throw new SettingsError(
          `${tokensFileName(file)} is being changed by another command, or one was broken off: then remove ${next}.`,
        );
      await sleep(50);
    }
  }
}

/** @throws SettingsError for anything but a regular file: renaming would replace the link, not the file behind it */
function regularOrMissing(file: string): fs.Stats | undefined {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return stats;
  const kind = stats.isSymbolicLink() ? 'a symbolic link' : stats.isDirectory() ? 'a folder' : 'no regular file';
  throw new SettingsError(`${tokensFileName(file)} is ${kind}. Name the file itself; nothing was changed.`);
}
