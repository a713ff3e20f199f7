// Documents from files of each kind, from pages by their address, and from a sitemap.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
