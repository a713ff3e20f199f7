import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { createRig } from './support.ts';

const CONSTRUCTS = [
  'A plain paragraph of words.\n\n',
  'line one\nline two\n',
  '# Heading\n',
  '### Deeper\n\n',
  '#tag and text\n',
  'Setext\n===\n\n',
  'Other\n---\n',
  '---\n\n',
  '***\n',
  '- item\n',
  '- item with **bold**\n',
  '  - nested\n',
  '\n',
  '\n\n',
  '1. first\n',
  '2. second\n',
  '3) other\n',
  '* star\n',
  '+ plus\n',
  '- [x] done\n',
  '- [ ] open\n',
  '  continued\n',
  '    indented code\n',
  '```js\nconst a = 1;\n',
  '```\n',
  '~~~\ncode\n~~~\n',
  '> quote\n',
  '> - in quote\n',
  '> > deeper\n',
  '| a | b |\n',
  '| --- | :-: |\n',
  '| 1 | **2** |\n',
  '[ref]: https://example.com/x\n',
  'see [ref] and [text][ref]\n',
  '[link](https://example.com) ',
  '![alt](https://img.example/a.png) ',
  '<b>raw</b> ',
  '<div>\nblock\n',
  '</div>\n\n',
  '<!-- c ',
  '-->\n',
  '`code` ',
  '**bold',
  '** ',
  '*em* ',
  '~~gone~~ ',
  'https://auto.example/path ',
  '&amp; &lt; ',
  '\\* ',
  'word ',
  'more words, and ',
  'www.',
  'end. Next: well-known (yes! 100 %',
  ') ',
  '2024',
  '.',
  ' "t")',
  '[a](b',
  '@',
  '/',
  'a@b.',
  'com',
  'http://x',
  "it's; ",
  'Ärger über ',
  'a\tb\r\n',
  '"title"\n',
  '<details>\n<summary>More</summary>\n\n',
  '<details>',
  '</details>\n',
  'H<sub>2</sub>O ',
  'a<br>b ',
  '<b>open ',
  '</b>',
  '**提示：**商店',
  'は**「重要」**です。',
  '约3~5天',
  '看 https://shop.example/faq，然后',
  '2*3*4 ',
  '\\(x_1*y\\) ',
  '\\[\nx\n- y\n\\]\n',
  '\\[ a',
  '$$a_1$$',
  '$$',
  '$5 ',
  'note[^1] ',
  '[^1]: A note\n',
  '> [!NOTE]\n',
  '`code',
  '[',
  '](',
  '*',
  '_',
  '~',
  '<',
  '!',
];

describe('a text that arrives in pieces', () => {
  it('ends as the same DOM as the whole text drawn at once, wherever it was cut', async () => {
    const rig = await createRig();
    const text = fc
      .array(fc.constantFrom(...CONSTRUCTS), { minLength: 1, maxLength: 14 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        text,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }),
        (markdown, shares) => {
          const cuts = shares
            .map((share) => Math.floor(share * markdown.length))
            .sort((a, b) => a - b);
          expect(rig.stream(markdown, cuts).html).toBe(rig.draw(markdown).html);
        },
      ),
      { numRuns: cases(400) },
    );
  });

  it('does so for a text of hundreds of blocks, too', async () => {
    const rig = await createRig();
    const text = fc
      .array(fc.constantFrom(...CONSTRUCTS), { minLength: 200, maxLength: 400 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 400 }), (markdown, step) => {
        const cuts = Array.from({ length: Math.floor(markdown.length / step) }, (_, n) => n * step);
        expect(rig.stream(markdown, cuts).html).toBe(rig.draw(markdown).html);
      }),
      { numRuns: cases(12), endOnFailure: true },
    );
  });

  it('keeps all of a code that is being written, to read and to copy, though a translator puts elements into it', async () => {
    const { content, copies } = await createRig();
    const root = document.createElement('div');
    const view = content.createView(root);
    let text = '```js\n';
    for (const piece of ['const a', ' = 1;\n', 'const b = 2;\ncon', 'st c = 3;\n']) {
      text += piece;
      view.update(text);
      const { firstChild: node } = root.querySelector('.lines') ?? root;
      const font = document.createElement('font');
      font.textContent = node?.textContent ?? '';
      (node as ChildNode).replaceWith(font);
    }
    view.update(`${text}// The end\n\`\`\`\n`);
    const whole = 'const a = 1;\nconst b = 2;\nconst c = 3;\n// The end';
    expect(root.querySelector('pre')?.textContent?.trimEnd()).toBe(whole);
    root.querySelector<HTMLElement>('.copy')?.click();
    expect(copies).toEqual([whole]);
  });
});
