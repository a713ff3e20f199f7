import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['test', 'src/test', 'desk/test', 'demo/test', 'docs/test', 'gateway/test'];

/** Finds a time limit of a test or a hook, after its body, or of all tests of a file. */
const OWN_LIMIT = /^\s*\}, \d+(_000)+\);$|testTimeout|hookTimeout/m;

it('no test has a time limit of its own: on a busy machine it would be about speed', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const itself = join('test', 'house', 'patience.test.ts');
  const limited = files.filter(
    (name) => name !== itself && OWN_LIMIT.test(readFileSync(join(ROOT, name), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(limited).toEqual([]);
});
