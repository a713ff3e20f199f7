// The built files speak no newer language than the oldest supported browsers know (docs/engines.md): parsed as that
// version of the language, and without the interfaces that came later, unless a fallback stands beside them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { DIST } from './support/world.ts';

const FILES = [
  'bellhop.js',
  ...readdirSync(join(DIST, 'bellhop')).map((file) => `bellhop/${file}`),
];
const codeOf = (file: string): string => readFileSync(join(DIST, file), 'utf8');

/** Later than Chrome 117, Firefox 121 or Safari 16.4; each would end in an error, or leave something undrawn. */
const LATER: readonly [string, RegExp][] = [
  ['Promise.withResolvers', /Promise\.withResolvers/],
  ['Promise.try', /Promise\.try\b/],
  ['Array.fromAsync', /Array\.fromAsync/],
  ['Object.groupBy', /(?:Object|Map)\.groupBy/],
  [
    'methods of iterators',
    /Iterator\.from|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|take|drop)\(/,
  ],
  ['methods of sets', /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/],
  ['URL.canParse', /URL\.(?:canParse|parse)\(/],
  ['AbortSignal.any', /AbortSignal\.any\b/],
  ['RegExp.escape', /RegExp\.escape/],
  ['checkVisibility', /\.checkVisibility\(/],
  ['nested rules of CSS', /[{;}]&[ :.[>]/],
  ['@starting-style', /@starting-style/],
  ['anchors', /anchor-name|position-anchor/],
  ['@scope', /@scope\b/],
];

/** Later too, and used: what stands in the same file keeps older browsers going. */
const WITH_FALLBACK: readonly [name: string, use: RegExp, fallback: RegExp][] = [
  ['Intl.Segmenter', /new Intl\.Segmenter/, /Intl\.Segmenter\s*\?/],
  ['toWellFormed', /\.toWellFormed/, /\.toWellFormed\?\./],
  [
    'popover',
    /showPopover\(|popovertarget/i,
    /[!.]\w+\.showPopover\b(?!\()|\?\.showPopover\b(?!\()|\.showPopover\?/,
  ],
  ['the Highlight API', /new Highlight/, /CSS\.highlights|"highlights"|highlights/],
  [
    'relative colours',
    /lch\(from/,
    /background:#005b5b;[\s\S]*?[;{]color:#fff\}|CSS\.supports\("color"/,
  ],
];

describe('the built files', () => {
  it.each(FILES)('are ECMAScript 2022: %s', (file) => {
    const sourceType = file === 'bellhop.js' ? 'script' : 'module';
    expect(() => parse(codeOf(file), { ecmaVersion: 2022, sourceType })).not.toThrow();
  });

  it.each(LATER)('use no %s', (_, use) => {
    expect(FILES.filter((file) => use.test(codeOf(file)))).toEqual([]);
  });

  it.each(WITH_FALLBACK)('use %s with a fallback beside it', (_, use, fallback) => {
    const using = FILES.filter((file) => use.test(codeOf(file)));
    expect(using).not.toEqual([]);
    expect(using.filter((file) => !fallback.test(codeOf(file)))).toEqual([]);
  });

  it('would be refused in a later language', () => {
    const later = 'class A { static { } } /[a--b]/v';
    expect(() => parse(later, { ecmaVersion: 2022, sourceType: 'module' })).toThrow();
  });
});
