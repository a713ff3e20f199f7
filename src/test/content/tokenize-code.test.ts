// What of a code is coloured, by language, and that no text takes long.

import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/doubles/seeded-random.ts';
import { type CodeToken, countFirm, tokenizeCode } from '../../content/tokenize-code.ts';

const marked = (code: string, language: string) =>
  tokenizeCode(code, language).map(
    ({ kind, start, end }) => `${kind} ${code.slice(start, end).replaceAll('\n', '⏎')}`,
  );

describe('code', () => {
  it.each([
    ['js', 'const a = f("x"); // y', ['keyword const', 'name f', 'string "x"', 'comment // y']],
    ['TypeScript', 'type A = 1 | `b${c}`', ['keyword type', 'number 1', 'string `b${c}`']],
    [
      'json',
      '{"a": [true, -1.5e3, "b"]}',
      ['name "a"', 'keyword true', 'number -1.5e3', 'string "b"'],
    ],
    [
      'html',
      '<a href="/x">y</a><!-- z -->',
      [
        'keyword <a',
        'name href',
        'string "/x"',
        'keyword >',
        'keyword </a',
        'keyword >',
        'comment <!-- z -->',
      ],
    ],
    [
      'css',
      'a { color: #fff; margin: 2px } /* x */',
      ['name color', 'number #fff', 'name margin', 'number 2px', 'comment /* x */'],
    ],
    [
      'python',
      'def f(x):  # y\n  return f"z"',
      ['keyword def', 'name f', 'comment # y', 'keyword return', 'string f"z"'],
    ],
    [
      'php',
      "<?php echo $a . 'b'; # c",
      ['keyword <?php', 'keyword echo', 'name $a', "string 'b'", 'comment # c'],
    ],
    [
      'sql',
      "select count(*) FROM t where a = 'b' -- c",
      [
        'keyword select',
        'name count',
        'keyword FROM',
        'keyword where',
        "string 'b'",
        'comment -- c',
      ],
    ],
    [
      'bash',
      'if grep -r "x" $HOME; then # y',
      ['keyword if', 'name -r', 'string "x"', 'name $HOME', 'keyword then', 'comment # y'],
    ],
  ])('%s', (language, code, expected) => {
    expect(marked(code, language)).toEqual(expected);
  });

  it('is coloured while it is being written: what isn’t closed ends with its line or the text', () => {
    expect(marked('a = "x\nconst', 'js')).toEqual(['string "x', 'keyword const']);
    expect(marked('/* x', 'js')).toEqual(['comment /* x']);
  });

  it('of a language that isn’t known, or is a word of JavaScript’s own, stays as it is', () => {
    expect(marked('const a = 1', 'brainfuck')).toEqual([]);
    expect(marked('const a = 1', '__proto__')).toEqual([]);
    expect(marked('const a = 1', '')).toEqual([]);
  });

  it('covers nothing twice and nothing outside, whatever the text', () => {
    const hard = [
      '"'.repeat(2_000),
      '`\\'.repeat(2_000),
      '/*'.repeat(2_000),
      '<a '.repeat(2_000),
      '$'.repeat(2_000),
      "'''".repeat(2_000),
    ];
    for (const language of ['js', 'json', 'html', 'css', 'python', 'php', 'sql', 'sh']) {
      for (const text of hard) {
        let at = 0;
        for (const { start, end } of tokenizeCode(text, language)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }
    }
  });

  const PIECES = [
    'a',
    'f',
    '(',
    '"',
    "'",
    '`',
    '"""',
    "'''",
    '/*',
    '*/',
    '//',
    '#',
    '<!--',
    '-->',
    '--',
    ':',
    ' : ',
    '::',
    '=',
    '\\',
    ' ',
    '\n',
    '\n\n',
    '\n  ',
    '<?php',
    '$x',
    '${',
    '}',
    '@m',
    '1.5',
    'const',
    'def',
    '"k"',
    '<div ',
    '>',
    '&amp;',
    'é',
    '[b]',
  ];

  it('is found in a text that grows as in the whole of it, though only what may have changed is read again', () => {
    const random = createSeededRandom('grows');
    let kept = 0;
    for (const language of ['js', 'json', 'html', 'css', 'python', 'php', 'sql', 'sh']) {
      for (let round = 0; round < 300; round++) {
        let [text, before] = ['', ''];
        let tokens: CodeToken[] = [];
        for (let step = 0; step < 12; step++) {
          // The last line may change altogether.
          if (random.chance(0.2)) text = text.slice(0, text.lastIndexOf('\n') + 1);
          for (let more = random.int(6); more >= 0; more--) text += random.pick(PIECES);
          const firm = tokens.slice(0, countFirm(text, before, tokens));
          kept += firm.length;
          tokens = [...firm, ...tokenizeCode(text, language, firm.at(-1)?.end)];
          before = text;
          expect(tokens, `${language}: ${JSON.stringify(text)}`).toEqual(
            tokenizeCode(text, language),
          );
        }
      }
    }
    expect(kept).toBeGreaterThan(10_000);
  });

  it('is read again where another text has come', () => {
    const text = 'const a = 1;\nconst b = 2;\n';
    const tokens = tokenizeCode(text, 'js');
    expect(countFirm(`${text}const c`, text, tokens)).toBeGreaterThan(0);
    expect(countFirm(`let${text}`, text, tokens)).toBe(0);
  });
});
