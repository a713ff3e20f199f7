// SPEC.md and the tests name the same behaviours.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ID = /\[([A-Z]{2}\d+)\]/g;
const idsOf = (text: string): string[] => [...text.matchAll(ID)].map((match) => match[1] ?? '');

describe('the specification of the session room', () => {
  const spec = readFileSync('src/session/SPEC.md', 'utf8');
  const promised = idsOf(spec);
  const tested = readdirSync('src/test/session')
    .filter((name) => name.endsWith('.test.ts') && name !== 'spec.test.ts')
    .flatMap((name) => {
      const titles = readFileSync(`src/test/session/${name}`, 'utf8').matchAll(
        /\bit(?:\.each\([\s\S]*?\))?\(\s*['"`](.*)/g,
      );
      return [...titles].flatMap((title) => idsOf(title[1] ?? ''));
    });

  it('names each behaviour once', () => {
    expect(promised.length).toBe(new Set(promised).size);
  });

  it('has a test for each behaviour', () => {
    expect(promised.filter((id) => !tested.includes(id))).toEqual([]);
  });

  it('knows each behaviour that a test quotes', () => {
    expect(tested.filter((id) => !promised.includes(id))).toEqual([]);
  });
});
