import { describe, expect, it } from 'vitest';
import { createRig } from './support.ts';

const { draw } = await createRig();
const inside = (markdown: string) => draw(markdown).html.replace(/^<p>|<\/p>$/g, '');

describe('the tags that an answer may use', () => {
  it.each([
    ['9–12<br>14–18', '9–12<br>14–18'],
    ['a<br/>b<br />c<BR>d</br>e', 'a<br>b<br>c<br>d<br>e'],
    ['a<br>\nb', 'a<br>b'],
    ['H<sub>2</sub>O, m<sup>2</sup>', 'H<sub>2</sub>O, m<sup>2</sup>'],
    ['<kbd>Ctrl</kbd>+<kbd>C</kbd>', '<kbd>Ctrl</kbd>+<kbd>C</kbd>'],
    ['<b>a</b> <i>b</i> <u>c</u> <s>d</s>', '<b>a</b> <i>b</i> <u>c</u> <s>d</s>'],
    [
      '<mark>a</mark> <ins>b</ins> <small>c</small>',
      '<mark>a</mark> <ins>b</ins> <small>c</small>',
    ],
    [
      '<strong>a</strong> <em>b</em> <code>c*d*</code>',
      '<strong>a</strong> <em>b</em> <code>c<em>d</em></code>',
    ],
    ['<B>a **b** <I>c</I></B>', '<b>a <strong>b</strong> <i>c</i></b>'],
    ['**a <sub>b</sub>**', '<strong>a <sub>b</sub></strong>'],
    ['<b onclick="x()" style="color:red" class="a" id="b">c</b>', '<b>c</b>'],
    ['<abbr title="a &amp; b" lang="x">c</abbr>', '<abbr title="a &amp; b">c</abbr>'],
    ['<sub>a <sub>b</sub></sub>', '<sub>a <sub>b</sub></sub>'],
    ['a <!-- b **c** --> d', 'a  d'],
    ['a<!---->b', 'ab'],
  ])('%s', (markdown, html) => {
    expect(inside(markdown)).toBe(html);
  });

  it('may stand in a cell, an item and a heading', () => {
    const { root } = draw('# H<sub>2</sub>O\n\n- a<br>b\n\n| h |\n| - |\n| 9–12<br>14–18 |');
    expect(root.querySelectorAll('h4 sub, li br, td br')).toHaveLength(3);
  });

  it.each([
    ['<b>never ended', '<b>never ended'],
    ['ended</b> twice</b>', 'ended</b> twice</b>'],
    ['<b>a <i>b</b> c</i>', 'a <i>b c</i>'],
    ['**a <b>b** c</b>', 'a <b>b c</b>'],
    ['<font color=red>a</font> <span>b</span> <a href="/c">d</a>', ''],
    ['<bdo dir=rtl>a</bdo> <blink>b</blink> <button>c</button>', ''],
    ['<sub/>a <b', ''],
    ['`<br>` and \\<br>', '<br> and <br>'],
  ])('is text where it is no such tag, or has no end: %s', (markdown, text) => {
    expect(draw(markdown).text).toBe(text || markdown);
  });

  it('at the beginning of a line leave the marks of Markdown behind them as they are', () => {
    expect(draw('<b>a</b>\n**b**\n\n<br>\n- c').html).toBe(
      '<p><b>a</b><br><strong>b</strong></p><p><br></p><ul><li>c</li></ul>',
    );
  });

  it('drops a comment on lines of its own', () => {
    expect(draw('a\n\n<!-- b\n\nc -->\n\n**d**').html).toBe('<p>a</p><p><strong>d</strong></p>');
    expect(draw('a\n\n<!-- never ended\n\nb').text).toContain('never ended');
  });

  it('shows what is folded away, with its Markdown', () => {
    const { root } = draw(
      '<details open onclick="x()">\n<summary>More **words**</summary>\n\n- a\n- b\n\n```js\nc\n```\n\n</details>\n\nd',
    );
    const details = root.querySelector('details');
    expect(details?.attributes).toHaveLength(0);
    expect(details?.querySelector('summary')?.innerHTML).toBe('More <strong>words</strong>');
    expect(details?.querySelectorAll('li, pre')).toHaveLength(3);
    expect(root.lastElementChild?.outerHTML).toBe('<p>d</p>');
  });

  it.each([
    ['<details><summary>a</summary>b</details>', '<details><summary>a</summary><p>b</p></details>'],
    [
      '<details>\n\na\n\n<details>\nb\n</details>\n</details>',
      '<details><p>a</p><details><p>b</p></details></details>',
    ],
    [
      '- x\n\n  <details>\n  <summary>a</summary>\n  b\n  </details>',
      '<ul><li>x<details><summary>a</summary><p>b</p></details></li></ul>',
    ],
  ])('folds in one line, in itself and in an item: %s', (markdown, html) => {
    expect(draw(markdown).html).toBe(html);
  });

  it('shows what is never unfolded as text', () => {
    expect(draw('<details>\n<summary>a</summary>\n\n**b**').text).toBe(
      '<details>\n<summary>a</summary>b',
    );
    const deep = '<details>\n'.repeat(400);
    expect(draw(`${deep}x${'\n</details>'.repeat(400)}`).text).toContain('x');
  });

  it('reads what adjoins a link in such a tag as part of its label', () => {
    expect(draw('<b>bank.example/</b>[sign in](https://evil.example)').text).toContain(
      '(evil.example)',
    );
  });
});
