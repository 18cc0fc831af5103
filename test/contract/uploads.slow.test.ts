/** Uploads, tested against docs/platform-notes.md, "Files": the request, the allowed folders, and the question to the human. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { link, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openUpload } from '../../src/domain/files/open-upload.ts';
import { connect } from '../support/clients.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import { openSandbox } from '../support/sandbox.ts';
import { session } from '../support/sessions.ts';

const TOKEN = 'tok_some-token-for-tests-1';
let allowed = '';
let outside = '';

/** A platform that accepts files, and records them as received. */
const got: { type: string; body: Buffer }[] = [];
let answer: { status: number; body: unknown };
const platform = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    got.push({ type: request.headers['content-type'] ?? '', body: Buffer.concat(chunks) });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
});

const root = await mkdtemp(join(tmpdir(), 'uploads-'));
await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
afterAll(async () => {
  platform.closeAllConnections();
  platform.close();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  got.length = 0;
  answer = { status: 201, body: { name: 'a.png', downloadUrl: 'https://files.example/a?x=1', fileType: 'image' } };
  const own = await mkdtemp(join(root, 'case-'));
  allowed = join(own, 'allowed');
  outside = join(own, 'outside');
  await mkdir(allowed);
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), 'secret');
});

async function upload(path: string, settings: Record<string, string> = {}) {
  const near = await inProcess({
    BASE_URL: url,
    TOKEN,
    TOOLSETS: 'files',
    MAX_RETRIES: '0',
    UPLOAD_DIRS: allowed,
    ...settings,
  });
  return await near.call('upload_file', { path });
}

