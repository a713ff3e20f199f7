// Documents from files of each kind, from pages by their address, and from a sitemap.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Wire } from '../harness.ts';

const HTML = `<html><head><title>Care &amp; repair</title></head><body><nav>Home</nav>
<main><h1>Care</h1><p>Mugs go into the <a href="/x">dishwasher</a>.</p><script>evil()</script></main></body></html>`;

let harness: Harness;
let strict: Harness;
let base = '';
const server = createServer((request, response) => {
  const page = (type: string, body: string) =>
    response.writeHead(200, { 'Content-Type': type }).end(body);
  const urls = (...paths: string[]) => paths.map((path) => `<url><loc>${base}${path}</loc></url>`);
  switch (request.url) {
    case '/sitemap.xml':
      return page(
        'application/xml',
        `<sitemapindex><sitemap><loc>${base}/pages.xml</loc></sitemap><sitemap><loc>http://127.0.0.2/other.xml</loc></sitemap></sitemapindex>`,
      );
    case '/pages.xml':
      return page(
        'application/xml',
        `<urlset>${urls('/a', '/moved', '/picture', '/gone').join('')}<url><loc>http://127.0.0.2/foreign</loc></url></urlset>`,
      );
    case '/a':
      return page('text/html; charset=utf-8', HTML);
    case '/moved':
      return response.writeHead(301, { Location: '/plain' }).end();
    case '/plain':
      return page('text/plain', 'Plain words.');
    case '/round':
      return response.writeHead(302, { Location: '/round' }).end();
    case '/picture':
      return page('image/png', 'x');
    default:
      return response.writeHead(404).end();
  }
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  harness = await createHarness({ options: { agentsMayBePrivate: true } });
  strict = await createHarness({ db: harness.db, clock: harness.clock });
});
afterAll(async () => {
  await strict.close();
  await harness.close();
  server.closeAllConnections();
  server.close();
});

async function collection(): Promise<string> {
  const { body } = await harness.admin('POST', '/admin/collections', { documents: [] });
  return `/admin/collections/${body.collection_id}`;
}

