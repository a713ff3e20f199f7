// What a visitor sees at the open end of a text while it is being written.

import { describe, expect, it } from 'vitest';
import { createRig } from './support.ts';

const rig = await createRig();

/** What each longer beginning of a text looks like, from the first unit on. */
function watch(markdown: string): string[] {
  const root = document.createElement('div');
  const view = rig.content.createView(root);
  return Array.from({ length: markdown.length }, (_, index) => {
    view.update(markdown.slice(0, index + 1), undefined, true);
    return root.textContent ?? '';
  });
}

function open(markdown: string): string {
  const root = document.createElement('div');
  rig.content.createView(root).update(markdown, undefined, true);
  return root.innerHTML;
}

describe('the open end of a text', () => {
  it.each([
    ['**bold words', '<p><strong>bold words</strong></p>'],
    ['**bold words*', '<p><strong>bold words</strong></p>'],
    ['a **', '<p>a</p>'],
    ['a *b **c', '<p>a <em>b <strong>c</strong></em></p>'],
    ['***both', '<p><em><strong>both</strong></em></p>'],
    ['_it', '<p><em>it</em></p>'],
    ['~~gone', '<p><del>gone</del></p>'],
    ['~~gone~', '<p><del>gone</del></p>'],
    ['run `npm i', '<p>run <code>npm i</code></p>'],
    ['run ``a`b`', '<p>run <code>a`b</code></p>'],
    ['run `', '<p>run</p>'],
    ['See [a link to us](https:/', '<p>See</p>'],
    ['See [a link', '<p>See</p>'],
    ['See ![a pict', '<p>See</p>'],
    ['See **[a', '<p>See</p>'],
    ['as said [^1', '<p>as said</p>'],
    ['H<su', '<p>H</p>'],
    ['H<sub>2', '<p>H<sub>2</sub></p>'],
    ['<https://exa', ''],
    ['a <!-- hidden', '<p>a</p>'],
    ['a\n\n<!-- hidden\nmore', '<p>a</p>'],
    ['| a | b', ''],
    ['| a | b |\n| --', ''],
    ['a\n--', '<p>a</p>'],
    ['a\n```j', '<p>a</p>'],
    ['a\n#', '<p>a</p>'],
    ['a\n1.', '<p>a</p>'],
    ['a\n-', '<p>a</p>'],
    ['- a **b', '<ul><li>a <strong>b</strong></li></ul>'],
    ['- a\n- [ ]', '<ul><li>a</li></ul>'],
    ['- a\n- [x] **', '<ul><li>a</li></ul>'],
    ['Some:\n- [a li', '<p>Some:</p>'],
    ['- a\n  - `', '<ul><li>a</li></ul>'],
    ['Size | Pri', '<p>Size</p>'],
    ['Size | Price\n--- |', '<p>Size</p>'],
    ['- a\n\n  | b | c |\n  | -', '<ul><li>a</li></ul>'],
    ['> a\n> [b', '<blockquote><p>a</p></blockquote>'],
    ['a word [b word', '<p>a word</p>'],
    ['Look: !', '<p>Look:</p>'],
    ['Look!', '<p>Look!</p>'],
    ['> a `b', '<blockquote><p>a <code>b</code></p></blockquote>'],
    ['# a **b', '<h4>a <strong>b</strong></h4>'],
    ['**a\n- ', '<p><strong>a</strong></p>'],
    ['R&am', '<p>R</p>'],
    ['**提示：', '<p><strong>提示：</strong></p>'],
    ['これは**「重', '<p>これは<strong>「重</strong></p>'],
    ['a\\', '<p>a</p>'],
  ])('completes or holds back what is unfinished: %j', (markdown, html) => {
    expect(open(markdown)).toBe(html);
  });

  it.each([
    '2 * 3 * 4',
    'snake_case_name and file_',
    'a < b and c',
    'an [old](note that has words',
    '5~6',
    '[see] below',
    'AT&T and R&D are',
    'a || b',
    `a | b${' and more words'.repeat(14)}`,
    'Total: 42',
    `[${'a long remark in brackets '.repeat(10)}`,
  ])('leaves what is no mark as it stands: %j', (markdown) => {
    expect(open(markdown)).toBe(
      `<p>${markdown.replace('<', '&lt;').replaceAll('&T', '&amp;T').replaceAll('&D', '&amp;D').trimEnd()}</p>`,
    );
  });

  it.each([
    'Take the **red mug** or *this*, ~~not~~ `that one`.',
    'Our [terms of use](https://shop.example/terms "All") say so: ![A mug](https://shop.example/a.png) is one.',
    '# A *heading*\n\nWords.\n\n- one **item**\n- [x] two\n\n1. three\n2. four\n\n> a _quote_',
    '| Size | Price |\n| :-- | --: |\n| **S** | 9–12<br>14 |\n| `M` | ~~20~~ 18 |\n\nH<sub>2</sub>O and <kbd>Ctrl</kbd>.',
    '```js\nconst a = `b`;\n```\n\nAnd `x` in a line.',
    'Sold out[^1].\n\n[^1]: Since **May** or so.\n\n> [!NOTE]\n> We are *closed*.',
    '**提示：**商店周日休息。これは**「重要」**です。**주의(필독)**를 보세요。',
    '<details>\n<summary>More **of it**</summary>\n\n- a\n- **b**\n\n</details>\n\nDone.',
    'Size | Price\n--- | ---\nS | **9**\n\n名称 | 价格\n:-- | --:\n小 | 5',
    'Text before\nSize | Price\n--- | ---\nS | 9',
    '- a\n\n  b | c\n  --|--\n  1 | 2\n\n> d | e\n> --|--\n> 1 | 2',
    '1. a\n   | b | c |\n   |---|---|\n   | 1 | 2 |\n2. [d](/x)',
    'Some:\n- [a link](/x)\n- `code`\n  - [x] **bold**\n  - [ ] *em*\n    * ~~gone~~',
    'Notes[^1].\n\n[^1]: One\n[^2]: Two',
    'a\n---\n\n***\n\nb<!-- not shown --> c\n\n<!-- nor\nthis -->\n\nd',
  ])('never shows the marks of %j, whatever has come of it', (markdown) => {
    for (const [index, text] of watch(markdown).entries()) {
      const shown = text.replace(/const a = `b?`?;?/, '');
      expect(shown, markdown.slice(0, index + 1)).not.toMatch(/[*~`|[\]<#_]|--|https|&[#\w]/);
    }
  });

  it.each([
    '- **Fjell**: red\n- [Veld](/x) shell\n- [ ] todo\n- [x] done\n\nEnd',
    '1. **One**\n2. Two\n   - `three`\n   - *four*\n3. \n   Three',
    '- \n  one\n- \n- two',
    '##\n\n## Head\n\n### **Bold** head\n\nSetext\n===\n\ntext',
    '> quote **b**\n>\n> more\n> - item\n\n> > deeper\n\n> [!NOTE]\n> closed',
    '| a | b |\n| :-: | --: |\n| 1 | 2 |\n| 3 | |\n\nEnd',
    '- a\n\n  | b | c |\n  |---|---|\n  | 1 | 2 |\n\n> | d | e |\n> |--|--|\n> | 1 | 2 |',
    'Text\n\n```js\nlet a = 1;\n```\n\n- ```\n  b\n  ```\n\n~~~\n~~~\n\nEnd',
    '<details>\n<summary>More</summary>\n\n- a\n\n</details>\n',
    'See [link](https://a.example/x) and ![pic](https://a.example/y.png).',
    '- # head in item\n- > quote in item\n- - nested\n- 1. number',
  ])('shows no bullet, heading, quote, table or box without words in it: %j', (markdown) => {
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    for (let end = 1; end <= markdown.length; end++) {
      view.update(markdown.slice(0, end), undefined, true);
      const empty = [...root.querySelectorAll('li, h4, h5, blockquote, p, tbody, details, .code')]
        .filter((one) => !one.closest('[hidden]') && !one.querySelector('button.image'))
        .filter((one) => (one.querySelector('pre') ?? one).textContent?.trim() === '');
      expect(empty, markdown.slice(0, end)).toEqual([]);
    }
  });

  it('only grows: no letter that was shown goes away', () => {
    const markdown =
      'Take the **red mug** or *this* ~~not that~~ `one`.\n\n- **a**: b\n- _c_ d\n\nH<sub>2</sub>O 2*3*4.';
    let before = '';
    for (const text of watch(markdown)) {
      expect(text.startsWith(before), `${before} → ${text}`).toBe(true);
      before = text;
    }
  });

  it('adds nothing to words that stand before what is held back', () => {
    const texts = watch('A link [a link there](/x)');
    expect(texts.slice(0, -1).filter((text) => !'A link'.startsWith(text))).toEqual([]);
  });

  it.each(['Some:\n- [a](/x)', '1. a\n   - [b](/x)', 'a | b\n-|-\n1 | 2', '> a\n> - `b`'])(
    'makes no heading of a line whose next one begins an item or a table: %j',
    (markdown) => {
      const root = document.createElement('div');
      const view = rig.content.createView(root);
      for (let end = 1; end <= markdown.length; end++) {
        view.update(markdown.slice(0, end), undefined, true);
        expect(root.querySelector('h4, h5'), markdown.slice(0, end)).toBeNull();
      }
    },
  );

  it('is shown as it stands once the text has ended', () => {
    const root = document.createElement('div');
    const view = rig.content.createView(root);
    for (const markdown of ['**bold', 'a [b](c', '| a | b', '<details>\n\na', '```\na\n``']) {
      view.update(markdown, undefined, true);
      view.update(markdown);
      expect(root.textContent?.replace('Copy code', '').replace(/\s/g, ''), markdown).toBe(
        markdown.replace(/^```/, '').replace(/\s/g, ''),
      );
    }
  });
});
