// Every regular expression of the product takes time linear in its input, or never gets a long one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BOUNDED } from './patterns/bounded.ts';
import { BUILT, putTogether } from './patterns/built.ts';
import { findPatterns } from './patterns/find.ts';
import { FINE, judge, keptVerdicts, patternsOfAll, written } from './patterns/judge.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Steps that pass before anybody notices. */
const MAX_STEPS = 1e10;

const all = patternsOfAll();
const kept = keptVerdicts();
const verdictOf = (pattern: string) => kept[pattern] ?? judge(pattern);

describe('regular expressions', () => {
  it('are linear in every file, or stand in the list of those with bounded input', () => {
    expect(all.size).toBeGreaterThan(100);
    const faults = [...all].flatMap(([file, { patterns }]) =>
      patterns.map(written).flatMap((pattern) => {
        const verdict = verdictOf(pattern);
        const isBounded = BOUNDED.some((one) => one.file === file && one.pattern === pattern);
        return FINE.includes(verdict) || isBounded ? [] : [`${file}: ${pattern} is ${verdict}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it.each(BOUNDED)('of $file have a bounded input as the list says: $pattern', (entry) => {
    const { file, pattern, proof, degree, maxChars } = entry;
    expect(all.get(file)?.patterns.map(written)).toContain(pattern);
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(proof);
    expect(maxChars ** degree).toBeLessThan(MAX_STEPS);
  });

  it('that are put together as the program runs are known', () => {
    const built = [...all].flatMap(([file, found]) =>
      found.built.length === 0 ? [] : [[file, found.built.length]],
    );
    expect(built.toSorted()).toEqual(BUILT.map(({ file, calls }) => [file, calls]).toSorted());
  });

  it.each(BUILT)('that $file puts together are linear, or of bounded input', async (entry) => {
    const { file, calls, bounded } = entry;
    // A module that was loaded before would make nothing of it again.
    vi.resetModules();
    const made = await putTogether(entry);
    expect(made.size).toBeGreaterThanOrEqual(calls);
    if (bounded !== undefined) {
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(bounded.proof);
      expect(bounded.maxChars ** bounded.degree).toBeLessThan(MAX_STEPS);
      return;
    }
    for (const pattern of made) expect([pattern, verdictOf(pattern)]).toEqual([pattern, fine()]);
  });

  it.each([
    ['a.ts', 'const a = /(a+)+$/;'],
    ['a.tsx', 'const b = <b>{text.replace(/(a+)+$/, "")}</b>;'],
    ['a.ts', 'const c = new RegExp("(a+)+$");'],
    ['a.php', "<?php preg_match( '/(a+)+$/D', $text );"],
    ['a.php', "<?php $patterns = array( '#(a+)+$#' => 1 );"],
  ])('would be noticed in %s: %s', (path, text) => {
    const [found] = findPatterns(path, text).patterns;
    expect(found).toMatchObject({ source: '(a+)+$' });
    expect(judge(written(found ?? { source: '', flags: '' }))).toMatch(/^exponential/);
  });
});

const fine = () => expect.stringMatching(new RegExp(`^(?:${FINE.join('|')})$`));
