/** The lock file installs on every machine: it holds each platform's package that a dependency may choose from. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
}

const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(`${ROOT}package-lock.json`, 'utf8'),
);

it('the lock file names no package that it does not hold', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it('the lock file names no place to download from', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
});
