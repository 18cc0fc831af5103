/**
 * The rooms of src, and which may import which (docs/architecture.md, "The house"): arrows point one way, and there are no
 * import cycles.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { circles, type Imports, importsOf, readImports } from '../support/imports.ts';
import { CHAINS, isIn, LEAVES, ROOMS, type Room, roomOf } from '../support/rooms.ts';

/** Packages that only these rooms may import; all others may be imported everywhere. */
const PACKAGES: readonly (readonly [name: RegExp, rooms: readonly string[]])[] = [
  [/^@modelcontextprotocol\//, ['mcp/sdk', 'mcp/engine', 'mcp/protocol', 'mcp/stdio', 'mcp/http']],
  [/^undici$/, ['platform/client']],
  [/^jose$/, ['mcp/http', 'sandbox']],
  [/^@opentelemetry\/api$/, ['mcp/tracing']],
  [/^(?:prom-client|@redis\/client)$/, ['mcp/http']],
  [/^marked$/, ['sandbox']],
];

const isSource = (name: string): boolean => name.endsWith('.ts');

/** Imports that violate the arrows, as `from → to`. */
function wrongArrows(imports: Imports): string[] {
  return [...imports].flatMap(([file, names]) => {
    const { path = '', mayImport = [] } = roomOf(file) ?? {};
    const reachable = [path, ...mayImport, ...LEAVES];
    return names
      .filter((name) => (isSource(name) ? !reachable.some((other) => isIn(name, other)) : !isPackageOf(file, name)))
      .map((name) => `${file} → ${name}`);
  });
}

/** Which rooms import from which. */
function betweenRooms(imports: Imports): Imports {
  const roomsOf = (names: readonly string[]): string[] => names.flatMap((name) => roomOf(name)?.path ?? []);
  return new Map(
    ROOMS.map(({ path }) => {
      const names = [...imports].flatMap(([file, names]) => (roomOf(file)?.path === path ? roomsOf(names) : []));
      return [path, [...new Set(names)].filter((name) => name !== path)];
    }),
  );
}

const isPackageOf = (file: string, name: string): boolean =>
  PACKAGES.every(([pattern, rooms]) => !pattern.test(name) || rooms.some((room) => isIn(file, room)));

/** Imports from one toolset into another, but for the index of them all. */
function acrossToolsets(imports: Imports): string[] {
  const toolsetOf = (file: string): string | undefined => /^tools\/([^/]+)\//.exec(file)?.[1];
  return [...imports].flatMap(([file, names]) =>
    file === 'tools/index.ts'
      ? []
      : names
          .filter((name) => ![undefined, toolsetOf(file)].includes(toolsetOf(name)))
          .map((name) => `${file} → ${name}`),
  );
}

/** Imports of a file that defines a tool, but from the index of them all. */
function importedTools(imports: Imports, definesTool: (file: string) => boolean): string[] {
  return [...imports].flatMap(([file, names]) =>
    names
      .filter((name) => isIn(name, 'tools') && isSource(name) && file !== 'tools/index.ts' && definesTool(name))
      .map((name) => `${file} → ${name}`),
  );
}

/** By `defineTool`, or by one of the functions of src/tools/record-tools.ts. */
const DEFINITION = /^export const \w+ = (?:defineTool|creates|updates|writes|deletes)\(/m;

const definesTool = (file: string): boolean =>
  DEFINITION.test(readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8'));

describe('src', () => {
  const imports = readImports();

  it('has a place in the table of rooms for every file', () => {
    expect([...imports.keys()].filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  it('has a file for every room of the table', () => {
    expect(ROOMS.filter(({ path }) => ![...imports.keys()].some((file) => isIn(file, path)))).toEqual([]);
  });

  it('uses every import that the table allows', () => {
    const uses = ({ row }: Room, other: string): boolean =>
      [...imports].some(([file, names]) => roomOf(file)?.row === row && names.some((name) => isIn(name, other)));
    const idle = ROOMS.flatMap((room) =>
      room.mayImport.filter((other) => !uses(room, other)).map((other) => `${room.path} → ${other}`),
    );
    expect(idle).toEqual([]);
  });

  it('imports only what the table allows', () => {
    expect(wrongArrows(imports)).toEqual([]);
  });

  it('has no files and no rooms that import each other in a circle', () => {
    expect(circles(imports).map((ring) => ring.join(' → '))).toEqual([]);
    expect(circles(betweenRooms(imports)).map((ring) => ring.join(' → '))).toEqual([]);
  });

  it('has no tool that imports another, and no toolset that imports from another', () => {
    expect(importedTools(imports, definesTool)).toEqual([]);
    expect(acrossToolsets(imports)).toEqual([]);
  });
});

describe('the arrows', () => {
  it('are those that the page draws below its table', () => {
    const mayImport = (from: string, to: string): boolean =>
      ROOMS.filter(({ path }) => isIn(path, from)).some((room) => room.mayImport.some((other) => isIn(to, other)));
    expect(CHAINS.length).toBeGreaterThan(2);
    expect(CHAINS.filter(([from, to]) => !mayImport(from, to))).toEqual([]);
  });

  const one = (from: string, to: string): Imports => new Map([[from, [to]]]);

  it.each([
    ['platform/client/index.ts', 'mcp/contract/errors.ts'],
    ['platform/parse/index.ts', '@modelcontextprotocol/server'],
    ['platform/operations/operation.ts', 'platform/parse/records.ts'],
    ['mcp/contract/tool.ts', 'mcp/engine/app.ts'],
    ['mcp/engine/call-tool.ts', 'mcp/protocol/factory.ts'],
    ['mcp/sdk/checked-server.ts', 'mcp/engine/app.ts'],
    ['mcp/stdio/serve.ts', 'mcp/http/serve.ts'],
    ['domain/changes.ts', 'tools/fields.ts'],
    ['domain/changes.ts', 'mcp/engine/redact.ts'],
    ['present/units.ts', 'domain/changes.ts'],
    ['sandbox/world.ts', 'platform/client/index.ts'],
    ['sandbox/world.ts', 'mcp/contract/tool.ts'],
    ['tools/docs/docs.ts', 'mcp/engine/repair-arguments.ts'],
    ['resources/docs.ts', 'tools/docs/docs.ts'],
    ['settings/read.ts', 'platform/text.ts'],
    ['cards/inbox.ts', 'platform/text.ts'],
    ['mcp/protocol/resources.ts', 'cards/inbox.ts'],
    ['main.ts', 'mcp/stdio/serve.ts'],
  ])('forbid %s to import %s', (from, to) => {
    expect(wrongArrows(one(from, to))).toHaveLength(1);
  });

  it('forbid circles of two and of three, also by types', () => {
    const source = "import type { B } from './b.ts';";
    expect(circles(new Map([['a.ts', importsOf('a.ts', source)], ['b.ts', ['a.ts']]]))).toHaveLength(1); // biome-ignore format: short
    expect(circles(new Map([['a.ts', ['b.ts']], ['b.ts', ['c.ts']], ['c.ts', ['a.ts']]]))).toHaveLength(1); // biome-ignore format: short
  });

  it('forbid a tool to import another, and a toolset to import from another', () => {
    expect(acrossToolsets(one('tools/docs/docs.ts', 'tools/costs/all-agents.ts'))).toHaveLength(1);
    expect(importedTools(one('tools/agents/list-agents.ts', 'tools/agents/write-agents.ts'), () => true)).toHaveLength(
      1,
    );
  });

  it.each([
    ["import a from './x.ts';", 'd/x.ts'],
    ["import {\n  a,\n  type B,\n} from '../e/x.ts';", 'e/x.ts'],
    ["export * from './x.ts';", 'd/x.ts'],
    ["const a = await import('./x.ts');", 'd/x.ts'],
    ["import './x.ts';", 'd/x.ts'],
    ["import { z } from 'zod';", 'zod'],
  ])('are read from %s', (source, name) => {
    expect(importsOf('d/a.ts', source)).toEqual([name]);
  });
});
