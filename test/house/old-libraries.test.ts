// Old libraries put their own in the place of what the language gives: the widget goes without what theirs does less well.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
/** Rooms that run in pages of others. */
const ROOMS =
  '{content,dom,gateway,i18n,loader,platform,protocol,session,theme,tools,ui,widget}/**/*.{ts,tsx}';
/**
 * Prototype 1.6: `reduce` unwraps a list of one, `entries` gives a list of the values. Theirs are on lists, so `Map` and the
 * like may be asked: name such a place here.
 */
const REPLACED = /\.(?:reduce|reduceRight|entries)\(/g;
const OF_NO_LIST: readonly string[] = [];

const lines = globSync([ROOMS, 'widget.ts'], { cwd: SRC }).flatMap((file) =>
  readFileSync(join(SRC, file), 'utf8')
    .split('\n')
    .map((line) => `${file}: ${line.trim()}`),
);

describe('the widget on pages with old libraries', () => {
  it('asks no list for what Prototype 1.6 has replaced', () => {
    const asking = lines.filter((line) => line.replaceAll('Object.entries(', '').match(REPLACED));
    expect(asking.filter((line) => !OF_NO_LIST.includes(line))).toEqual([]);
  });

  it('makes a number of what Date.now gives, which is a date with Datejs', () => {
    const asking = lines.filter((line) => line.includes('Date.now'));
    expect(asking).not.toEqual([]);
    expect(asking.filter((line) => !line.includes('Number(Date.now())'))).toEqual([]);
  });
});
