// Each mutant takes out a line that is still there. One that has gone with a change would break its run, or prove nothing.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS, SANITISER_MUTANTS, WIDGET_MUTANTS } from '../payloads/mutants.ts';
import { AIMS } from '../security/mutants/aim.ts';
import { CALLS } from '../security/mutants/calls.ts';
import { CARDS } from '../security/mutants/cards.ts';
import { PAGES } from '../security/mutants/page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('a mutant', () => {
  it.each([...MUTANTS, ...SANITISER_MUTANTS, ...WIDGET_MUTANTS])(
    'of hostile text fits the sources: $name',
    ({ file, from, also = [] }) => {
      const found = sources.filter((path) => path.endsWith(file));
      expect(found, `${file} names one file`).toHaveLength(1);
      const source = read(join('src', found[0] ?? ''));
      for (const edit of [{ from }, ...also]) expect(source).toContain(edit.from);
    },
  );

  it.each([...CALLS, ...CARDS, ...AIMS, ...PAGES])(
    'of an attack takes out one place, and names what must notice: $name',
    (mutant) => {
      expect(read(mutant.file).split(mutant.find)).toHaveLength(2);
      if ('test' in mutant) expect(read(mutant.test)).not.toBe('');
    },
  );
});
