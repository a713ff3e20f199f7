// Every promise of docs/security must have a row that names tests, and every test that a row names must exist. SECURITY.md says in
// short what is promised, and leads there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const page = read('SECURITY.md');
const tests = read('docs/security/tests.md');

/** Each promise is a section of one of these pages; the last section of some says what isn't promised. */
const PROMISES = ['widget', 'wordpress', 'gateway'].map((name) => `docs/security/${name}.md`);
const promises = PROMISES.flatMap((file) =>
  [...read(file).matchAll(/^## (.+)$/gm)].map(([, name = '']) => name),
).filter((name) => !/^What the .* doesn’t promise$/.test(name));
const rows = [...tests.matchAll(/^\| (?!promise|---)(.+?) \| (.+) \|$/gm)].map(
  ([, name = '', held = '']) => ({ name, held }),
);
const filesOf = (held: string): string[] =>
  [...held.matchAll(/`((?:wordpress\/tests|(?:src\/|gateway\/)?test)\/[^`]+)`/g)].map(
    ([, file = '']) => file,
  );

describe('SECURITY.md', () => {
  it('leads to every promise, and to the tests that hold it', () => {
    for (const file of [...PROMISES, 'docs/security/tests.md']) {
      expect(page).toContain(`](${file})`);
    }
  });

  it('says by which tests each of its promises is held', () => {
    expect(promises.length).toBeGreaterThan(30);
    expect(rows.map(({ name }) => name)).toEqual([...promises, 'The reference gateway']);
    for (const { name, held } of rows) expect(filesOf(held).length, name).toBeGreaterThan(0);
  });

  it.each(rows)('names only tests that are there: $name', ({ held }) => {
    for (const file of filesOf(held)) expect(existsSync(join(ROOT, file)), file).toBe(true);
    // A row names the titles before the file that contains them.
    for (const part of held.split(/(?<=`(?:wordpress\/tests|(?:src\/|gateway\/)?test)\/[^`]+`)/)) {
      const [file = ''] = filesOf(part);
      for (const [, title = ''] of part.matchAll(/"([^"]+)"/g)) {
        expect(readFileSync(join(ROOT, file), 'utf8'), title).toContain(title);
      }
    }
    for (const [, script = ''] of held.matchAll(/`npm run ([\w:]+)`/g)) {
      expect(readFileSync(join(ROOT, 'package.json'), 'utf8')).toContain(`"${script}":`);
    }
  });

  it('recommends the policy under which the pages of its tests stand', () => {
    expect(read('test/browser/security.test.ts')).toContain('recommendedPolicy(');
    expect(page).toMatch(/```csp\nscript-src 'nonce-…';\n[\s\S]*?trusted-types bellhop\n```/);
  });

  it('has what somebody who finds a fault must know', () => {
    for (const heading of [
      'Reporting',
      'What is promised',
      'Content Security Policy',
      'Pinning a version',
      'What is not promised',
    ]) {
      expect(page).toContain(`## ${heading}\n`);
    }
    expect(read('docs/understand/security.md')).toContain('## Who might do harm\n');
    expect(page).toContain('](docs/understand/security.md)');
    expect(page).toContain('The host page is trusted.');
    expect(page).toMatch(/integrity="sha384-/);
    expect(page).toContain('dist/integrity.json');
  });
});
