import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attributeTable } from '../../src/loader/attribute-docs.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const readme = read('README.md');

describe('the list of attributes', () => {
  it('has exactly those that the script reads', () => {
    const [, after = ''] = read('docs/attributes.md').split(/<!-- attributes:.*-->\n/);
    const [table] = after.split('<!-- /attributes -->');
    expect(table?.trim()).toBe(attributeTable().trim());
  });
});

describe('the README', () => {
  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const texts = `${readme}${read('CONTRIBUTING.md')}`;
    const named = [...texts.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name]) => name ?? '');
    const known = new Set([...Object.keys(scripts), 'run', 'create']);
    expect(named.length).toBeGreaterThan(7);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('links only to files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(5);
    for (const path of links) {
      expect(() => readFileSync(join(ROOT, path)), path).not.toThrow();
    }
  });
});
