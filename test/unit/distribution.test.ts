/** Registry entries, bundles and install links agree with the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serverJson } from '../../scripts/server-json.ts';
import { installationOf } from '../../src/cli/installation.ts';
import { envName, SETTING_NAMES, specOf } from '../../src/settings/table.ts';
import { ROOT } from '../support/build.ts';

const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');
const manifest = JSON.parse(read('package.json'));

/** The parts of the registry's schema of 2025-12-11 that a server of packages meets, written down by hand. */
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+/),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          format: z.enum(['string', 'number', 'boolean', 'filepath']),
          isRequired: z.boolean(),
          isSecret: z.boolean(),
          default: z.string().optional(),
          choices: z.array(z.string()).optional(),
        }),
      ),
    }),
  ]),
});

describe('server.json', () => {
  const server = ServerJson.parse(serverJson(true));

  it('names a package only once it is published: until then anyone may register the name', () => {
    expect(JSON.parse(read('server.json'))).toEqual(serverJson(manifest.published));
    expect(JSON.stringify(serverJson(false))).not.toMatch(/packages|npx/);
  });

  it('has the name and version of package.json', () => {
    expect([server.name, server.version]).toEqual([manifest.mcpName, manifest.version]);
    expect(server.packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }]);
  });

  it('lists every setting of a server over stdio, and marks the token as a secret', () => {
    const variables = server.packages[0].environmentVariables;
    const names = SETTING_NAMES.filter((name) => specOf(name).command === undefined);
    expect(variables.map(({ name }) => name)).toEqual(names.map(envName));
    for (const { name, isSecret } of variables) expect(isSecret).toBe(name === 'AGENT_PLATFORM_TOKEN');
  });
});

describe('manifest.json', () => {
  const bundle = JSON.parse(read('manifest.json'));

  it('has the version of package.json, and keeps the token secret', () => {
    expect(bundle.manifest_version).toBe('0.3');
    expect(bundle.version).toBe(manifest.version);
    expect(bundle.user_config.token).toMatchObject({ type: 'string', sensitive: true });
  });

  it('fills every variable from a question that it asks', () => {
    for (const value of Object.values<string>(bundle.server.mcp_config.env)) {
      const [, key = ''] = /^\$\{user_config\.(\w+)\}$/.exec(value) ?? [];
      expect(Object.keys(bundle.user_config)).toContain(key);
    }
  });
});

describe.each([true, false])('an installation, published: %s', (isPublished) => {
  const { install, start } = installationOf(isPublished);

  it('fetches the name from npm only where it is ours', () => {
    expect(start.command === 'npx').toBe(isPublished);
    expect(FETCHES.test(`${install}\n${start.command} ${start.args.join(' ')}`)).toBe(isPublished);
  });
});

/** What makes npm fetch the package by its name; a packed file has a path and a version. */
const FETCHES = /\b(?:npx|npm (?:i|install|exec|x))\b[^\n`]*?(?<![\w./*-])agent-platform-mcp(?![\w./*-]*\.tgz|[\w./-])/;
const SHOWN = ['README.md', 'mcp.json.example', 'server.json', 'manifest.json', 'Dockerfile', 'CHANGELOG.md'];
const folders = ['docs', 'src/sandbox/guide', 'deploy'];

it.runIf(!manifest.published)('nothing that people copy from fetches the name while it is not published', () => {
  const files = [
    ...SHOWN,
    ...folders.flatMap((folder) => readdirSync(ROOT + folder).map((file) => `${folder}/${file}`)),
  ];
  for (const file of files.filter((name) => /\.(?:md|json|example|yaml|conf)$|Dockerfile$/.test(name))) {
    expect(FETCHES.exec(decodeURIComponent(read(file).replace(/%(?![\da-f]{2})/gi, '%25')))?.[0], file).toBeUndefined();
  }
});

it('the install links hold a configuration that starts what is installed, without a token', () => {
  const [vscode, cursor] = [...read('README.md').matchAll(/\[Install in [^\]]+\]\(([^)]+)\)/g)].map(
    ([, link]) => new URL(link ?? '').searchParams,
  );
  const configs = [
    JSON.parse(vscode?.get('config') ?? ''),
    JSON.parse(Buffer.from(cursor?.get('config') ?? '', 'base64').toString()),
  ];
  for (const config of configs) {
    expect({ command: config.command, args: config.args }).toEqual(installationOf(manifest.published).start);
    expect(config.env.AGENT_PLATFORM_TOKEN).toMatch(/^\$\{.+\}$/);
  }
  const [input] = JSON.parse(vscode?.get('inputs') ?? '');
  expect(input).toMatchObject({ type: 'promptString', password: true });
  expect(configs[0].env.AGENT_PLATFORM_TOKEN).toBe(`\${input:${input.id}}`);
});
