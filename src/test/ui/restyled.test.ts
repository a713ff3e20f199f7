// What a new block of an answer restyles. A selector whose subject is any element behind another (`* + *`) belongs to
// each element that is put anywhere: the browser then styles all of its parent again, the whole answer with each block.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

describe('the styles of the conversation', () => {
  it('choose nothing by what stands before any element', () => {
    const sheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    );
    expect(sheets.length).toBeGreaterThan(8);
    const found = sheets.flatMap((file) =>
      readFileSync(join(SOURCES, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .split('\n')
        .filter((line) => /[+~] \*/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
