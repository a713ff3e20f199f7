import { describe, expect, it } from 'vitest';
import { createRig } from './support.ts';

/** Draws one prefix after the other into the same place. */
async function grow(...prefixes: string[]): Promise<{ root: HTMLElement; next(): void }> {
  const { content } = await createRig();
  const root = document.createElement('div');
  const view = content.createView(root);
  const next = () => view.update(prefixes.shift() ?? '');
  next();
  return { root, next };
}

describe('an open block that is drawn again', () => {
  it('keeps the elements and the text that stand', async () => {
    const { root, next } = await grow('One **bold** word, `a', 'One **bold** word, `ab` and *c*');
    const paragraph = root.querySelector('p');
    const [before, bold] = [paragraph?.firstChild, root.querySelector('strong')];
    next();
    expect(root.querySelector('p')).toBe(paragraph);
    expect([...(paragraph?.childNodes ?? [])].slice(0, 2)).toEqual([before, bold]);
    expect(root.innerHTML).toBe(
      '<p>One <strong>bold</strong> word, <code>ab</code> and <em>c</em></p>',
    );
  });

  it('keeps the nodes of a block that later text has closed: nothing of it is laid out again', async () => {
    const { content } = await createRig();
    const root = document.createElement('div');
    const view = content.createView(root);
    const text = 'Some **bold** words.\n\n- one\n- two\n- three\n\nThe end.\n\nMore.';
    let before: Node[] = [];
    const gone: string[] = [];
    for (let end = 1; end <= text.length; end++) {
      view.update(text.slice(0, end));
      const walker = document.createTreeWalker(root);
      const now: Node[] = [];
      while (walker.nextNode()) now.push(walker.currentNode);
      gone.push(...before.filter((node) => !now.includes(node)).map(({ nodeName }) => nodeName));
      before = now;
    }
    expect(root.textContent).toBe('Some bold words.onetwothreeThe end.More.');
    // What is written as a mark at first: the stars of the bold words, and the first item, which moves into the list that
    // its followers join.
    expect(gone.filter((name) => name === 'P' || name === 'UL')).toEqual([]);
    expect(gone.filter((name) => name === 'LI').length).toBeLessThanOrEqual(2);
  });

  it('keeps a link as it is while its address stays, with the focus in it', async () => {
    const at = '[here](https://example.com/a) ';
    const { root, next } = await grow(`See ${at}**`, `See ${at}**now**`);
    document.body.append(root);
    const link = root.querySelector('a');
    link?.focus();
    next();
    expect(document.activeElement).toBe(link);
    expect(root.textContent).toBe('See here (example.com) now');
    root.remove();
  });

  it('never keeps a link whose address has changed under the same words', async () => {
    const { root, next } = await grow('https://a.example/b', 'https://a.example/bc');
    next();
    expect(root.querySelector('a')?.getAttribute('href')).toBe('https://a.example/bc');
  });

  it('makes a question anew each time: it answers for what it shows', async () => {
    const far = (end: string) =>
      `[x](https://far.example/?data=${'0123456789abcdef'.repeat(20)}${end})`;
    const rig = await createRig();
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    view.update(`${far('1')} *a*`);
    view.update(`${far('2')} *ab*`);
    root.querySelector('button')?.click();
    expect(rig.questions.map(({ href }) => href.at(-1))).toEqual(['2']);
  });

  it('copies what stands in a block of code that was drawn again', async () => {
    const rig = await createRig();
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    view.update('- a\n\n      one');
    view.update('- a\n\n      one two');
    root.querySelector<HTMLElement>('.copy')?.click();
    expect(rig.copies).toEqual(['one two']);
  });
});
