// The marks of footnotes lead to each other once a text is whole.

import { afterEach, describe, expect, it } from 'vitest';
import { linkNotes } from '../../content/notes.ts';
import { createRig } from './support.ts';

const rig = await createRig({ onNotes: linkNotes });
const TEXT =
  'Sold[^1] out[^1], m<sup>2</sup>, see[^b] and[^none].\n\n[^1]: Since May.\n[^b]: By **us**.\n';

function show(markdown: string) {
  const host = document.createElement('div');
  document.body.append(host);
  const root = document.createElement('div');
  // As in the panel: marks are found in the log's own tree.
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.append(root);
  const view = rig.content.createView(root);
  view.update(markdown);
  const links = () => [...root.querySelectorAll<HTMLElement>('sup a')];
  return { root, view, links, focused: () => links().indexOf(shadow.activeElement as HTMLElement) };
}

afterEach(() => document.body.replaceChildren());

describe('a footnote', () => {
  it('is reached from each of its marks, and leads back to the one that was followed', () => {
    const { links, focused } = show(TEXT);
    expect(links().map((link) => [link.textContent, link.getAttribute('role')])).toEqual([
      ['1', 'doc-noteref'],
      ['1', 'doc-noteref'],
      ['b', 'doc-noteref'],
      ['1', 'doc-backlink'],
      ['b', 'doc-backlink'],
    ]);
    for (const [from, to] of [
      [3, 0],
      [1, 3],
      [3, 1],
      [2, 4],
      [4, 2],
    ] as const) {
      links()[from]?.click();
      expect(focused(), `from ${from}`).toBe(to);
    }
  });

  it('leads nowhere out of the page', () => {
    const { links } = show(TEXT);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    links()[0]?.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });

  it('and its marks stay in their own text', () => {
    const first = show(TEXT);
    const second = show(TEXT);
    second.links()[0]?.click();
    expect([first.focused(), second.focused()]).toEqual([-1, 3]);
  });

  it('is a number while its text is being written, and linked once', () => {
    const { view, root, links } = show('');
    view.update(TEXT, undefined, true);
    expect(links()).toHaveLength(0);
    view.update(TEXT);
    view.update(`${TEXT}\nMore[^b].\n`);
    expect(links()).toHaveLength(6);
    expect(root.querySelector('a a')).toBeNull();
  });

  it('is a number where nobody links it', async () => {
    const bare = await createRig();
    expect(bare.draw(TEXT).root.querySelectorAll('a')).toHaveLength(0);
    expect(bare.draw('a[^1]\n\n[^1]: b').text).toBe('a11 b');
  });
});
