// The lock files: `npm ci` refuses one that lacks a package which another of its packages asks for, optional ones of other
// platforms included. npm writes such a lock without a word where a registry lacks some of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Packages = Readonly<Record<string, Locked>>;

/** Where Node would look for a package, from the nearest folder outwards. */
function* placesOf(name: string, from: string): Generator<string> {
  for (let folder = from; ; ) {
    yield `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (folder === '') return;
    const at = folder.lastIndexOf('/node_modules/');
    folder = at < 0 ? '' : folder.slice(0, at);
  }
}

function missingIn(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => ![...placesOf(name, path)].some((place) => place in packages))
      .map((name) => `${path} asks for ${name}`),
  );
}

describe('a lock file', () => {
  it.each(['package-lock.json', 'docs/package-lock.json'])(
    'has every package that its packages ask for, those of other platforms too: %s',
    (file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const { packages } = JSON.parse(text) as { packages: Packages };
      expect(Object.keys(packages).length).toBeGreaterThan(100);
      expect(missingIn(packages)).toEqual([]);
      // The address of whatever registry or mirror made it is nobody else's business.
      expect(text).not.toContain('"resolved": "http');
    },
  );

  it('is noticed where a package of another platform is missing', () => {
    const packages: Packages = {
      '': { dependencies: { search: '1' } },
      'node_modules/search': { optionalDependencies: { 'search-mac': '1', 'search-linux': '1' } },
      'node_modules/search-linux': {},
    };
    expect(missingIn(packages)).toEqual(['node_modules/search asks for search-mac']);
  });
});
