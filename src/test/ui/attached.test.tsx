// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { agent, session, user } from '../../../test/gallery/build.ts';
import type { BlockSource, MessageBlock } from '../../protocol/index.ts';
import { mount } from './harness.ts';

// Fetched with the first of them; here it is at hand.
await import('../../ui/parts/attached.tsx');
await import('../../ui/later/pictures.ts');

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function show(block: MessageBlock, options = {}) {
  const turn = agent([
    { kind: 'message', key: 'm', eventId: 'm', blocks: [block], isPreview: false },
  ]);
  const view = mount({ session: session([user('Show me'), turn]) }, { options });
  await view.pass();
  return view;
}
const image = (source: BlockSource, alt = 'A map'): MessageBlock => ({
  type: 'image',
  source,
  alt,
});
const pixel: BlockSource = { type: 'base64', media_type: 'image/png', data: PIXEL };

describe('a picture in an answer', () => {
  it('that came whole is shown', async () => {
    const { screen } = await show(image(pixel));
    expect(screen.getByRole('img', { name: 'A map' }).getAttribute('src')).toBe(
      `data:image/png;base64,${PIXEL}`,
    );
  });

  it('of another place loads at a click only, without telling who asks', async () => {
    const view = await show(image({ type: 'url', url: 'https://pics.example/map.png?q=secret' }));
    expect(view.root.querySelector('img')).toBeNull();
    await view.user.click(
      view.screen.getByRole('button', { name: 'Show image from pics.example: A map' }),
    );
    await view.pass();
    const picture = view.screen.getByRole('img', { name: 'A map' });
    expect(picture.getAttribute('src')).toBe('https://pics.example/map.png?q=secret');
    expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(view.root.activeElement).toBe(picture);
  });

  it('of a place that the owner names loads by itself', async () => {
    const url = 'https://pics.example/map.png';
    const view = await show(image({ type: 'url', url }), {
      imageOrigins: ['https://pics.example'],
    });
    expect(view.screen.getByRole('img', { name: 'A map' }).getAttribute('src')).toBe(url);
  });

  it('of such a place waits all the same where its address carries much', async () => {
    const url = `https://pics.example/fetch?url=https://evil.example/${'secret'.repeat(12)}`;
    const view = await show(image({ type: 'url', url }), {
      imageOrigins: ['https://pics.example'],
    });
    expect(view.root.querySelector('.answer img')).toBeNull();
    expect(view.screen.getByRole('button', { name: /pics\.example/ })).toBeTruthy();
  });

  it.each<[string, BlockSource]>([
    ['of a length that no bytes have', { type: 'base64', media_type: 'image/png', data: 'plain' }],
    ['a drawing with scripts', { type: 'base64', media_type: 'image/svg+xml', data: PIXEL }],
    ['a page', { type: 'base64', media_type: 'text/html', data: PIXEL }],
    ['no base64', { type: 'base64', media_type: 'image/png', data: '"><script>' }],
    ['a script', { type: 'url', url: 'javascript:alert(1)' }],
    ['a file of the visitor’s', { type: 'url', url: 'file:///etc/passwd' }],
    ['an address of the page’s own', { type: 'url', url: '/logout' }],
    ['text', { type: 'text', media_type: 'text/plain', data: 'hello' }],
  ])('that is %s is named, not opened', async (_, source) => {
    const view = await show(image(source));
    expect(view.root.querySelector('.answer img, .answer button')).toBeNull();
    expect(view.root.querySelector('.chip')?.textContent).toBe('A mapCan’t be opened here');
  });

  it('that turns out to be none is named', async () => {
    const view = await show(image(pixel));
    view.screen.getByRole('img').dispatchEvent(new Event('error'));
    await view.pass();
    expect(view.root.querySelector('.chip')?.textContent).toBe('A mapCan’t be opened here');
  });
});

describe('a document in an answer', () => {
  const saved = async (source: BlockSource, title: string) => {
    const made: Blob[] = [];
    const names: string[] = [];
    const make = vi.fn((blob: Blob) => `blob:${made.push(blob)}`);
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: make, revokeObjectURL: () => {} }));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const view = await show({ type: 'document', title, source });
    await view.user.click(view.screen.getByRole('button', { name: `Save ${title}`, hidden: true }));
    click.mockRestore();
    vi.unstubAllGlobals();
    return { blob: made[0], name: names[0] };
  };

  it('is saved byte for byte, as no kind that a browser would show', async () => {
    const { blob, name } = await saved(pixel, 'map/of:here.png');
    expect(name).toBe('map_of_here.png');
    expect(blob?.type).toBe('application/octet-stream');
    expect(blob?.size).toBe(atob(PIXEL).length);
  });

  it('of text can be read here, and saved whole', async () => {
    const data = `<script>alert(1)</script>${'x'.repeat(30_000)}`;
    const source: BlockSource = { type: 'text', media_type: 'text/html', data };
    const view = await show({ type: 'document', title: 'notes.html', source });
    const text = view.root.querySelector('.document-text p')?.textContent ?? '';
    expect(text.startsWith('<script>alert(1)</script>')).toBe(true);
    expect(text.length).toBe(20_000);
    expect((await saved(source, 'notes.html')).blob?.size).toBe(data.length);
  });

  it('at an address is a checked link', async () => {
    const at = (url: string) =>
      show({ type: 'document', title: 'Terms', source: { type: 'url', url } });
    const link = (await at('https://shop.example/terms.pdf')).screen.getByRole('link', {
      name: /^Terms/,
    });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect((await at('javascript:alert(1)')).root.querySelector('.chip')?.textContent).toBe(
      'TermsCan’t be opened here',
    );
    const long = await at(`https://evil.example/?q=${'a'.repeat(90)}`);
    expect(long.screen.getByRole('button', { name: 'Terms' })).toBeTruthy();
  });
});
