// The lock files: `npm ci` refuses one that lacks a package which another of its packages asks for, optional ones of other
// platforms included. npm writes such a lock without a word where a registry lacks some of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { isNewEnough, OLDEST_NODE } from '../../scripts/setup.mjs';

const ROOT = join(import.meta.dirname, '../..');

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  engines?: { node?: string };
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
  it.each([
    'package-lock.json',
    'docs/package-lock.json',
    'test/pages/package-lock.json',
    'test/app-servers/package-lock.json',
  ])('has every package that its packages ask for, those of other platforms too: %s', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Packages };
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(missingIn(packages)).toEqual([]);
    // The address of whatever registry or mirror made it is nobody else's business.
    expect(text).not.toContain('"resolved": "http');
  });

  it('is noticed where a package of another platform is missing', () => {
    const packages: Packages = {
      '': { dependencies: { search: '1' } },
      'node_modules/search': { optionalDependencies: { 'search-mac': '1', 'search-linux': '1' } },
      'node_modules/search-linux': {},
    };
    expect(missingIn(packages)).toEqual(['node_modules/search asks for search-mac']);
  });
});

/** The packages that come with one, by their places. */
function broughtBy(packages: Packages, path: string, found = new Set<string>()): Set<string> {
  for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
    const place = [...placesOf(name, path)].find((one) => one in packages);
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    broughtBy(packages, place, found);
  }
  return found;
}

/** Of a range such as `^22.12.0 || >=24`. */
function takes(range: string, version: string): boolean {
  const number = (text = '') =>
    text
      .split('.')
      .reduce((sum, part, at) => sum + (Number.parseInt(part, 10) || 0) * 1e3 ** (2 - at), 0);
  return range.split('||').some((all) =>
    [...all.matchAll(/(>=|\^|<)\s*(\d[\d.]*)/g)].every(([, sign, than = '']) => {
      if (sign === '<') return number(version) < number(than);
      const isMajor = sign === '>=' || version.split('.')[0] === than.split('.')[0];
      return isMajor && number(version) >= number(than);
    }),
  );
}

describe('the oldest Node', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Packages;
  };

  it('that the gateway is said to need is one that each of its packages takes', () => {
    const all = [...broughtBy(packages, 'gateway')];
    expect(all.length).toBeGreaterThan(50);
    const refuses = all.filter((path) => !takes(packages[path]?.engines?.node ?? '', OLDEST_NODE));
    expect(refuses).toEqual([]);
    expect(takes('>=22.19.0', '22.18.0')).toBe(false);
    expect(takes('^22.12.0 || >=24', '23.9.0')).toBe(false);
  });

  it.each(['docs/start/plain-page.md', 'gateway/deploy/README.md', 'CHANGELOG.md'])(
    'stands in %s as it is',
    (file) => {
      expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(
        new RegExp(`\\bNode ${OLDEST_NODE.replace('.0', '')} or later`),
      );
    },
  );

  it.each([
    ['20.19.0', false],
    ['22.18.0', false],
    ['22.19.0', true],
    // Type stripping still needed a flag.
    ['23.5.0', false],
    ['23.6.0', true],
    ['24.0.0', true],
  ])('starts the gateway where no other came with the packages: %s is %s', (version, is) => {
    expect(isNewEnough(version)).toBe(is);
  });
});
