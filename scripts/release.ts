/**
 * `npm run release -- 0.2.0` makes a release up to what only its owner can do: it sets the version, names it in the
 * changelog, runs .ci/run, packs the npm package and the desktop bundle, commits and tags. It publishes nothing, and
 * prints the commands that do.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { LOCKFILE_LINT, PUBLINT } from './fetched.ts';
import { ROOT } from './write-generated.ts';

const read = (file: string): string => readFileSync(ROOT + file, 'utf8');
const run = (command: string, ...args: string[]): void => {
  process.stderr.write(`== ${command} ${args.join(' ')}\n`);
  execFileSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
};
const output = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Ends with the reason; nothing has been changed yet. */
function refuse(reason: string): never {
  process.stderr.write(`No release: ${reason}\n`);
  process.exit(2);
}

/** The changelog with the version in the place of `Unreleased`. */
function named(changelog: string, version: string): string {
  const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog);
  if (unreleased?.[1]?.trim()) return changelog.replace('## Unreleased', `## ${version}`);
  if (!changelog.includes(`\n## ${version}\n`)) refuse('CHANGELOG.md says nothing under Unreleased.');
  return changelog;
}

const isNewer = (version: string, than: string): boolean => {
  const [now = [], before = []] = [version, than].map((one) => one.split('.').map(Number));
  const at = now.findIndex((part, index) => part !== before[index]);
  return at >= 0 && Number(now[at]) > Number(before[at]);
};

const [version = ''] = process.argv.slice(2);
const { name, version: current, published } = JSON.parse(read('package.json'));
const tag = `v${version}`;
if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('give the version, such as npm run release -- 0.2.0.');
if (output('git', 'status', '--porcelain') !== '') refuse('there are changes that are not committed.');
if (output('git', 'tag', '--list', tag) !== '') refuse(`the tag ${tag} exists.`);
if (version !== current && !isNewer(version, current)) refuse(`${version} is older than ${current}.`);
const changelog = named(read('CHANGELOG.md'), version);

writeFileSync(`${ROOT}CHANGELOG.md`, changelog);
run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
run('npm', 'run', '--silent', 'generate');
run('.ci/run');
run('npx', '-y', PUBLINT);
const lock = ['--path', 'package-lock.json', '--type', 'npm', '--validate-https', '--allowed-hosts', 'npm'];
run('npx', '-y', LOCKFILE_LINT, ...lock);
run('npm', 'run', '--silent', 'mcpb');
run('npm', 'pack', '--silent');
run('git', 'commit', '--all', '--allow-empty', '--quiet', '--message', `Release ${version}`);
run('git', 'tag', '--annotate', tag, '--message', `${name} ${version}`);

const bundle = `dist/${name}.mcpb`;
const digest = createHash('sha256')
  .update(readFileSync(ROOT + bundle))
  .digest('hex');
process.stdout.write(`
${name} ${version} is committed and tagged. Nothing has left this machine. What only you can do, in this order:

  git push --follow-tags
  npm publish ./${name}-${version}.tgz
${published ? '' : '  npm pkg set published=true --json && npm run generate    # then commit: links and server.json name the package\n'}  mcp-publisher publish
  docker build -t ${name}:${version} .

Attach to the release: ${bundle} (sha256 ${digest}).
npm run directories says what each directory still wants.
`);
