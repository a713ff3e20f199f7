// docs/poor.md names for each row what plays it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GROUPS } from '../../bench/groups.ts';

const ROOT = join(import.meta.dirname, '../..');
const POOR = join(ROOT, 'test/browser/poor');
const rows = readFileSync(join(ROOT, 'docs/poor.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| **'))
  .map((line) => line.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '');

it('each row of docs/poor.md names a test or a benchmark that is there, and each test has a row', () => {
  const lost = rows.filter((cell) => {
    const [, link] = /\]\(\.\.\/(.+)\)/.exec(cell) ?? [];
    if (link !== undefined) return !existsSync(join(ROOT, link));
    const [, bench] = /^`npm run bench -- (.+)`$/.exec(cell) ?? [];
    if (bench !== undefined) return !GROUPS.some(({ name }) => name === bench);
    return !existsSync(join(POOR, `${cell.replaceAll('`', '')}.test.ts`));
  });
  expect(lost).toEqual([]);
  expect(rows.length).toBeGreaterThan(10);
  const tests = readdirSync(POOR).filter((name) => name.endsWith('.test.ts'));
  for (const name of tests) expect(rows).toContain(`\`${name.replace('.test.ts', '')}\``);
});
