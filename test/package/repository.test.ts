/** What people and coding agents expect at a repository's root, and that what it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/build.ts';

const read = (file: string): string => readFileSync(ROOT + file, 'utf8');
const manifest = JSON.parse(read('package.json'));
const lines = (file: string): number => read(file).trimEnd().split('\n').length;

it.each([
  ['README.md', 120],
  ['AGENTS.md', 60],
  ['CONTRIBUTING.md', 60],
])('%s has at most %i lines', (file, most) => expect(lines(file)).toBeLessThanOrEqual(most));

it('the README shows the two commands on its first screen, and says where data goes', () => {
  const [screen = ''] = read('README.md').split('\n## ');
  expect(screen).toContain('npm run demo');
  expect(screen).toContain(' config ');
  expect(read('README.md')).toMatch(/^## Privacy$/m);
});

describe.each(['AGENTS.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'docs/contributing.md'])('%s', (page) => {
  const text = read(page).replace(/<!-- recipe -->[\s\S]*<!-- \/recipe -->/, '');

  it('names only scripts that exist', () => {
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const folder = page.includes('/') ? page.slice(0, page.lastIndexOf('/') + 1) : '';
    const linked = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => folder + path);
    const named = [...text.matchAll(/`((?:src|test|docs|scripts|bench|\.ci)(?:\/[\w.-]+)*)`/g)].map(
      ([, path = '']) => path,
    );
    expect([...linked, ...named].filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });
});

it('CI runs .ci/run on the Node.js of .nvmrc, on Debian, whose packages it installs', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml'));
  expect(jobs.ci.container).toBe(`node:${read('.nvmrc').trim()}-trixie`);
  expect(jobs.ci.steps.at(-1)).toEqual({ run: '.ci/run' });
});

it.each(['bug', 'idea', 'config'])('the issue form %s can be read, and each field has a label', (name) => {
  const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`));
  for (const field of form.body ?? []) expect(field.attributes.label).toBeTruthy();
  expect(form).toBeTruthy();
});

it('the recording takes at most 20 s, and shows the question for the longest part of it', () => {
  const svg = read('docs/approval.svg');
  const [, total] = /animation:s0 ([\d.]+)s/.exec(svg) ?? [];
  expect(Number(total)).toBeLessThanOrEqual(20);
  const shown = [...svg.matchAll(/@keyframes s(\d+)\{.*?([\d.]+)%\{opacity:1\}([\d.]+)%\{opacity:0\}100%/g)].map(
    ([, scene, from, to]) => ({ scene: `s${scene}`, part: Number(to) - Number(from) }),
  );
  const [longest] = shown.sort((a, b) => b.part - a.part);
  expect(svg).toMatch(new RegExp(`<g id="${longest?.scene}"[^>]*>\\n<rect class="box"`));
});
