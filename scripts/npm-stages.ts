// What a visitor downloads of a page that was made with the npm package: the files of dist/npm as a bundler takes them over, with all
// that they import, as Brotli 11. Knows no budget.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NPM } from './build/paths.ts';
import { compress, type MeasuredStage } from './stages.ts';

/** The parts that each stage adds, by their names; what they import comes with them. */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  'npm: at once': [],
  'npm: until typing': ['widget'],
  'npm: first answer': ['core', 'rows'],
  'npm: first tool': ['tools', 'tool-work'],
};
const STATIC = /(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g;
const LAZY = /\bimport\("(\.[^"]+)"\)/g;

/** Nothing where only the script for pages was built. */
export function measureNpm(): MeasuredStage[] {
  if (!existsSync(NPM)) return [];
  const sizes = new Map<string, number>();
  const lazy = new Set<string>();
  function add(path: string): void {
    if (sizes.has(path)) return;
    // The line that names the map goes when a bundler takes the file over.
    const code = readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
    sizes.set(path, compress(Buffer.from(code)));
    for (const [, to = ''] of code.matchAll(STATIC)) add(join(dirname(path), to));
    for (const [, to = ''] of code.matchAll(LAZY)) lazy.add(join(dirname(path), to));
  }
  add(join(NPM, 'index.js'));
  return Object.entries(STAGES).map(([name, parts]) => {
    for (const part of parts)
      for (const path of [...lazy]) if (new RegExp(`/${part}-\\w+\\.js$`).test(path)) add(path);
    return {
      name,
      files: sizes.size,
      bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    };
  });
}
