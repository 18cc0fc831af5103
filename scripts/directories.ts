/**
 * Writes the files from which other programs install and list this server, and says for each directory what is ready and
 * what only the owner can do. With --check it writes nothing and exits with 1 if a file is stale; with --quiet it says
 * only which.
 */
import { existsSync, readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { IS_PUBLISHED } from '../src/cli/installation.ts';
import { fill } from './fill.ts';
import { chatGptJson, claudeRemotePage, dockerFiles, glamaJson } from './listings.ts';
import { manifestJson } from './manifest-json.ts';
import { isPlaceholder, type OwnerFact, owner } from './owner.ts';
import { serverJson } from './server-json.ts';
import { ROOT, writeGenerated } from './write-generated.ts';

const read = (file: string): string => readFileSync(ROOT + file, 'utf8');
const text = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** package.json with the addresses that npm shows, once there is a repository. */
function packageJson(): string {
  if (isPlaceholder('repository')) return read('package.json');
  const { repository } = owner;
  return text({
    ...JSON.parse(read('package.json')),
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: owner.support,
  });
}

/** A directory: its file, what makes it complete, and what else only the owner can do. */
interface Directory {
  readonly name: string;
  readonly files: readonly string[];
  readonly needs: readonly OwnerFact[];
  /** Whether it lists only what npm has. */
  readonly needsNpm?: true;
  readonly byHand: string;
}

const DIRECTORIES: readonly Directory[] = [
  {
    name: 'Claude bundle',
    files: ['manifest.json', 'icons/light.png', 'icons/dark.png'],
    needs: ['repository', 'privacyPolicy', 'support'],
    byHand: 'npm run mcpb, then send dist/agent-platform-mcp.mcpb with the form for desktop extensions',
  },
  {
    name: 'Claude remote',
    files: ['directories/claude-remote.md', 'icons/light.svg'],
    needs: ['remoteUrl', 'privacyPolicy', 'support', 'repository'],
    byHand: 'run a public server with OAuth, and copy the page into the form for remote servers',
  },
  {
    name: 'ChatGPT',
    files: ['directories/chatgpt-app-submission.json', 'icons/light.png'],
    needs: ['remoteUrl', 'privacyPolicy', 'support'],
    byHand: 'verify your organization and domain, then import the file into the form for apps',
  },
  {
    name: 'MCP registry',
    files: ['server.json'],
    needs: ['repository'],
    needsNpm: true,
    byHand: 'prove that the namespace of mcpName in package.json is yours, then mcp-publisher publish',
  },
  {
    name: 'Docker',
    files: ['directories/docker/server.yaml', 'directories/docker/tools.json', 'Dockerfile'],
    needs: ['repository'],
    byHand: 'add source.commit, and open a pull request with both files in docker/mcp-registry',
  },
  {
    name: 'Glama',
    files: ['glama.json', 'LICENSE'],
    needs: ['repository', 'glamaMaintainers'],
    byHand: 'claim the entry that Glama makes of the public repository',
  },
];

function sayReadiness(): void {
  for (const { name, files, needs, needsNpm, byHand } of DIRECTORIES) {
    const missing = files.filter((file) => !existsSync(ROOT + file));
    if (missing.length > 0) throw new Error(`${name}: there is no ${missing.join(', ')}.`);
    const placeholders = needs.filter(isPlaceholder);
    const left = [
      ...(placeholders.length > 0 ? [`replace ${placeholders.join(', ')} in directories/owner.json`] : []),
      ...(needsNpm && !manifest.published ? ['publish the package at npm first (npm run release)'] : []),
      byHand,
    ];
    process.stdout.write(
      `${name}\n  ready: ${files.join(', ')}\n${left.map((one) => `  only you: ${one}\n`).join('')}`,
    );
  }
}

/** A page of the repository with an address of the owner's. */
const contact = (page: string, line: string): string => fill(read(page), 'contact', line);

writeGenerated({
  'package.json': packageJson(),
  'server.json': text(serverJson(IS_PUBLISHED)),
  'manifest.json': text(manifestJson()),
  'glama.json': glamaJson(),
  ...dockerFiles(),
  'directories/chatgpt-app-submission.json': chatGptJson(),
  'directories/claude-remote.md': claudeRemotePage(),
  'SECURITY.md': contact('SECURITY.md', `Write to <${owner.securityContact}>.`),
  'CODE_OF_CONDUCT.md': contact('CODE_OF_CONDUCT.md', `Report to <${owner.securityContact}>.`),
});
if (!process.argv.includes('--quiet')) sayReadiness();
