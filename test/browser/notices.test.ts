// Whatever is shipped says whose code it holds. What must be said is told by the source's own imports, not by the build.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DIST } from './support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'THIRD-PARTY-NOTICES.txt';
const PACKAGE = /^(?:@[\w.-]+\/)?[\w.-]+/;

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
}
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as Manifest;

/** What src/ imports from packages, and what those need at run time, but for what a page brings itself. */
function importedPackages(): Set<string> {
  const found = new Set<string>();
  const brought = Object.keys(
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).peerDependencies,
  );
  const take = (name: string): void => {
    // A peer of one entry alone, and part of every other.
    const isPart = name === '@preact/signals-core';
    if (found.has(name) || (brought.includes(name) && !isPart)) return;
    found.add(name);
    for (const needed of Object.keys(manifestOf(name).dependencies ?? {})) take(needed);
  };
  for (const path of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || path.startsWith('test/')) continue;
    const text = readFileSync(join(ROOT, 'src', path), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'";]*\sfrom\s+)?'([^.'][^']*)'/gm,
    )) {
      take(PACKAGE.exec(name)?.[0] ?? name);
    }
  }
  return found;
}

const zip = (): string => {
  const files = unzipSync(readFileSync(join(DIST, 'bellhop-wordpress.zip')));
  return Buffer.from(files[`bellhop/${NAME}`] ?? []).toString('utf8');
};
const ARTEFACTS: [string, () => string][] = [
  ['the drop-in script', () => readFileSync(join(DIST, NAME), 'utf8')],
  ['the npm package', () => readFileSync(join(DIST, 'npm', NAME), 'utf8')],
  ['the WordPress plugin', zip],
];

describe.each(ARTEFACTS)('%s', (_what, read) => {
  const packages = [...importedPackages()].sort();

  it.each(packages)('comes with the notice of %s, in the version that is bundled', (name) => {
    expect(read()).toContain(`\n${name} ${manifestOf(name).version}\nLicence: `);
  });

  it('comes with the words of each licence, in one order, and nothing of the machine that built it', () => {
    const text = read();
    for (const name of packages) {
      const folder = join(ROOT, 'node_modules', name);
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      if (licence === undefined) continue;
      const words = readFileSync(join(folder, licence), 'utf8').replaceAll('\r', '').trim();
      const [first = ''] = words.split('\n');
      expect(text, name).toContain(first.trimEnd());
      expect(text, name).toContain(words.split('\n').at(-1)?.trimEnd());
    }
    const names = [...text.matchAll(/^=+\n(.+)\n/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /^\S+ \d+\.\d+\.\d+/.test(name));
    expect(names.length).toBeGreaterThanOrEqual(packages.length);
    expect(names).toEqual([...names].sort());
    expect(text).not.toContain(ROOT);
    expect(text).not.toContain('node_modules');
  });
});

it('no library is in the bundle that src/ does not import', () => {
  expect(importedPackages().size).toBeGreaterThanOrEqual(6);
  expect(existsSync(join(DIST, NAME))).toBe(true);
  const bundled = [...readFileSync(join(DIST, NAME), 'utf8').matchAll(/^=+\n(\S+) \d/gm)];
  const names = bundled.map(([, name = '']) => name).filter((name) => name !== 'rolldown');
  expect(names.filter((name) => !importedPackages().has(name))).toEqual([]);
});
