/** The server's icon is shown once, in the handshake, and only in protocol revisions that know icons. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG_SIZE, svgOf, THEMES } from '../../src/mcp/protocol/icons.ts';
import { isObject, object } from '../../src/platform/parse/coerce.ts';
import { ROOT } from '../support/build.ts';
import { type RawServer, startRaw } from '../support/raw-stdio.ts';
import { envelope } from '../support/rounds.ts';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
const ALL = THEMES.flatMap((theme) => [`image/svg+xml ${theme}`, `image/png ${theme}`]).sort();

const icons = (of: unknown): Record<string, string>[] => {
  const { icons = [] } = object(of);
  return Array.isArray(icons) ? icons : [];
};
const kinds = (of: unknown): string[] =>
  icons(of)
    .map(({ mimeType, theme }) => `${mimeType} ${theme}`)
    .sort();
const bytes = (src: string): Buffer => Buffer.from(src.slice(src.indexOf(',') + 1), 'base64');

/** Width and height of a PNG, by its header. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

let server: RawServer;
beforeAll(() => {
  server = startRaw({ args: ['--sandbox'] });
});
afterAll(() => server.kill());

describe.each([
  ['2024-11-05', []],
  ['2025-06-18', []],
  ['2025-11-25', ALL],
])('in revision %s', (protocolVersion, expected) => {
  it(`the handshake shows ${expected.length} icons`, async () => {
    const older = startRaw({ args: ['--sandbox'] });
    const { result } = await older.request('initialize', {
      ...{ protocolVersion, capabilities: {} },
      clientInfo: { name: 'raw', version: '1.0.0' },
    });
    expect(result?.protocolVersion).toBe(protocolVersion);
    expect(kinds(result?.serverInfo)).toEqual(expected);
    await older.kill();
  });
});

it('in revision 2026-07-28 discovery shows the icons, and no other result repeats them', async () => {
  const { result } = await server.request('server/discover', envelope());
  const info = object(result?._meta)[SERVER_INFO];
  expect(kinds(info)).toEqual(ALL);
  for (const { src = '', mimeType, sizes } of icons(info)) {
    if (mimeType === 'image/png') expect(sizeOf(bytes(src))).toEqual([PNG_SIZE, PNG_SIZE]);
    else expect(bytes(src).toString()).toMatch(/^<svg /);
    expect(sizes).toEqual([mimeType === 'image/png' ? `${PNG_SIZE}x${PNG_SIZE}` : 'any']);
  }
  const { result: tools } = await server.request('tools/list', envelope());
  expect(object(tools?._meta)[SERVER_INFO]).toMatchObject({ name: 'agent-platform-mcp' });
  expect(kinds(object(tools?._meta)[SERVER_INFO])).toEqual([]);
});

it('every resource and template is described', async () => {
  const { result: templates } = await server.request('resources/templates/list', envelope());
  const { result: list } = await server.request('resources/list', envelope());
  const entries = [templates?.resourceTemplates, list?.resources].flat();
  expect(entries.length).toBeGreaterThan(20);
  const said = entries.map((entry) => (isObject(entry) ? [entry.title, entry.description] : []).filter(Boolean).length);
  expect(said.filter((count) => count !== 2)).toEqual([]);
});

it('the files for bundles and directories are drawn from the icon', () => {
  for (const theme of THEMES) {
    expect(readFileSync(`${ROOT}icons/${theme}.svg`, 'utf8')).toBe(svgOf(theme));
    expect(sizeOf(readFileSync(`${ROOT}icons/${theme}.png`))).toEqual([512, 512]);
  }
});
