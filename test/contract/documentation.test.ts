/** The platform's documentation is read by section: headings are shown, searched and named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentsOf, sectionsNamed, sectionsOf } from '../../src/domain/docs/sections.ts';
import { PlatformCache } from '../../src/mcp/engine/platform-cache.ts';
import { foreign } from '../../src/platform/text.ts';
import { readThrough } from '../support/data.ts';
import { missingFacts } from '../support/facts.ts';
import { golden, goldenError } from '../support/golden.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, session } from '../support/sessions.ts';

const filler = (n: number): string => 'Nothing of interest stands here. '.repeat(n);
const GUIDE = [
  '# Guide',
  filler(40),
  '## Limits',
  'Each token has a rate limit.',
  '### Rate limits of tools',
  `A tool may be called 60 times a minute. ${filler(120)}`,
  '```sh',
  '# not a heading',
  '```',
  '## Errors',
  `A call beyond the limit gets 429. ${filler(300)}`,
  '## Limits of files',
  'A file has at most 25 MB.',
].join('\n\n');
const PAGES: Record<string, { title: string; content: string }> = {
  guide: { title: 'Guide', content: GUIDE },
  // They link to each other: links are never followed.
  a: { title: 'First', content: '# First\n\nSee [second](b). Webhooks are sent once.' },
  b: { title: 'Second', content: '# Second\n\nSee [first](a).\n\n## Signed requests\n\nEach webhook is signed.' },
};

function platform({ path }: Asked): Told {
  if (path === '/v1/documentation') {
    return { json: Object.entries(PAGES).map(([slug, { title }]) => ({ slug, title })) };
  }
  const page = PAGES[path.split('/').at(-1) ?? ''];
  return page && { json: page };
}

it('a page with a hundred thousand headings is read, and searched', () => {
  // More than a function takes as arguments (`Math.min(...levels)`).
  const content = foreign('# H\n'.repeat(130_000));
  const sections = sectionsOf(content);
  expect(String(contentsOf(sections)).length).toBeLessThan(3_000);
  expect(sections.at(-1)?.end).toBe(content.length);
});

it('a search for more words than are looked for says how many were', async () => {
  const { call } = await session(platform);
  const { text } = await call('list_docs', { query: `${filler(1)} beyond the limit gets 429 each token has a rate` });
  expect(text).toMatch(/of the first 12 words/);
});

describe('read_doc', () => {
  it('shows the headings of a page that is cut, with the size of each section', async () => {
    const { call } = await session(platform);
    const { data, text } = await call('read_doc', { slug: 'guide' });
    const sizeFrom = (heading: string, next = '') =>
      ((next === '' ? GUIDE.length : GUIDE.indexOf(next)) - GUIDE.indexOf(heading)).toLocaleString('en-US');
    expect(data.headings).toBe(
      `⟦Guide (${sizeFrom('# Guide')}); Limits (${sizeFrom('## Limits', '## Errors')}); Rate limits of tools (${sizeFrom('### Rate', '## Errors')}); Errors (${sizeFrom('## Errors', '## Limits of files')}); Limits of files (${sizeFrom('## Limits of files')})⟧`,
    );
    expect(text.indexOf('headings:')).toBeLessThan(text.indexOf('content:'));
    expect(Math.max(text.length, JSON.stringify(data).length)).toBeLessThanOrEqual(12_000);
    expect(missingFacts(data, text)).toEqual([]);
    expect(data.nextStep).toMatchObject({ tool: 'read_doc', arguments: { slug: 'guide' } });
    expect((await call('read_doc', { slug: 'guide', from: 9_000 })).data).not.toHaveProperty('headings');
    expect((await call('read_doc', { slug: 'a' })).data).not.toHaveProperty('headings');
  });

  it.each([
    ['a part of its heading', 'rate'],
    ['its heading, although others contain it', 'LIMITS'],
    ['a heading copied with its marks', '⟦Limits of files⟧'],
  ])('reads the section with %s, subsections included', async (_, section) => {
    const { text, isError } = await callOnce('read_doc', { slug: 'guide', section }, platform);
    expect(isError).toBe(false);
    golden(text.replaceAll(filler(1), '').replace(/ {2,}/g, ' '));
  });

  it('reads the own text of a long section, names its subsections with their sizes, and reads on to its end', async () => {
    const long = [
      '## Tokens',
      'How they are sent.',
      '### Basic',
      filler(40),
      '#### Old',
      filler(9),
      '### Keys',
      'Short.',
    ];
    const content = ['# Page', ...long, '## Other', 'No.'].join('\n\n');
    const { call } = await session(({ path }) => (path.endsWith('page') ? { json: { content } } : undefined));
    const { text, data } = await call('read_doc', { slug: 'page', section: 'tokens' });
    golden(text);
    expect(missingFacts(data, text)).toEqual([]);
    const rest = await call('read_doc', data.nextStep?.arguments);
    expect(rest.data).not.toHaveProperty('headings');
    const whole = [data, rest.data].map((part) => String(part.content).slice(1, -1)).join('');
    expect(whole).toBe(content.slice(content.indexOf('## Tokens'), content.indexOf('## Other')));
    const parts = Array.from({ length: 50 }, (_, n) => `### ${n} ${'Part of it '.repeat(6)}\n\nText.`).join('\n\n');
    const longer = await session(() => ({ json: { content: `# Page\n\n## All\n\n${filler(400)}\n\n${parts}` } }));
    const first = await longer.call('read_doc', { slug: 'page', section: 'all' });
    expect(Math.max(first.text.length, JSON.stringify(first.data).length)).toBeLessThanOrEqual(12_000);
    expect(first.text).not.toContain('left out here');
    // Less than a tenth would be left out.
    const almost = `# Page\n\n${filler(60)}\n\n## Short\n\nNo.`;
    const other = await session(() => ({ json: { content: almost } }));
    expect((await other.call('read_doc', { slug: 'page', section: 'page' })).data).not.toHaveProperty('headings');
  });

  it('reads on in a long section by the call it proposes, to its end', async () => {
    const { call } = await session(platform);
    const parts = await readThrough(call, 'read_doc', { slug: 'guide', section: 'errors' }, 'nextStep');
    expect(parts.map(({ data }) => String(data.content).slice(1, -1)).join('')).toBe(
      GUIDE.slice(GUIDE.indexOf('## Errors'), GUIDE.indexOf('## Limits of files')),
    );
  });

  it.each([
    ['guide', 'nothing'],
    ['guide', '#'],
    ['guide', 'not a heading'],
  ])('refuses a section that the page does not have, and names its headings: %s %s', async (slug, section) => {
    goldenError(await callOnce('read_doc', { slug, section }, platform));
  });
});

describe('an empty page', () => {
  it.each<[string, Told]>([
    ['nothing', { status: 200, body: '' }],
    ['blanks', { status: 200, body: ' \n\n' }],
    ['JSON without text', { json: { slug: 'empty', content: '' } }],
    ['JSON with blanks', { json: { slug: 'empty', content: ' \n' } }],
  ])('is said to be empty: %s', async (_, page) => {
    const { call } = await session(({ path }) => (path.endsWith('empty') ? page : { json: [{ slug: 'empty' }] }));
    const { text, isError } = await call('read_doc', { slug: 'empty' });
    expect([isError, text.trim()]).toEqual([false, 'Page empty is empty.']);
    expect((await call('read_doc', { slug: 'empty', section: 'x' })).text).toContain('has no headings');
    expect((await call('list_docs', { query: 'word' })).text).toContain('No section has any of the words');
  });

  it('is not what an answer without a page is', async () => {
    const { isError } = await callOnce('read_doc', { slug: 'empty' }, () => ({ json: { status: 'queued' } }));
    expect(isError).toBe(true);
  });
});

describe('list_docs with a query', () => {
  it.each([
    ['all words within one section', 'rate LIMIT tools'],
    ['most of the words, where no section has all', 'webhook signed yesterday'],
    ['words of headings above it', 'guide errors 429'],
    ['one letter, as a word', 'a'],
    ['none', 'zeppelin'],
  ])('finds sections with %s', async (_, query) => {
    const { text, data } = await callOnce('list_docs', { query }, platform);
    golden(text);
    expect(missingFacts(data.hits, text)).toEqual([]);
  });

  it('shows more around the words where up to three sections have them, up to the end of a sentence', async () => {
    const sentence = 'A needle is thin, and it is long, and it has an eye for the thread.';
    const pages = (sections: number) =>
      session(({ path }) =>
        path === '/v1/documentation'
          ? { json: [{ slug: 'page' }] }
          : {
              json: {
                content: `# Sewing\n\n${sentence} ${'Then it is sewn with care. '.repeat(20)}\n\n`.repeat(sections),
              },
            },
      );
    golden(await (await pages(3)).call('list_docs', { query: 'needle' }));
    golden(await (await pages(4)).call('list_docs', { query: 'needle' }));
  });

  it.each([
    ['tokens', 'the word'],
    ['limited tools', 'both words'],
    ['signing webhooks', 'both words'],
  ])('finds other forms of English words: %s', async (query, found) => {
    const { text } = await callOnce('list_docs', { query }, platform);
    expect(text).toMatch(new RegExp(`^\\d sections? (has|have) ${found}`));
  });

  it.each(['refunds', 'PAID', 'istanbul', 'İstanbul', 'İSTANBUL'])(
    'finds %s in either case, also on a page with a letter that lower case makes two',
    async (query) => {
      const content = '# Refunds\n\nRefunds are paid within 14 days.\n\n## Offices\n\nOur office is in İstanbul.';
      const { call } = await session(({ path }) =>
        path === '/v1/documentation' ? { json: [{ slug: 'page' }] } : { json: { content } },
      );
      expect((await call('list_docs', { query })).data.hits).toHaveLength(1);
    },
  );

  it('says so if the platform counts more pages than it sent', async () => {
    const { call } = await session(({ path }) =>
      path === '/v1/documentation'
        ? { json: { pages: [{ slug: 'page' }], total: 12 } }
        : { json: { content: '# Refunds' } },
    );
    golden(await call('list_docs', { query: 'refunds' }));
  });

  it('refuses a query of 10,000 characters, and lists the pages without one', async () => {
    const { call, platform: asked } = await session(platform);
    expect((await call('list_docs', { query: 'x'.repeat(10_000) })).isError).toBe(true);
    expect(asked.asked).toEqual([]);
    expect((await call('list_docs', { query: ' ' })).data.docs).toHaveLength(3);
  });

  it('reads each page once while it is fresh', async () => {
    const { call, platform: asked } = await session(platform);
    await call('list_docs', { query: 'limit' });
    await call('list_docs', { query: 'webhook' });
    expect(asked.asked.filter(({ path }) => path !== '/v1/documentation')).toHaveLength(3);
  });

  it('reads at most 100 pages, and says what it did not search', async () => {
    const many = Array.from({ length: 120 }, (_, n) => ({ slug: `page-${n}`, title: `Page ${n}` }));
    const { text, platform: asked } = await callOnce('list_docs', { query: 'needles', limit: 1 }, ({ path }) =>
      path === '/v1/documentation'
        ? { json: many }
        : path.endsWith('page-3')
          ? { status: 500, body: {} }
          : { json: { content: '# Page\n\nAbout needles.' } },
    );
    expect(asked.asked.filter(({ path }) => path !== '/v1/documentation')).toHaveLength(100);
    golden(text);
  });
});

it('a page below others is listed, searched and read under its path', async () => {
  const paths = ['/guides/intro/', 'guides/../../agents', 'a b', 'guides//x'];
  const { call, platform: asked } = await session(({ path }) =>
    path === '/v1/documentation'
      ? { json: paths.map((slug) => ({ slug })) }
      : { json: { slug: '/guides/intro/', content: '# Intro\n\nWelcome.' } },
  );
  golden(await call('list_docs', { query: 'welcome' }));
  golden(await call('read_doc', { slug: 'guides/intro' }));
  expect(new Set(asked.asked.map(({ path }) => path))).toEqual(
    new Set(['/v1/documentation', '/v1/documentation/guides/intro']),
  );
  for (const slug of paths.slice(1)) expect((await call('read_doc', { slug })).isError).toBe(true);
});

it('a heading that occurs more than once is named with the one above it', async () => {
  const calls = ['List', 'Create', 'Delete'].map(
    (name) => `## ${name}\n\n### Errors\n\n${name} fails with 4${name.length}.`,
  );
  const content = ['# Refunds', ...calls].join('\n\n');
  const { call } = await session(({ path }) =>
    path === '/v1/documentation' ? { json: [{ slug: 'refunds' }] } : { json: { content } },
  );
  const { text } = await call('list_docs', { query: 'fails create' });
  const [, proposed = ''] = /^read_doc ({.*?})/m.exec(text) ?? [];
  const read = await call('read_doc', JSON.parse(proposed));
  expect(read.data.content).toBe('⟦### Errors\n\nCreate fails with 46.\n\n⟧');
  golden(read.text);
  golden(await call('read_doc', { slug: 'refunds', section: 'errors' }));
});

describe('sections', () => {
  const line = fc.oneof(
    fc.constantFrom('# One', '## Two', '### Three', '#### Four', '```', 'text', '', '#no heading', '####### seven'),
    fc.constantFrom('=====', '---', 'Title', '<!--', '-->'),
    fc.string({ maxLength: 20 }),
  );

  it('hold all of a page, each character once and in order', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const content = foreign(lines.join('\n'));
        const sections = sectionsOf(content);
        const joined = sections.map(({ start, next }) => content.visible.slice(start, next)).join('');
        expect(joined).toBe(content.visible);
        for (const { start, next, end } of sections) expect(start <= next && next <= end).toBe(true);
      }),
    );
  });

  it('are found in HTML', () => {
    const html = foreign('<h1>A <b>bold</b> title</h1><p>x</p><h2 class="y">Second</h2><p>z</p>');
    expect(sectionsOf(html).map(({ heading }) => heading)).toEqual(['A bold title', 'Second']);
  });

  it.each([
    ['a longer block of code', '# A\n````md\n```\n# no\n```\n# no\n````\n## B', ['A', 'B']],
    ['a block with a line that only begins like its end', '# A\n```\n```js\n# no\n```\n## B', ['A', 'B']],
    ['code in one line', '# A\n```npm ci```\n## B\n~~~\n# no\n~~~', ['A', 'B']],
    ['an example in HTML', '<h1>A</h1><pre>\n# no\n</pre><h2>B</h2>', ['A', 'B']],
    ['HTML before Markdown', '<h1 align="center">Logo</h1>\n\n# A\n\n## B', ['A', 'B']],
    ['HTML before a single heading', '<h1>Logo</h1>\n\n## A', ['A']],
    ['long code in one line', `# A\n\`\`\`${'x'.repeat(200)}\`\`\`\n## B`, ['A', 'B']],
  ])('are not misled by %s', (_, page, headings) => {
    expect(sectionsOf(foreign(page)).flatMap(({ heading = [] }) => heading)).toEqual(headings);
  });

  it.each([
    ['an underlined title', 'Page\n====\n\nText.\n\nPart \n---\nText.\n  More\n---', ['Page', 'Part']],
    ['one at the end', 'Text.\n\nPart\n----', ['Part']],
  ])('begin with %s', (_, page, headings) => {
    const sections = sectionsOf(foreign(page));
    expect(sections.flatMap(({ heading = [] }) => heading)).toEqual(headings);
    for (const { heading = '', start } of sections) expect(page.slice(start).startsWith(heading)).toBe(true);
  });

  it.each([
    ['front matter', '---\ntitle: A page\n# no\n---\n# A\n\nText.\n\n---\n\nText.'],
    ['a break after a blank line', '---\n\n# A\nText.\n\n---\nText.'],
    ['a break after a heading', '# A\n---\nText.'],
    ['a break after a paragraph', `# A\nText\nof two lines.\n---\n${'Long. '.repeat(30)}\n---`],
    ['tables', '# A\n\nname | value\n--- | ---\n1 | 2\n\n| name |\n|---|\n\nname  value\n----- -----'],
    ['lists and quotes', '# A\n\n- one\n---\n\n1. one\n---\n\n- one\n\n  more\n---\n\n> said\n---'],
    ['underlined code', '# A\n\n```\nB\n---\n```\n---\n\n    code\n---'],
    ['a comment', '# A\n<!-- one --> \n\n<!--\n# no\n```\nno\n---\n-->\n\n```\n<!--\n```'],
  ])('are not begun by %s', (_, page) => {
    const headings = sectionsOf(foreign(`${page}\n\n# Last`)).flatMap(({ heading = [] }) => heading);
    expect(headings).toEqual(['A', 'Last']);
  });

  it('are found with the text below an underlined heading', async () => {
    const content = 'Guide\n=====\n\nText.\n\nFiles\n-----\nA file has at most 25 MB.';
    const { text } = await callOnce('list_docs', { query: 'file' }, ({ path }) => ({
      json: path === '/v1/documentation' ? [{ slug: 'page' }] : { content },
    }));
    expect(text).toContain('"section":"⟦Files⟧"} (37 characters): ⟦A file has at most 25 MB.⟧');
  });

  it('are listed by the higher levels alone where there are too many, with the number of the others', () => {
    const page = Array.from({ length: 30 }, (_, n) => `# Chapter ${n}\n${'## Part\n'.repeat(5)}`).join('\n');
    const contents = contentsOf(sectionsOf(foreign(page)));
    expect(contents?.startsWith('⟦Chapter 0 (')).toBe(true);
    expect(contents?.endsWith(')⟧ and 150 more headings')).toBe(true);
    expect(contents).not.toContain('Part');
    expect(contents?.length).toBeLessThanOrEqual(2_450);
    const below = sectionsOf(foreign(page.replaceAll('# ', '### ')));
    expect(contentsOf(below)?.startsWith('⟦Chapter 0 (')).toBe(true);
  });

  it.each([
    ['61 short ones', 61, 'Chapter', 59, 2],
    ['40 long ones', 40, 'Chapter on how things are done here and there and elsewhere', 34, 6],
  ])('are listed as far as they fit below a title: %s', (_, all, heading, listed, more) => {
    const chapters = Array.from({ length: all }, (_, n) => `## ${n} ${heading}\n`);
    const contents = contentsOf(sectionsOf(foreign(`# Handbook\n${chapters.join('')}`)));
    expect(contents).toMatch(/^⟦Handbook \(.*⟧ and \d+ more headings$/);
    expect(contents?.split('; ')).toHaveLength(1 + listed);
    expect(contents).toContain(` and ${more} more headings`);
    expect(contents?.length).toBeLessThanOrEqual(2_450);
    const flat = contentsOf(sectionsOf(foreign(chapters.join(''))));
    expect(flat).toMatch(/^⟦0 Chapter.*⟧ and \d+ more headings?$/);
  });

  it('have names of their own, whatever their headings look like, in any Unicode form', () => {
    const long = 'How a refund is checked '.repeat(5);
    for (const page of [
      `# ${long}\nx\n# ${long}\ny`,
      '# Errors\n# Errors\n# Errors (2)',
      '# Grundsätzliche Überlegungen für über alle Fälle\n## Errors\n# Rest\n## Errors'.normalize('NFD'),
    ]) {
      const names = sectionsOf(foreign(page.normalize())).flatMap(({ name = [] }) => name);
      expect(new Set(names).size).toBe(names.length);
      const sections = sectionsOf(foreign(page));
      for (const [index, name] of names.entries()) expect(sectionsNamed(sections, name)[0]).toBe(sections[index]);
    }
  });

  it('have names of their own, by which they are found', () => {
    const page = '# R\n## Create\n### Errors\n# P\n## Create\n### Errors\n### Errors\n# Errors';
    const sections = sectionsOf(foreign(page));
    const names = sections.flatMap(({ name = [] }) => name);
    expect(names).toEqual([
      ...['R', 'R > Create', 'R > Create > Errors', 'P', 'P > Create', 'P > Create > Errors'],
      ...['P > Create > Errors (2)', 'Errors'],
    ]);
    for (const [index, name] of names.entries()) expect(sectionsNamed(sections, name)[0]).toBe(sections[index]);
    expect(sectionsNamed(sections, 'errors')).toHaveLength(4);
  });

  it('are named by a part of their heading, without the signs of Markdown', () => {
    const sections = sectionsOf(foreign('# `get_thread` *now*\n# Other'));
    expect(sectionsNamed(sections, 'get_thread now').map(({ heading }) => heading)).toEqual(['`get_thread` *now*']);
    expect(sectionsNamed(sections, 'missing')).toEqual([]);
  });

  it.each(['istanbul', 'İSTANBUL', 'istan\u00adbul', 'ISTANBUL office', '#istanbul-office'])(
    'are named in either case, as a query finds them: %s',
    (text) => {
      const sections = sectionsOf(foreign('# Offices\n# İstanbul office'));
      expect(sectionsNamed(sections, text).map(({ heading }) => heading)).toEqual(['İstanbul office']);
    },
  );

  it.each([
    ['#storm-mode', 'Storm mode'],
    ['whats-new', 'What’s new?'],
    ['fees--charges', 'Fees & charges'],
    ['1-get_thread', '1. `get_thread`'],
    ['#-quick-start', '🚀 Quick start'],
    ['#rate-limit', 'Rate limit'],
  ])('are named by the anchor of a link: %s', (anchor, heading) => {
    const sections = sectionsOf(foreign(`Before.\n\n# x-rate-limit-reset\n# ${heading}\n# ???\n# Other`));
    expect(sectionsNamed(sections, anchor).map((section) => section.heading)).toEqual([heading]);
    expect(sectionsNamed(sections, '???').map((section) => section.heading)).toEqual(['???']);
    expect(sectionsNamed(sections, '!')).toEqual([]);
  });
});

it('the cache keeps 16 MB of large values in all, the latest ones, and none that is larger', () => {
  const cache = new PlatformCache();
  const MB = 1024 * 1024;
  for (let n = 0; n < 6; n++) cache.set(`page ${n}`, n, 60_000, 4 * MB);
  cache.set('small', 's', 60_000);
  cache.set('too large', 'x', 60_000, 17 * MB);
  expect(Array.from({ length: 6 }, (_, n) => cache.get(`page ${n}`))).toEqual([undefined, undefined, 2, 3, 4, 5]);
  expect([cache.get('small'), cache.get('too large')]).toEqual(['s', undefined]);
  cache.delete('page 5');
  cache.set('page 6', 6, 60_000, 4 * MB);
  expect([2, 3, 4, 6].map((n) => cache.get(`page ${n}`))).toEqual([2, 3, 4, 6]);
});
