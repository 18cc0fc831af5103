/** The imports between files of src, read from the sources: static, dynamic and type imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** The modules that each file names: files of src by their path in it, packages by their name. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The whole of src. @throws if an import names a file that does not exist, since it was misread */
export function readImports(): Imports {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const known = new Set([...files, '../package.json']);
  const imports = new Map(files.map((file) => [file, importsOf(file, readFileSync(join(SRC, file), 'utf8'))]));
  for (const [file, names] of imports) {
    const lost = names.find((name) => name.endsWith('.ts') && !known.has(name));
    if (lost !== undefined) throw new Error(`${file} imports ${lost}, which does not exist`);
  }
  return imports;
}

/** The modules that a source text names. */
export function importsOf(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^'\n]+)'/gm)].map(([, name = '']) => name);
  return specifiers.map((name) => (name.startsWith('.') ? posix.join(dirname(file), name) : name));
}

/** Files that import each other in a ring, each ring once. */
export function circles(imports: Imports): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}