async function bring(path: string, body: Wire, by = harness) {
  const reply = await by.admin('POST', `${path}/imports`, body);
  return { status: reply.status, ...reply.body } as Wire & { status: number };
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const file = (media_type: string, text: string, fields: Wire = {}) => ({
  file: { uri: 'https://shop.example/file', media_type, data: base64(text), ...fields },
});
const textOf = async (path: string, uri = 'https://shop.example/file') => {
  const { body } = await harness.admin('GET', `${path}/documents?uri=${encodeURIComponent(uri)}`);
  return [body.title, body.text];
};

/** An archive, one character a byte. */
function zipped(parts: Record<string, string>): string {
  const bytes = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes))).toString('latin1');
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...targets: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map((target, i) => {
      const kind = target.includes('worksheets') ? 'worksheet' : 'officeDocument';
      return `<Relationship Id="rId${i + 1}" Type="${RELATION}/${kind}" Target="${target}"/>`;
    })
    .join('')}</Relationships>`;

/** The smallest Word file: some of its own XML, and a paragraph. */
function docx(body: string, words: string): string {
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return zipped({
    '_rels/.rels': relations('word/document.xml'),
    'word/document.xml': `<w:document ${space}><w:body>${body}<w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    'word/styles.xml': `<w:styles ${space}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  });
}

/** The smallest workbook, with one sheet. */
function xlsx(rows: string[][]): string {
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const escaped = (text: string) => text.replaceAll('&', '&amp;');
  const cells = (row: string[], y: number) =>
    row
      .map((cell, x) =>
        cell === ''
          ? ''
          : `<c r="${'ABC'[x]}${y + 1}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
      )
      .join('');
  return zipped({
    '_rels/.rels': relations('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${space} xmlns:r="${RELATION}"><sheets><sheet name="Stock" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet ${space}><sheetData>${rows
      .map((row, y) => `<row r="${y + 1}">${cells(row, y)}</row>`)
      .join('')}</sheetData></worksheet>`,
  });
}

/** The smallest presentation. */
function pptx(...slides: string[]): string {
  const slide = (text: string) =>
    `<p:sld xmlns:a="a" xmlns:p="p"><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sld>`;
  return zipped({
    'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>',
    ...Object.fromEntries(slides.map((text, i) => [`ppt/slides/slide${i + 1}.xml`, slide(text)])),
  });
}

/** The smallest PDF of so many pages, each with its own words. */
function pdf(...pages: string[]): string {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font,
    ...pages.flatMap((text, i) => {
      const content = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let out = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = out.length;
    out += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = out.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${out}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
}

describe('a file', () => {
  it.each([
    ['text/plain', 'Mugs are green.', 'https://shop.example/file', 'Mugs are green.'],
    ['text/markdown', '# Care\n\nWash.', 'Care', '# Care\n\nWash.'],
    ['text/html', HTML, 'Care & repair', '# Care\n\nMugs go into the dishwasher.'],
  ])('of %s becomes a document', async (type, text, title, expected) => {
    const path = await collection();
    const reply = await bring(path, file(type, text));
    expect(reply).toMatchObject({
      status: 200,
      imported: [{ title, characters: expected.length }],
      failed: [],
      next: null,
    });
    expect(await textOf(path)).toEqual([title, expected]);
  });

  it('of PDF is read page by page, under its own title or the given one', async () => {
    const path = await collection();
    const given = { title: 'Manual' };
    await bring(path, file('application/pdf', pdf('Fill it.', 'Switch it on.'), given));
    const [title, text] = await textOf(path);
    expect(title).toBe('Manual');
    expect(text).toBe('## Page 1\n\nFill it.\n\n## Page 2\n\nSwitch it on.');
  });

  const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

  it.each([
    [
      'Word',
      WORD,
      docx(
        '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Care</w:t></w:r></w:p>',
        'Wash.',
      ),
      '# Care\n\nWash.',
    ],
    [
      'Excel',
      EXCEL,
      xlsx([
        ['Mug', 'Price'],
        ['Green & big', '12'],
        ['', '9'],
      ]),
      '## Stock\n\nMug: Green & big; Price: 12\n\nPrice: 9',
    ],
    [
      'PowerPoint',
      SLIDES,
      pptx('One.', 'Two &amp; more.'),
      '## Slide 1\n\nOne.\n\n## Slide 2\n\nTwo & more.',
    ],
    ['CSV', 'text/csv', 'Mug;Price\n"Green; big";12\n', 'Mug: Green; big; Price: 12'],
    [
      'JSON',
      'application/json',
      '[{"mug":"Green","sizes":["S","M"],"care":{"wash":true}},{"mug":"Red"}]',
      'mug: Green\nsizes: S, M\ncare, wash: true\n\nmug: Red',
    ],
    // As Windows writes it.
    ['text of another encoding', 'text/plain', 'Caf\xe9 \x80 5', 'Café € 5'],
  ])('of %s becomes its words', async (_, type, content, expected) => {
    const path = await collection();
    const reply = await bring(path, file(type, content));
    expect(reply).toMatchObject({ status: 200, failed: [] });
    expect((await textOf(path))[1]).toBe(expected);
  });

  it('is what its content says, whatever its name and type say', async () => {
    const path = await collection();
    await bring(path, file('text/plain', pdf('Fill it.')));
    expect((await textOf(path))[1]).toContain('Fill it.');
    await bring(path, file('text/markdown', docx('', 'Wash.')));
    expect((await textOf(path))[1]).toBe('Wash.');
  });

  const KINDS =
    'Markdown, text, HTML, PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), CSV and JSON are taken.';
  it.each([
    [
      'a picture',
      'text/plain',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
      `isn’t text that can be read: ${KINDS}`,
    ],
    [
      'an old Word file',
      WORD,
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0',
      `isn’t text that can be read: ${KINDS}`,
    ],
    [
      'any other archive',
      'text/plain',
      zipped({ 'a.txt': 'Words.' }),
      `is an archive without a document in it: ${KINDS}`,
    ],
    [
      'a broken archive',
      WORD,
      docx('', 'Wash.').slice(0, 200),
      'is no Word, Excel or PowerPoint file that can be read.',
    ],
    [
      'a Word file with names that grow',
      WORD,
      zipped({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }),
      'is no Word, Excel or PowerPoint file that can be read.',
    ],
    ['broken JSON', 'application/json', '{"a":', 'is no JSON that can be read.'],
    [
      'a file that unpacks to too much',
      WORD,
      zipped({ 'word/document.xml': 'a'.repeat(50 * 1024 * 1024) }),
      'takes too much memory to read.',
    ],
  ])('that is %s is named as failed, with the reason', async (_, type, content, reason) => {
    const reply = await bring(await collection(), file(type, content));
    expect(reply).toMatchObject({ status: 200, imported: [], failed: [{ reason }] });
  });

  it.each([
    ['application/pdf', 'no PDF', 'is no PDF that can be read.'],
    ['text/html', '<p></p>', 'has no text that can be read.'],
  ])('of %s with %j is named as failed: %s', async (type, text, reason) => {
    const reply = await bring(await collection(), file(type, text));
    expect(reply).toMatchObject({ status: 200, imported: [], failed: [{ reason }] });
  });

  it.each([
    [{}, 'Send one of file, url and sitemap.'],
    [{ url: 'https://a.example/', sitemap: 'https://a.example/' }, 'Send one of'],
    [file('image/png', 'x'), 'file.media_type must be one of'],
    [{ file: { uri: 'u', media_type: 'text/plain', data: '§' } }, 'file.data must be base64'],
  ])('that is %j is refused: %s', async (body, words) => {
    const reply = await bring(await collection(), body);
    expect(reply.status).toBe(400);
    expect((reply.error as Wire).message).toContain(words);
  });
});

describe('a page', () => {
  it('comes by its address, over redirects, and over no endless ones', async () => {
    const path = await collection();
    expect(await bring(path, { url: `${base}/moved` })).toMatchObject({
      imported: [{ uri: `${base}/moved`, characters: 12 }],
    });
    const failed = [{ reason: expect.stringContaining('without end') }];
    expect(await bring(path, { url: `${base}/round` })).toMatchObject({ failed });
  });

  it('in a private network is not asked for, unless the operator allows it', async () => {
    const path = await collection();
    for (const url of [
      `${base}/a`,
      'https://127.0.0.1/',
      'https://localhost/',
      'file:///etc/passwd',
    ]) {
      const reply = await bring(path, { url }, strict);
      expect([url, reply.failed]).toEqual([
        url,
        [{ uri: url, reason: expect.stringContaining('is not at a public https address') }],
      ]);
    }
  });
});

describe('a sitemap', () => {
  it('brings the pages of its own host, some at a time, and says what could not be read', async () => {
    const path = await collection();
    const sitemap = `${base}/sitemap.xml`;
    const first = await bring(path, { sitemap, limit: 2 });
    expect(first).toMatchObject({
      imported: expect.arrayContaining([
        expect.objectContaining({ uri: `${base}/a`, title: 'Care & repair' }),
        expect.objectContaining({ uri: `${base}/moved` }),
      ]),
      failed: [],
      next: `${base}/moved`,
    });
    const rest = await bring(path, { sitemap, limit: 2, after: first.next });
    expect(rest).toMatchObject({ imported: [], next: null });
    expect(rest.failed).toEqual(
      expect.arrayContaining([
        { uri: `${base}/picture`, reason: 'is of the type image/png, which can’t be read.' },
        { uri: `${base}/gone`, reason: 'was answered with 404.' },
      ]),
    );
    expect((await harness.admin('GET', path)).body.documents).toBe(2);
    const none = await bring(path, { sitemap: `${base}/a` });
    expect(none.status).toBe(400);
  });
});
