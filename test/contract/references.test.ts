/**
 * Everything that comments and pages refer to is in the repository: files, headings, links, npm scripts and settings.
 * Nothing refers to, imports or reads anything outside it, because a clone has nothing else.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { envName, SETTINGS, type SettingName } from '../../src/settings/table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'demo', 'docs', 'deploy', '.ci'];
/** Files of the repository by their path, as git lists them, without untracked ones. */
const listed = (...options: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...options], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
const tracked = listed();
/** Files that may be referred to: also new ones, before they are added. */
const files = [...tracked, ...listed('--others', '--exclude-standard')];
const texts = new Map(
  tracked
    .filter((file) => /\.(?:[mc]?[jt]s|md|ya?ml|json|conf)$|^\.ci\/|Dockerfile$/.test(file))
    // Neither the list of forbidden words below nor what others wrote.
    .filter((file) => file !== 'test/contract/references.test.ts' && file !== 'package-lock.json')
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const textOf = (file: string): string => texts.get(file) ?? '';
const isCode = (file: string): boolean => /\.[mc]?[jt]s$/.test(file) && !file.endsWith('.generated.ts');
const isPage = (file: string): boolean => file.endsWith('.md');
const code = [...texts.keys()].filter(isCode);
const pages = [...texts.keys()].filter(isPage);
const SPECIFICATION = 'test/fixtures/platform-api-spec.md';

/** The comments of a file, or the whole page, on one line each: what a reader is told in prose. */
function prose(file: string): string[] {
  const text = textOf(file);
  // What a page gives as code to write is a test of its own, and names files that are not there yet.
  const parts = isPage(file)
    ? [text.replace(/^```(?:ts|diff)\n[\s\S]*?^```/gm, '')]
    : (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? []);
  return parts.map((part) => (isPage(file) ? part : part.replace(/\s*\n\s*\*?\s*/g, ' ')));
}

const proses = new Map([...code, ...pages].map((file) => [file, prose(file)]));

/** All matches of `find` in the prose of any file, with the file. */
function said(find: RegExp, among: readonly string[] = [...code, ...pages]): { file: string; found: string[] }[] {
  return among.flatMap((file) =>
    (proses.get(file) ?? []).flatMap((part) => [...part.matchAll(find)].map((match) => ({ file, found: [...match] }))),
  );
}

const headingsOf = (page: string): string[] =>
  [...withoutBlocks(textOf(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.trim());
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');
/** The anchor that code hosts make of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('every reference leads to something that exists:', () => {
  it('files and folders, by their path from the root', () => {
    const path = new RegExp(`(?<![\\w/.@:~$-])(?:${FOLDERS.join('|').replace('.', '\\.')})/[\\w./-]*`, 'g');
    const missing = said(path).filter(({ found: [name = ''] }) => !existsSync(join(root, name.replace(/[./]+$/, ''))));
    expect(missing).toEqual([]);
  });

  it('files, by their name', () => {
    const named = said(/(?<![\w./*‹<-])[\w-][\w./-]*\.(?:ts|mjs|cjs|md|yaml|conf)\b(?!\()/g);
    const { files: packed } = JSON.parse(textOf('package.json')) as { files: string[] };
    const missing = named.filter(({ found: [name = ''] }) => {
      const isKnown = files.some((known) => known === name || known.endsWith(`/${name}`));
      const isBuilt = name.startsWith('dist/') || packed.includes(`dist/${name}`);
      // `x.test.ts` stands for any name.
      return !isKnown && !name.startsWith('x.') && !isBuilt && !name.startsWith('node_modules/');
    });
    expect(missing).toEqual([]);
  });

  it('headings of pages that comments name: docs/page.md, "Heading"', () => {
    const wrong = said(/(docs\/[\w-]+\.md), "([^"]+)"/g).filter(
      ({ found: [, page = '', heading = ''] }) => !headingsOf(page).includes(heading),
    );
    expect(wrong).toEqual([]);
    // Each comment that names a page of reasons names the heading too, or the page as a whole is meant.
    expect(said(/docs\/architecture\.md/g, code).length).toBeGreaterThan(3);
  });

  it('headings of the specification that comments name: specification, "Heading"', () => {
    const headings = headingsOf(SPECIFICATION).map((heading) => heading.replace(/^[\d.]+ /, ''));
    const wrong = said(/[Ss]pecification, "([^"]+)"/g, code).filter(
      ({ found: [, heading = ''] }) => !headings.some((known) => known.startsWith(heading)),
    );
    expect(wrong).toEqual([]);
  });

  it('links of pages, with their anchors', () => {
    const wrong = pages
      .filter((page) => page !== SPECIFICATION)
      .flatMap((page) =>
        [...withoutBlocks(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
      )
      .filter(({ link }) => !/^[a-z]+:/.test(link))
      .filter(({ page, link }) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : posix.normalize(posix.join(dirname(page), path));
        if (target.startsWith('..') || !existsSync(join(root, target))) return true;
        return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor);
      });
    expect(wrong).toEqual([]);
  });

  it('npm scripts', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const unknown = said(/npm run (?:--silent )?([a-z][\w:-]*)/g).filter(
      ({ found: [, name = ''] }) => !Object.hasOwn(scripts, name),
    );
    expect(unknown).toEqual([]);
  });

  it('settings', () => {
    const known = (Object.keys(SETTINGS) as SettingName[]).map(envName);
    // The changelog names those that are gone.
    const others = pages.filter((page) => page !== 'CHANGELOG.md');
    const unknown = said(/\bAGENT_PLATFORM_[A-Z_]*[A-Z]\b(?!_?\*)/g, others).filter(
      ({ found: [name = ''] }) => !known.includes(name),
    );
    expect(unknown).toEqual([]);
  });
});

it('no file holds the marks of a merge that was left half-way', () => {
  const marked = [...texts].filter(([, text]) => /^(?:<{7} |>{7} )/m.test(text)).map(([file]) => file);
  expect(marked).toEqual([]);
});

describe('nothing outside the repository', () => {
  it.each([
    ['pages that only some had', /\b(?:design|house-moves|mcp-notes|platform-field-notes)\.md|\bfield notes\b/gi],
    ['numbers of issues', /\bissues? #?\d+\b/gi],
    ['numbers of rules or sections, but for those of a standard', /(?<!RFC \d+, )\b(?:rules?|section) \d/gi],
    ['folders of one machine', /(?<![\w.])\/(?:work|root)\/\w+/g],
  ])('is named: %s', (_, pattern) => {
    const found = [...texts].flatMap(([file, text]) =>
      file === SPECIFICATION ? [] : [...text.matchAll(pattern)].map(([match]) => ({ file, match })),
    );
    expect(found).toEqual([]);
  });

  it('is imported or read: every relative path stays in the repository', () => {
    const outside = code.flatMap((file) =>
      [...textOf(file).matchAll(/['"`](\.\.(?:\/[\w.@-]*)*)['"`]/g)]
        .map(([, path = '']) => ({ file, path }))
        .filter(({ path }) => posix.normalize(posix.join(dirname(file), path)).startsWith('..')),
    );
    expect(outside).toEqual([]);
  });
});
