/** The bill of materials beside the bundle: valid CycloneDX 1.6, and every library whose code is in the bundle. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, expect, it } from 'vitest';
import { METAFILE, ROOT } from '../support/build.ts';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly licenses?: readonly unknown[];
}

const DIST = join(ROOT, 'dist');
let text: string;
let components: readonly Component[];
/** Name and version of the packages that esbuild bundled. */
let bundled: string[];

beforeAll(async () => {
  text = await readFile(join(DIST, 'agent-platform-mcp.cdx.json'), 'utf8');
  ({ components } = JSON.parse(text) as { components: readonly Component[] });
  const { outputs } = JSON.parse(await readFile(METAFILE, 'utf8')) as {
    outputs: Readonly<Record<string, { inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>;
  };
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
    return found && bytesInOutput > 0 ? [found[0]] : [];
  });
  bundled = await Promise.all([...new Set(folders)].map(nameAndVersion));
});

async function nameAndVersion(path: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

const title = ({ group, name, version }: Component): string => `${group ? `${group}/` : ''}${name}@${version}`;

it('the bill of materials is valid under the schema of CycloneDX 1.6, which allows nothing else', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
  expect(await validator.validate(text.replace('"licenses"', '"licences"'))).not.toBeNull();
});

it('the bill of materials lists what is bundled and nothing else, each with its licence', () => {
  expect(bundled.length).toBeGreaterThan(5);
  expect(components.map(title).sort()).toEqual([...bundled].sort());
  expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
});

it('the bill of materials has nothing of OpenTelemetry, which is the operator’s to install', () => {
  expect(bundled.filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
});

it('the bill of materials lists what the notices list', async () => {
  const notices = await readFile(join(DIST, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const titles = [...notices.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \(\S+\)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
  expect(titles.sort()).toEqual([...bundled].sort());
});

it('the bill of materials names no folder of the machine that made it', () => {
  expect(text).not.toContain(ROOT);
});
