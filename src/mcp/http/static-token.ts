/** The static token of HTTP_TOKEN or HTTP_TOKEN_FILE, compared in constant time. */
import { timingSafeEqual } from 'node:crypto';
import { asError, codeOf, messageOf } from '../../basics/errors.ts';
import { noteSecret } from '../../basics/secret-strength.ts';
import { readSecret } from './secrets.ts';
import { tokenDigest } from './token-entries.ts';

/** The file is read again at most this often, however many requests come. */
const REREAD_MS = 1_000;
/** Errors that mean the operator removed or closed the file. Others (EMFILE, EIO) say nothing about the token. */
const REVOKED = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'not a regular file'];

/** The token that callers must send; it may be rotated in its file. */
export type StaticToken = ReturnType<typeof staticToken>;

/** Without a valid token in the file, nobody is accepted. @param warn called once at the start of such a time */
export function staticToken(token: string, file: string | undefined, warn: (message: string) => void) {
  const seen = new Set([token]);
  let current: string | undefined = token;
  let readAt = Number.NEGATIVE_INFINITY;
  const reread = (path: string): unknown => {
    readAt = performance.now();
    try {
      current = readSecret('httpTokenFile', path);
      noteSecret(seen, current);
      return undefined;
    } catch (error) {
      const code = codeOf(asError(error).cause);
      if (code !== undefined && !REVOKED.includes(code)) return error;
      if (current !== undefined) warn(`${messageOf(error)} Until that is fixed, it admits nobody.`);
      current = undefined;
      return error;
    }
  };
  return {
    /** Every token that has been current: all of them are masked. */
    seen,
    /** The digest of the current one; undefined while there is none. */
    get digest(): string | undefined {
      return current === undefined ? undefined : tokenDigest(current);
    },
    /** Reads its file now, if there is one. @throws SettingsError if it holds no token */
    reload(): void {
      const failed = file === undefined ? undefined : reread(file);
      if (failed !== undefined) throw failed;
    },
    matches(sent: string): boolean {
      // Read before the comparison, so that a replaced token is refused within a second.
      if (file !== undefined && performance.now() - readAt > REREAD_MS) reread(file);
      return current !== undefined && isSame(sent, current);
    },
  };
}

/** Whether the header has exactly this token. */
export function isBearer(token: string, authorization: string | undefined): boolean {
  const [, sent] = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '') ?? [];
  return sent !== undefined && isSame(sent, token);
}

/** In constant time. The digests have equal lengths, so the time doesn't reveal the length, either. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(tokenDigest(a)), Buffer.from(tokenDigest(b)));
