// Every promise of SECURITY.md must have a row that names tests, and every test that a row names must exist.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const promised = /## What is promised([\s\S]*?)\n## /.exec(page)?.[1] ?? '';

const promises = [...promised.matchAll(/^- \*\*(.+?)\.?\*\*/gm)].map(([, name = '']) => name);
const rows = [...promised.matchAll(/^\| (?!promise|---)(.+?) \| (.+) \|$/gm)].map(
  ([, name = '', held = '']) => ({ name, held }),
);
const filesOf = (held: string): string[] =>
  [...held.matchAll(/`((?:wordpress\/tests|(?:src\/|gateway\/)?test)\/[^`]+)`/g)].map(
    ([, file = '']) => file,
  );

describe('SECURITY.md', () => {
  it('says by which tests each of its promises is held', () => {
    expect(promises.length).toBeGreaterThan(9);
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
    const tests = readFileSync(join(ROOT, 'test/browser/security.test.ts'), 'utf8');
    expect(tests).toContain('recommendedPolicy(');
    expect(page).toMatch(/```csp\nscript-src 'nonce-…';\n[\s\S]*?trusted-types bellhop\n```/);
  });

  it('has what somebody who finds a fault must know', () => {
    for (const heading of [
      'Reporting',
      'Who might do harm',
      'Content Security Policy',
      'Pinning a version',
      'What is not promised',
    ]) {
      expect(page).toContain(`## ${heading}\n`);
    }
    expect(page).toContain('The host page is trusted.');
    expect(page).toMatch(/integrity="sha384-/);
    expect(page).toContain('dist/integrity.json');
  });
});
