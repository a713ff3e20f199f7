// Files that are made to cost much: each is read in time or named, and others are answered meanwhile.

import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createIndexes, INDEX_LIMITS } from '../../knowledge/indexes.ts';
import { splitPassages } from '../../knowledge/passages.ts';
import { createHarness, type Harness, type Wire } from '../harness.ts';

let harness: Harness;
let path = '';
beforeAll(async () => {
  harness = await createHarness({ options: { importDeadlineMs: 10_000 } });
  const { body } = await harness.admin('POST', '/admin/collections', { documents: [] });
  path = `/admin/collections/${body.collection_id}/imports`;
});
afterAll(() => harness.close());

const MB = 1_000_000;

/** @returns the reply, and how many requests of others were answered before it. */
async function bring(media_type: string, bytes: Uint8Array | string) {
  let isRead = false;
  let others = 0;
  const data = Buffer.from(bytes).toString('base64');
  const reply = harness
    .admin('POST', path, { file: { uri: 'https://shop.example/file', media_type, data } })
    .finally(() => {
      isRead = true;
    });
  while (!isRead) {
    expect((await harness.gateway.request('/livez')).status).toBe(200);
    await new Promise((done) => setImmediate(done));
    others += 1;
  }
  return { ...(await reply).body, others } as Wire & { others: number };
}

/** One page whose words are a stream of so many megabytes, packed twice. */
function pdf(megabytes: number): Buffer {
  const stream = deflateSync(packedBlanks(megabytes));
  let out = Buffer.from('%PDF-1.4\n', 'latin1');
  const places: number[] = [];
  const add = (number: number, ...parts: (string | Buffer)[]) => {
    places.push(out.length);
    const all = parts.map((part) => Buffer.from(part as string, 'latin1'));
    out = Buffer.concat([out, Buffer.from(`${number} 0 obj\n`), ...all, Buffer.from('\nendobj\n')]);
  };
  add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >>');
  const filter = '[/FlateDecode /FlateDecode]';
  add(4, `<< /Length ${stream.length} /Filter ${filter} >>\nstream\n`, stream, '\nendstream');
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF`;
  return Buffer.concat([out, Buffer.from(end)]);
}

/** A packed megabyte that ends on a whole byte, so that copies of it can follow each other; made at once at any length. */
function packedBlanks(megabytes: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(MB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x78, 0x9c]);
  const checksum = Buffer.alloc(4);
  const parts: Buffer[] = Array(megabytes).fill(part);
  return Buffer.concat([header, ...parts, deflateRawSync(Buffer.alloc(0)), checksum]);
}

describe('a hostile file', () => {
  it.each([
    ['Markdown with blanks in a heading', 'text/markdown', `# a${' '.repeat(MB)}b`],
    ['Markdown with half a heading in each line', 'text/markdown', '#\n'.repeat(MB)],
    ['text of nothing but tabs and a letter', 'text/plain', `${'\t'.repeat(MB)}a`],
    ['HTML with brackets without end', 'text/html', `<p>${'['.repeat(100_000)}</p>`],
  ])('is read all the same: %s', async (_, type, text) => {
    expect(await bring(type, text)).toMatchObject({ failed: [], imported: [{}] });
  });

  it.each([
    ['HTML of elements in each other', 'text/html', '<div>'.repeat(100_000), 'is nested too deep'],
    ['a PDF that unpacks to gigabytes', 'application/pdf', pdf(4000), 'takes too '],
  ])('is named with the reason, while others are answered: %s', async (_, type, file, words) => {
    const { imported, failed, others } = await bring(type, file);
    expect(imported).toEqual([]);
    expect(failed).toEqual([
      { uri: 'https://shop.example/file', reason: expect.stringContaining(words) },
    ]);
    expect(others).toBeGreaterThan(0);
  });

  it('leaves the next one as it was', async () => {
    expect(await bring('text/html', '<main><h1>Care</h1></main>')).toMatchObject({
      imported: [{ title: 'https://shop.example/file', characters: 6 }],
    });
  });
});

describe('a hostile document', () => {
  it.each([
    ['tabs', '\t'.repeat(2 * MB)],
    ['lines of tabs', `\n${'\t'.repeat(50)}`.repeat(4000)],
    ['a heading of blanks', `# a${' \t'.repeat(MB)}b`],
    ['a heading without end', `# ${'a'.repeat(2 * MB)}`],
    ['marks of headings', '#'.repeat(2 * MB)],
    ['points', '. '.repeat(MB / 8)],
    ['one word', 'a'.repeat(2 * MB)],
  ])('is cut into passages of the usual size: %s', (_, text) => {
    const passages = splitPassages(text);
    expect(passages.every((one) => one.text.length <= 720)).toBe(true);
    expect(passages.every((one) => one.heading.length <= 300)).toBe(true);
  });

  it('whose index takes too long has none, and those of others are found afterwards', async () => {
    // Only the test lets time pass, so a fast machine doesn't build the long index within it.
    const clock = createVirtualClock();
    const indexes = createIndexes({ ...INDEX_LIMITS, buildMsPerMegabyte: 0 }, clock);
    const document = (text: string) => [{ uri: 'https://shop.example/a', title: 'A', text }];
    const good = await indexes.build(document('Mugs are green.'), []);
    expect(await good.search('mugs', 3)).toHaveLength(1);
    const words = Array.from({ length: MB / 2 }, (_, i) => (i * 7919).toString(36));
    let isBuilt = false;
    const building = indexes.build(document(words.join(' ')), []).finally(() => {
      isBuilt = true;
    });
    await clock.advanceUntil(() => isBuilt);
    const bad = await building;
    expect([bad.overrun, await bad.search('mugs', 3)]).toEqual(['time', []]);
    await expect(good.search('mugs', 3)).rejects.toMatchObject({ name: 'IndexLost' });
    const again = await indexes.build(document('Mugs are green.'), []);
    expect(await again.search('mugs', 3)).toHaveLength(1);
    await indexes.close();
  });
});
