import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { SUITES } from '../../scripts/suites.mjs';

interface Suite {
  name: string;
  ring: 'inner' | 1 | 2 | 3;
  proves: string;
  takes: string;
}

const ROOT = join(import.meta.dirname, '../..');

describe('the suites', () => {
  it('stand in docs/contributing/suites.md as the runner has them: what each proves, how long it takes, when it runs', () => {
    const when = (ring: Suite['ring']) => (ring === 'inner' ? 'each change' : `third ${ring}`);
    const rows = (SUITES as Suite[]).map(
      ({ name, ring, proves, takes }) => `| ${name} | ${when(ring)} | ${takes} | ${proves} |`,
    );
    const [, table] =
      /<!-- suites: [^>]*-->\n([\s\S]*?)<!-- \/suites -->/.exec(
        readFileSync(join(ROOT, 'docs/contributing/suites.md'), 'utf8'),
      ) ?? [];
    expect(table?.trim().split('\n').slice(2)).toEqual(rows);
  });

  it('have names of their own', () => {
    const names = (SUITES as Suite[]).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