describe('upload_file', () => {
  it('sends the one part `file` as it is, and gives the public address', async () => {
    const content = Buffer.from([0, 255, 13, 10, 45, 45, 7, ...Buffer.from('more\r\n--boundary')]);
    const path = join(allowed, 'pic "1".png');
    await writeFile(path, content);
    const { data, isError, text } = await upload(path);
    expect(isError, text).toBe(false);
    expect(data).toMatchObject({
      downloadUrl: '⟦https://files.example/a?x=1⟧',
      fileType: 'image',
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    golden(text);
    const [request] = got;
    const form = await new Response(request?.body, { headers: { 'content-type': request?.type ?? '' } }).formData();
    expect([...form.keys()]).toEqual(['file']);
    const file = form.get('file') as File;
    expect([file.name, file.type, Buffer.from(await file.arrayBuffer()).equals(content)]).toEqual([
      'pic "1".png',
      'image/png',
      true,
    ]);
  });

  it.each(['constructor', '__proto__'])('sends a file with the extension %s as bytes', async (extension) => {
    await writeFile(join(allowed, `a.${extension}`), 'x');
    expect((await upload(join(allowed, `a.${extension}`))).isError).toBe(false);
    expect(String(got.at(-1)?.body)).toContain('Content-Type: application/octet-stream');
  });

  it('shows all of a long name: its end says what it is', async () => {
    const name = `${'a'.repeat(240)}.pdf.html`;
    await writeFile(join(allowed, name), 'long');
    goldenAnswer(await upload(join(allowed, name)));
  });

  it.each(['javascript:alert(1)', '/files/a', 'ftp://files.example/a', ''])(
    'accepts no address that nobody could open: %j',
    async (downloadUrl) => {
      answer = { status: 201, body: { name: 'plain.txt', downloadUrl } };
      await writeFile(join(allowed, 'address.txt'), 'x');
      goldenError(await upload(join(allowed, 'address.txt')));
    },
  );

  it('does not tell by a path with .. whether there is a folder elsewhere', async () => {
    await writeFile(join(allowed, 'there.txt'), 'x');
    const up = relative('/', allowed);
    for (const folder of ['etc', 'nowhere'])
      expect((await upload(`/${folder}/../${up}/there.txt`)).isError, folder).toBe(false);
  });

  it('sends the name that it shows', async () => {
    const path = join(allowed, 'Bild\u00a0schirm\u202f1  ⟧.png');
    await writeFile(path, 'x');
    const { text } = await upload(path);
    const [request] = got;
    const form = await new Response(request?.body, { headers: { 'content-type': request?.type ?? '' } }).formData();
    expect((form.get('file') as File).name).toBe('Bild schirm 1 ].png');
    golden(text);
  });

  it('streams 25 MB and refuses a byte more', async () => {
    const path = join(allowed, 'big.bin');
    await writeFile(path, Buffer.alloc(25 * 1024 * 1024, 7));
    expect((await upload(path)).isError).toBe(false);
    expect(got[0]?.body.length).toBeGreaterThan(25 * 1024 * 1024);
    await writeFile(path, Buffer.alloc(25 * 1024 * 1024 + 1));
    const { isError, text } = await upload(path);
    expect([isError, got.length]).toEqual([true, 1]);
    golden(text);
  });

  it.each<[string, () => Promise<string>]>([
    ['a file outside the folder', async () => join(outside, 'secret.txt')],
    ['a path that leads out of the folder', async () => join(allowed, '..', 'outside', 'secret.txt')],
    ['a link to a file outside', async () => linked(join(outside, 'secret.txt'), 'link.txt')],
    [
      'a link to a file inside',
      async () => {
        await writeFile(join(allowed, 'plain.txt'), 'plain');
        return linked(join(allowed, 'plain.txt'), 'inner.txt');
      },
    ],
    ['a folder that is a link outside', async () => join(await linked(outside, 'folder'), 'secret.txt')],
    [
      'a second name of a file outside',
      async () => {
        await link(join(outside, 'secret.txt'), join(allowed, 'hard.txt'));
        return join(allowed, 'hard.txt');
      },
    ],
    [
      'a folder',
      async () => {
        await mkdir(join(allowed, 'sub'));
        return join(allowed, 'sub');
      },
    ],
    ['the allowed folder itself', async () => allowed],
    [
      'a neighbouring folder whose name begins the same',
      async () => {
        await mkdir(`${allowed}-not`);
        await writeFile(join(`${allowed}-not`, 'a.txt'), 'a');
        return join(`${allowed}-not`, 'a.txt');
      },
    ],
    ['a file that does not exist', async () => join(allowed, 'none.txt')],
    [
      'an empty file',
      async () => {
        await writeFile(join(allowed, 'empty.txt'), '');
        return join(allowed, 'empty.txt');
      },
    ],
    ['a relative path', async () => 'package.json'],
    ['the memory of this process', async () => '/proc/self/environ'],
    ['a null character', async () => `${join(allowed, 'a.txt')}\0.png`],
  ])('refuses %s, and sends nothing', async (_what, make) => {
    const { isError, text } = await upload(await make());
    expect([isError, got]).toEqual([true, []]);
    golden(text);
    expect(text).not.toContain('secret.txt');
  });

  it.each(['outside', 'inside'])('a pipe %s is not opened: what was written to it stays', async (where) => {
    const pipe = join(where === 'inside' ? allowed : outside, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `echo kept > ${pipe}`]);
    goldenError(await upload(pipe));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(writer.exitCode).toBeNull();
    expect(await readFile(pipe, 'utf8')).toBe('kept\n');
  });

  it('never sends a file from outside, even if a folder is swapped for a link meanwhile', async () => {
    const folder = join(allowed, 'swapped');
    await mkdir(folder);
    await writeFile(join(folder, 'secret.txt'), 'harmless');
    const aside = join(allowed, 'aside');
    let isOver = false;
    const swap = (async () => {
      while (!isOver) {
        await rename(folder, aside);
        await symlink(outside, folder);
        await rm(folder);
        await rename(aside, folder);
      }
    })();
    for (let n = 0; n < 40; n++) await upload(join(folder, 'secret.txt'));
    isOver = true;
    await swap;
    expect(got.filter(({ body }) => /\r\n\r\nsecret\r\n/.test(body.toString('latin1')))).toEqual([]);
  });

  it('is off where no folder is set, and says what to set', async () => {
    await writeFile(join(allowed, 'a.txt'), 'a');
    const { isError, text } = await upload(join(allowed, 'a.txt'), { UPLOAD_DIRS: '' });
    expect([isError, got]).toEqual([true, []]);
    golden(text);
  });

  it.each([400, 404, 500])('says what a %i means', async (status) => {
    answer = { status, body: { message: 'no' } };
    await writeFile(join(allowed, 'a.txt'), 'a');
    goldenError(await upload(join(allowed, 'a.txt')));
  });
});

async function linked(target: string, name: string): Promise<string> {
  await symlink(target, join(allowed, name));
  return join(allowed, name);
}

describe('the human', () => {
  it('sees name, size and type, and decides on exactly these contents', async () => {
    const path = join(allowed, 'report.pdf');
    await writeFile(path, 'first');
    const person = human();
    const client = await connect({
      client: 'v2-modern',
      env: {
        AGENT_PLATFORM_BASE_URL: url,
        AGENT_PLATFORM_TOKEN: TOKEN,
        AGENT_PLATFORM_TOOLSETS: 'files',
        AGENT_PLATFORM_UPLOAD_DIRS: allowed,
        AGENT_PLATFORM_APPROVALS: 'require',
      },
      elicit: person.elicit,
    });
    person.willAnswer(presses('Don’t upload it'));
    golden(await callAs(client, 'upload_file', { path }));
    golden(person.shown.at(-1) ?? '', allowed);
    expect(got).toEqual([]);
    const spread = join(allowed, 'two\nlines.txt');
    await writeFile(spread, 'x');
    person.willAnswer(presses('Don’t upload it'));
    await callAs(client, 'upload_file', { path: spread });
    expect(person.shown.at(-1)?.split('\n')[0]).toBe('Upload file ⟦two lines.txt⟧?');
    person.willAnswer(presses('Upload it'));
    expect((await callAs(client, 'upload_file', { path })).isError).toBe(false);
    expect(got).toHaveLength(1);
  });
});

describe('send_assistant_message', () => {
  const reply = { json: { chatUuid: 'c1', message: 'Thanks.', tokens_used: 1 } };
  const files = [{ name: 'a.png', downloadUrl: '⟦https://files.example/a?x=1⟧', fileType: 'image' }];
  const args = { assistantIdentifier: 'support', message: 'Look.' };

  it('sends files under both spellings of the key', async () => {
    const { call, platform } = await session(() => reply, { TOOLSETS: 'assistants,files' });
    await call('send_assistant_message', { ...args, files });
    const address = 'https://files.example/a?x=1';
    expect(platform.asked[0]?.body).toEqual({
      message: 'Look.',
      chatUuid: null,
      files: [{ name: 'a.png', downloadUrl: address, donwloadUrl: address, fileType: 'image' }],
    });
  });

  it("accepts no other address, and no files in a session that can't upload", async () => {
    const { call, platform } = await session(() => reply, { TOOLSETS: 'assistants,files' });
    const bad = [{ name: 'a', downloadUrl: 'file:///etc/passwd' }];
    expect((await call('send_assistant_message', { ...args, files: bad })).isError).toBe(true);
    const without = await session(() => reply);
    expect((await without.call('send_assistant_message', { ...args, files })).isError).toBe(true);
    expect([platform.asked, without.platform.asked]).toEqual([[], []]);
  });
});

it('the sandbox serves an uploaded file to whoever has its address', async () => {
  const sandbox = await openSandbox();
  await writeFile(join(allowed, 'note.txt'), 'to be read');
  const { data } = await upload(join(allowed, 'note.txt'), { BASE_URL: sandbox.url, TOKEN: sandbox.token });
  expect(data.fileType).toBe('document');
  const response = await fetch(String(data.downloadUrl).slice(1, -1));
  expect([response.status, await response.text()]).toEqual([200, 'to be read']);
});

it.each([10, 200_000])('a file of %i bytes that changes while it is sent is never sent whole', async (size) => {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'changing-')));
  const path = join(place, 'report.md');
  await writeFile(path, 'a'.repeat(size));
  const file = await openUpload(path, [place]);
  await writeFile(path, `${'a'.repeat(size - 1)}b`);
  let left = 0;
  const send = async (): Promise<void> => {
    for await (const piece of file.read()) left += piece.length;
  };
  await expect(send()).rejects.toThrow('The file changed while it was read, so it was not sent whole.');
  expect(left).toBeLessThan(size);
  await file.close();
  await rm(place, { recursive: true });
});

it('a file that is cut while it is sent is told as such, not as a broken connection', async () => {
  const path = join(allowed, 'report.log');
  await writeFile(path, Buffer.alloc(20_000_000, 'a'));
  platform.once('request', (request) => request.once('data', () => truncateSync(path, 10)));
  golden(await upload(path));
  expect(got).toEqual([]);
});
