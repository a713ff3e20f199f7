// The statement on accessibility quotes tests by their titles: each of them must exist.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const tests = ['test/browser', 'test/engines', 'test/gallery', 'src/test/ui', 'src/test/widget']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(ROOT, folder, path), 'utf8')),
  )
  .join('\n');

const statement = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8');
const rows = statement.split('\n').filter((line) => /^\| \d/.test(line));

describe('the statement on accessibility', () => {
  const quoted = rows.flatMap((row) =>
    [...row.matchAll(/“([^”]+)”/g)].map(([, title]) => title ?? ''),
  );

  it.each(quoted)('quotes a test that exists: %s', (title) => {
    expect(tests).toContain(`'${title}'`);
  });

  it('has something to say of each criterion that it lists', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) expect(row.split('|').map((cell) => cell.trim())[3]).not.toBe('');
  });
});
