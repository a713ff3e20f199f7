import { describe, expect, it } from 'vitest';
import { createRig } from './support.ts';

const seen: [string, boolean][] = [];
const rig = await createRig({ onMath: (_, tex, isBlock) => seen.push([tex, isBlock]) });

/** As where nobody draws formulas: a copied answer, the desk. */
const bare = await createRig();

function formulas(markdown: string): [string, boolean][] {
  seen.length = 0;
  rig.draw(markdown);
  return [...seen];
}

describe('a formula', () => {
  it.each([
    ['\\[ x_1 * y * z_2 \\]', [' x_1 * y * z_2 ', true]],
    ['So \\(x_1 * y * z_2\\) it is', ['x_1 * y * z_2', false]],
    ['So \\(n\\) it is', ['n', false]],
    ['$$E = mc^2$$', ['E = mc^2', true]],
    ['Costs $5: $$x$$', ['x', true]],
    ['\\[\nx\n- y\n= \\frac{1}{2}\n\\]', ['\nx\n- y\n= \\frac{1}{2}\n', true]],
    ['- a\n- \\(a^2\\)', ['a^2', false]],
    ['So\n\\[\nx = 1\n- 2\n\\]\nit is', ['\nx = 1\n- 2\n', true]],
    ['So\n$$\nx = 1\n+ 2\n$$', ['\nx = 1\n+ 2\n', true]],
    ['- So:\n  \\[\n  x^2\n  + y^2\n  \\]', ['\nx^2\n+ y^2\n', true]],
    ['> So\n> \\[\n> x^2\n> - y\n> \\]\n> it is', ['\nx^2\n- y\n', true]],
    ['| a |\n| - |\n| \\(a_1\\) |', ['a_1', false]],
    ['*a \\(b*c_1\\) d*', ['b*c_1', false]],
    ['**\\(x\\)** 和**\\(y\\)**', ['x', false], ['y', false]],
    ['\\( \\text{speed of it} = \\frac{s}{t} \\)', [' \\text{speed of it} = \\frac{s}{t} ', false]],
    ['\\begin{x} no, \\(a<b\\) yes', ['a<b', false]],
  ])('is read whole, with nothing of it as Markdown: %j', (markdown, ...found) => {
    expect(formulas(markdown)).toEqual(found);
  });

  it.each([
    '$5 and $10',
    '$5-$10, US$20 *each*',
    'Class $$ to $$$ and $$',
    '$$ – cheap, $$ – dear',
    '$x$ and $y$',
    'See \\[1\\] and \\[note\\]',
    '\\(optional\\)',
    '\\[a](b)',
    '`\\(x\\)` and `$$x$$`',
    '```\n\\[ x \\]\n```',
    '\\\\(x\\\\)',
    '\\[ x\n\ny \\]',
    '\\(\\)',
  ])('is none of these: %j', (markdown) => {
    expect(formulas(markdown)).toEqual([]);
  });

  it('is its source with its marks where it is not drawn', () => {
    const markdown = 'So \\(x_1*y\\), \\[ z*1 \\], \\(a\nb_1\\)';
    for (const { text } of [rig.draw(markdown), bare.draw(markdown)]) expect(text).toBe(markdown);
  });

  it.each([
    'So \\(x_1 * y\\) is.\n\n\\[\n- a\n- b^2\n= c\n\\]\n\nEnd.',
    'So\n\\[\nx_1 = 1\n- 2\n\\]\nit is',
    'So\n$$\nx_1 = 1\n- 2\n$$\nit is',
    '- So:\n  \\[\n  x^2\n  + y^2\n  = z\n  \\]\n- So',
    '1. So:\n\n   $$\n   x^2\n   - y^2\n   $$\n\n2. So',
    '> So\n> \\[\n> x^2\n> - y\n> \\]\n> it is',
  ])('is held back while it is being written: %j', (markdown) => {
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    for (let end = 1; end <= markdown.length; end++) {
      view.update(markdown.slice(0, end), undefined, true);
      const copy = root.cloneNode(true) as HTMLElement;
      for (const place of copy.querySelectorAll('.math')) place.remove();
      expect(copy.textContent, markdown.slice(0, end)).not.toMatch(/[\\*_^[\]$=xyz]/);
      expect(copy.querySelector('em, li li, blockquote li')).toBeNull();
    }
    view.update(markdown);
    expect(root.innerHTML).toBe(rig.draw(markdown).html);
  });
});
