// npm run properties [-- --seed S]: every random test, with fresh cases and all of them.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, scriptEnv } from './setup.mjs';

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
const seed = values.seed ?? String(randomInt(2 ** 31));

const isRandom = (path) => readFileSync(join(ROOT, path), 'utf8').includes("from 'fast-check'");
const FOLDERS = ['test', ...['src', 'gateway', 'desk', 'demo'].map((product) => `${product}/test`)];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map((path) => join(folder, path)),
).filter((path) => /\.test\.tsx?$/.test(path) && isRandom(path));

console.log(`Random tests in ${files.length} files, seed ${seed}.`);
const { status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
  env: scriptEnv({ PROPERTY_SEED: seed }),
});
if (status !== 0) console.log(`Again: npm run properties -- --seed ${seed}`);
process.exitCode = status ?? 1;
