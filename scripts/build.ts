// `npm run build`: everything in dist/, one step after the other. A step is a name and a function.

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDesk } from './build/desk.ts';
import { buildDropIn } from './build/drop-in.ts';
import { writeIntegrity } from './build/integrity.ts';
import { buildNpm } from './build/npm.ts';
import { DIST, ROOT } from './build/paths.ts';
import { buildWordPressZip } from './build/wordpress-zip.ts';

/** `--directory`: the WordPress plugin as WordPress's plugin directory takes it. */
const isForDirectory = process.argv.includes('--directory');

const STEPS: readonly { name: string; run: () => void | Promise<void> }[] = [
  { name: 'an empty dist', run: emptyDist },
  { name: 'bellhop.js and its chunks', run: () => buildDropIn() },
  { name: 'the npm package', run: buildNpm },
  { name: 'the desk', run: () => buildDesk() },
  { name: 'public files', run: copyPublic },
  { name: 'the WordPress plugin', run: () => buildWordPressZip({ isForDirectory }) },
  // Last: it covers all that the other steps have made.
  { name: 'integrity.json', run: () => writeIntegrity(DIST) },
];

/** `--only=drop-in` leaves out what takes long and the page doesn't need. */
const isQuick = process.argv.includes('--only=drop-in');

for (const { name, run } of STEPS) {
  if (isQuick && run === buildNpm) continue;
  const startedAt = performance.now();
  await run();
  console.log(`built ${name} (${Math.round(performance.now() - startedAt)} ms)`);
}

function emptyDist(): void {
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST, { recursive: true });
}

function copyPublic(): void {
  const from = join(ROOT, 'public');
  if (existsSync(from)) cpSync(from, DIST, { recursive: true });
}
