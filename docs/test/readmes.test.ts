// The two texts by which people meet the project: its repository's, and that of its package, which npm shows without the repository.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linksOf } from '../tools/links.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const readme = read('README.md');

describe('the README of the repository', () => {
  it('shows a film, and a still picture to readers who want no motion', () => {
    const [, still = ''] =
      /<source media="\(prefers-reduced-motion: reduce\)" srcset="([^"]+)">/.exec(readme) ?? [];
    const [, film = ''] = /<img src="([^"]+\.webp)"/.exec(readme) ?? [];
    expect(still && existsSync(join(ROOT, still))).toBe(true);
    expect(film && existsSync(join(ROOT, film))).toBe(true);
    expect(statSync(join(ROOT, film)).size).toBeLessThan(600_000);
    // An extended WebP file with the flag of an animation.
    const bytes = readFileSync(join(ROOT, film));
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
    expect((bytes[20] ?? 0) & 2).toBe(2);
  });

  it('says in one sentence what it is, then shows it, then the tag, then the commands', () => {
    const [title, sentence = '', ...rest] = readme.split('\n\n');
    expect(title).toBe('# Bellhop');
    expect(sentence.match(/[.!?](?:\s|$)/g)).toHaveLength(1);
    const order = ['<picture>', '```html', '```sh', '## Where to go', '## Contributing'];
    const places = order.map((part) => rest.join('\n\n').indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('the README of the package', () => {
  const text = read('scripts/release/npm-readme.md');

  it('needs nothing of the repository: no picture, no file, no command of it', () => {
    expect(linksOf(text).filter(({ href }) => !href.startsWith('https:'))).toEqual([]);
    expect(text).not.toMatch(/<img|<picture|npm (?:start|run|test)\b/);
  });

  it('names every entry of the package, and no other', () => {
    const { exports } = createRequire(import.meta.url)(join(ROOT, 'package.json')) as {
      exports: Record<string, unknown>;
    };
    const entries = Object.keys(exports)
      .filter((name) => /^\.(?:\/[a-z]+)?$/.test(name))
      .map((name) => name.replace('.', 'bellhop'));
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
    expect(named.map(([, name]) => name).sort()).toEqual(entries.sort());
  });
});
