// The licences of the bundled libraries, as their terms require.
import { readdir, readFile } from 'node:fs/promises';

/** Text of THIRD-PARTY-NOTICES.txt for the files of a bundle. */
export async function notices(root, inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const at = input.lastIndexOf('node_modules/');
    if (at < 0) continue;
    const [first, second] = input.slice(at + 'node_modules/'.length).split('/');
    const name = first.startsWith('@') ? `${first}/${second}` : first;
    folders.add(`${input.slice(0, at)}node_modules/${name}`);
  }
  const texts = new Map();
  for (const folder of [...folders].sort()) {
    const { title, text } = await licence(`${root}${folder}`);
    texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  const sections = [...texts].map(([text, titles]) => `${'-'.repeat(80)}\n${titles.join('\n')}\n\n${text}\n`);
  return `agent-platform-mcp contains the following libraries.\n\n${sections.join('\n')}`;
}

/** A text that several libraries share is printed once. */
async function licence(folder) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file ? await readFile(`${folder}/${file}`, 'utf8') : `Licence: ${license}`;
  return { title: `${name} ${version} (${license})`, text: text.trim().replaceAll('\r\n', '\n') };
}
