// A file that the visitor chose: what can't be sent is refused at once, in words for them.

import { describe, expect, it } from 'vitest';
import { createI18n } from '../../i18n/index.ts';
import { readDocument } from '../../widget/read-document.ts';

const i18n = createI18n({ hints: { choice: 'en' } });
const read = (name: string, type: string, content: BlobPart = 'Chest: 98 cm') =>
  readDocument(new File([content], name, { type }), i18n);

describe('a file that the visitor chose', () => {
  it('is text where it is text, and base64 otherwise', async () => {
    expect((await read('size.csv', 'text/csv')).source).toEqual({
      type: 'text',
      media_type: 'text/csv',
      data: 'Chest: 98 cm',
    });
    expect((await read('a.pdf', 'application/pdf')).source).toMatchObject({ type: 'base64' });
    expect((await read('a', '')).source).toMatchObject({ media_type: 'application/octet-stream' });
  });

  it.each([
    ['a film', 'film.mp4', 'video/mp4'],
    ['a song', 'song.mp3', 'audio/mpeg'],
    ['an archive', 'all.zip', 'application/zip'],
    ['a program', 'setup.exe', 'application/x-msdownload'],
  ])('is refused where no agent can read it: %s', async (_, name, type) => {
    await expect(read(name, type)).rejects.toThrow(`Can’t read ${name}.`);
  });

  it('is refused where nothing is in it, or too much', async () => {
    await expect(read('empty.txt', 'text/plain', '')).rejects.toThrow('Can’t read empty.txt.');
    const large = new Uint8Array(701 * 1024);
    await expect(read('large.pdf', 'application/pdf', large)).rejects.toThrow(/too large/);
  });
});
