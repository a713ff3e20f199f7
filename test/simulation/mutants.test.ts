// `npm run simulate -- --mutants` plays the mutants; this test, in each run, only checks that the source still contains
// the text that each mutant changes.

import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { placeOf } from './try-mutants.ts';

describe('a mutant of the client', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    '"%s" finds what it breaks',
    (_, { find, replace, also = [] }) => {
      for (const edit of [{ find, replace }, ...also]) {
        expect(placeOf(edit.find, 'src')).not.toBeNull();
        expect(edit.replace).not.toBe(edit.find);
      }
    },
  );
});
