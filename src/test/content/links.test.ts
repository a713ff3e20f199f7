import { describe, expect, it } from 'vitest';
import { checkLink, createPictureBudget, findPictures, safeLink } from '../../content/index.ts';
import { createRig } from './support.ts';

const PAGE = 'https://shop.example/products?x=1';

describe('checkLink', () => {
  it.each([
    ['https://a.example/b?c=d#e', 'https://a.example/b?c=d#e', 'a.example'],
    ['/cart', 'https://shop.example/cart', 'shop.example'],
    ['//b.example/x', 'https://b.example/x', 'b.example'],
    ['mailto:help@shop.example', 'mailto:help@shop.example', 'help@shop.example'],
    ['tel:+49-30-123', 'tel:+49-30-123', '+49-30-123'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ])('takes %s', (uri, href, host) => {
    expect(checkLink(uri, PAGE)).toMatchObject({ href, host });
  });

  it.each([
    'javascript:alert(1)',
    'JaVa\nScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'blob:https://a/b',
    'file:///etc/passwd',
    'ftp://a.example',
    'vbscript:x',
    'https://user:pass@a.example/',
    'https://shop.example@evil.example/',
    'tel:*#06#',
    'tel:1;x=<y>',
    '#top',
    '',
    ' ',
    'https://',
    'http://[',
    `https://a.example/${'x'.repeat(5000)}`,
    'ws://a.example',
    'intent://x',
    'about:blank',
    'view-source:https://a.example',
  ])('refuses %j', (uri) => {
    expect(checkLink(uri, PAGE)).toBeNull();
  });

  it('asks before another site gets much in its path, query, fragment or host', () => {
    const long = 'x'.repeat(300);
    for (const uri of [
      `https://e.example/?q=${long}`,
      `https://e.example/#${long}`,
      `https://e.example/${long}`,
      `https://${'abcdefghi.'.repeat(10)}example/`,
      'mailto:a@b.example?body=secret',
    ]) {
      expect(checkLink(uri, PAGE)?.asksFirst, uri).toBe(true);
    }
    expect(checkLink(`/search?q=${long}`, PAGE)?.asksFirst).toBe(false);
    expect(checkLink('https://e.example/docs/page?lang=en', PAGE)?.asksFirst).toBe(false);
  });

  it('never lets a bidi control into an address', () => {
    expect(checkLink('mailto:a\u202Eb@c.example', PAGE)?.href).not.toMatch(/\u202e/);
    expect(checkLink('https://a.example/\u202Egpj.exe', PAGE)?.href).not.toMatch(/\u202e/);
  });
});

describe('safeLink', () => {
  it('takes whole addresses only', () => {
    expect(safeLink('/relative', PAGE)).toBeNull();
    expect(safeLink('https://shop.example/x', PAGE)).toMatchObject({ isExternal: false });
    expect(safeLink('https://other.example/x', PAGE)).toMatchObject({ isExternal: true });
  });
});

describe('a link in an answer', () => {
  it('opens apart, without referrer, and says where it leads', async () => {
    const anchor = (await createRig()).draw('[shop](https://a.example/x)').root.querySelector('a');
    expect(anchor?.rel).toBe('noopener noreferrer nofollow');
    expect(anchor?.target).toBe('_blank');
    expect(anchor?.title).toBe('https://a.example/x');
  });

  it.each([
    ['[bank.example](https://evil.example/)', 'bank.example (evil.example)'],
    [
      '[https://bank.example/login](https://evil.example/)',
      'https://bank.example/login (evil.example)',
    ],
    ['[www.a.example](https://a.example/)', 'www.a.example'],
    ['[books](https://bücher.example/)', 'books (xn--bcher-kva.example)'],
    ['[a\u202Eb](https://a.example/)', 'a[U+202E]b (a.example)'],
    ['https://a.example/x', 'https://a.example/x'],
    // Dots of other scripts, letters that aren't seen, and signs that end a name.
    ['[bank․example](https://evil.example/)', 'bank․example (evil.example)'],
    ['[bank。example](https://evil.example/)', 'bank。example (evil.example)'],
    ['[bank．example](https://evil.example/)', 'bank．example (evil.example)'],
    [
      '[ba\u200bnk.exa\u00admple](https://evil.example/)',
      'ba\u200bnk.exa\u00admple (evil.example)',
    ],
    ['[bank.example!](https://evil.example/)', 'bank.example! (evil.example)'],
    ['[to bank.example|login](https://evil.example/)', 'to bank.example|login (evil.example)'],
    // Signs that a name may begin with, or that stand in the middle of an address.
    ['[\\_ba\u200bnk.example!](https://evil.example/)', '_ba\u200bnk.example! (evil.example)'],
    ['[my_login.bank.example](https://evil.example/)', 'my_login.bank.example (evil.example)'],
    ['[=bank.example](https://evil.example/)', '=bank.example (evil.example)'],
    ['[/bank.example/login](https://evil.example/)', '/bank.example/login (evil.example)'],
    ['[xn--bcher-kva.example](https://bücher.example/)', 'xn--bcher-kva.example'],
    ['[to #~bank.example](https://evil.example/)', 'to #~bank.example (evil.example)'],
    [
      '[https://a.example/b_c.html?d=e.fg#~h.ij](https://a.example/)',
      'https://a.example/b_c.html?d=e.fg#~h.ij',
    ],
    [
      '[evil.example, bank.example](https://evil.example/)',
      'evil.example, bank.example (evil.example)',
    ],
  ])('%s reads %s', async (markdown, text) => {
    expect((await createRig()).draw(markdown).text).toBe(text);
  });

  it('shows a host of foreign letters beside any text that it is given', async () => {
    const { content } = await createRig();
    const text = (uri: string, label: string) => content.createLink(uri, label)?.textContent;
    expect(text('https://bücher.example/a', 'Sizes.pdf')).toBe('Sizes.pdf (xn--bcher-kva.example)');
    expect(text('https://a.example/a', 'Sizes.pdf')).toBe('Sizes.pdf');
  });

  it('is text where its address is none', async () => {
    const { root, text } = (await createRig()).draw(
      '[a](javascript:x) [b](https://u:p@c.example) [c](java&#115;cript:x) <javascript:x>',
    );
    expect(root.querySelectorAll('a, button')).toHaveLength(0);
    expect(text).toContain('a b c');
  });

  it('that carries much away is a button without the address, and asks', async () => {
    const rig = await createRig();
    const href = `https://evil.example/?q=${'secret'.repeat(20)}`;
    const { root } = rig.draw(`[click](${href})`);
    expect(root.querySelector('a')).toBeNull();
    expect(root.innerHTML).not.toContain('secret');
    root.querySelector('button')?.click();
    expect(rig.questions).toMatchObject([{ href, host: 'evil.example' }]);
  });
});

/** As the only answer of a conversation whose owner allows one origin. */
async function drawAllowed(markdown: string): Promise<HTMLElement> {
  const { content } = await createRig();
  const root = document.createElement('div');
  const budget = createPictureBudget(['https://img.example'], PAGE);
  content.createView(root).update(markdown, budget.admit(findPictures(markdown)));
  return root;
}

describe('a picture in an answer', () => {
  it('that can’t be had leaves what it shows, in words, and keeps the focus', async () => {
    const { draw } = await createRig();
    const { root } = draw('![A chart](https://img.example/chart.png)');
    document.body.append(root);
    root.querySelector('button')?.click();
    root.querySelector('img')?.dispatchEvent(new Event('error'));
    expect(root.textContent).toBe('A chart: Can’t be opened here');
    expect(root.querySelector('img')).toBeNull();
    expect(document.activeElement).toBe(root.querySelector('.broken'));
    root.remove();
  });

  const image = '![chart](https://img.example/c.png?data=secret)';

  it('is a button that names its host until it is pressed', async () => {
    const { root } = (await createRig()).draw(image);
    expect(root.querySelector('img')).toBeNull();
    const button = root.querySelector('button');
    expect(button?.textContent).toBe('Show image from img.example: chart');
    button?.click();
    const picture = root.querySelector('img');
    expect(picture?.referrerPolicy ?? picture?.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(picture?.alt).toBe('chart');
  });

  it('loads by itself from the owner’s origins, and only from exactly those', async () => {
    expect((await drawAllowed(image)).querySelector('img')?.src).toContain('https://img.example/');
    for (const near of [
      'https://img.example.evil.example/',
      'http://img.example/',
      'https://img.example:444/',
      'https://img.example@evil.example/',
    ]) {
      const root = await drawAllowed(`![x](${near}a.png)`);
      expect(root.querySelector('img'), near).toBeNull();
    }
  });

  it('of the owner’s origins waits all the same where its address carries much (EchoLeak: an allowed proxy)', async () => {
    const stolen = `https://img.example/proxy?url=${encodeURIComponent(`https://evil.example/?d=${'secret'.repeat(9)}`)}`;
    for (const markdown of [`![x](${stolen})`, `![x][r]\n\n[r]: ${stolen}`]) {
      const root = await drawAllowed(markdown);
      expect(root.querySelector('img')).toBeNull();
      expect(root.querySelector('button')?.textContent).toBe('Show image from img.example: x');
    }
    const carried = `https://img.example/${'secret'.repeat(40)}.png`;
    expect((await drawAllowed(`![x](${carried})`)).querySelector('img')).toBeNull();
  });

  it('does not load by way of a reference either', async () => {
    const { root } = (await createRig()).draw('![x][r]\n\n[r]: https://img.example/c.png?d=secret');
    expect(root.querySelector('img')).toBeNull();
    expect(root.querySelector('button')).not.toBeNull();
  });

  it('by a reference waits also on an allowed origin: its definition may come later, and grow', async () => {
    const root = await drawAllowed('![x][r]\n\n[r]: https://img.example/c.png');
    expect(root.querySelector('img')).toBeNull();
    expect(root.querySelector('button.image')).not.toBeNull();
  });

  it('that waited is shown once its address may load, and stays', async () => {
    const { content } = await createRig();
    const root = document.createElement('div');
    const view = content.createView(root);
    view.update(image);
    expect(root.querySelector('img')).toBeNull();
    view.update(image, new Set(['https://img.example/c.png?data=secret']));
    const picture = root.querySelector('img');
    expect(picture?.alt).toBe('chart');
    view.update(image, new Set());
    expect(root.querySelector('img')).toBe(picture);
  });

  it('is its words where it stands in a link or has no address', async () => {
    const { root } = (await createRig()).draw(
      '[![alt](https://i.example/a.png)](https://a.example/) ![b](data:image/png;base64,x)',
    );
    expect(root.querySelectorAll('img, button')).toHaveLength(0);
    expect(root.textContent).toBe('alt (a.example) b');
  });
});

describe('a link that is made by itself', () => {
  it('shows what would turn its words around', async () => {
    const { content } = await createRig();
    const link = content.createLink('https://a.example/', 'a\u202eB');
    expect(link?.textContent).toBe('a[U+202E]B');
  });
});
