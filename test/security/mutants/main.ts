// `npm run attacks:mutants`: the walls that SECURITY.md promises, each taken out alone in a copy of the sources. The test
// that stands for it must fail there, or its attack get through; a mutant that survives is a wall that nothing leans on.
//   --only TEXT: those whose name has it   --list: names alone

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../../browser/support/browser.ts';
import { ATTACKS } from '../attacks/index.ts';
import { AIMS } from './aim.ts';
import { APPS } from './apps.ts';
import { CALLS } from './calls.ts';
import { CARDS } from './cards.ts';
import type { Mutant, Wall } from './mutant.ts';
import { PAGES } from './page.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PARTS = [
  'src',
  'scripts',
  'test',
  'public',
  'gateway',
  'wordpress',
  'demo',
  'desk',
  'vite.config.ts',
  'package.json',
  'LICENSE',
];
const PATIENCE_SECONDS = 20;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, list: { type: 'boolean', default: false } },
});
const mutants = [...CALLS, ...CARDS, ...AIMS, ...PAGES, ...APPS].filter(({ name }) =>
  name.includes(values.only),
);
if (values.list) for (const { name } of mutants) console.log(name);
else await tryAll();

async function tryAll(): Promise<void> {
  const rows: { mutant: string; result: string }[] = [];
  for (const mutant of mutants) {
    const folder = mkdtempSync(join(tmpdir(), 'bellhop-mutant-'));
    let result: string;
    try {
      copyWithout(mutant, folder);
      const seen = 'test' in mutant ? failTest(folder, mutant) : await play(folder, mutant.attack);
      result = seen === null ? 'SURVIVED' : `caught: ${seen}`;
    } catch (error) {
      result = `BROKE: ${error}`;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.log(`${mutant.name}: ${result}`);
    rows.push({ mutant: mutant.name, result: result.slice(0, 80) });
  }
  console.table(rows);
  process.exitCode = rows.some(({ result }) => !result.startsWith('caught')) ? 1 : 0;
}

function copyWithout({ more = [], ...first }: Wall, folder: string): void {
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, find, replace } of [first, ...more]) {
    const source = readFileSync(join(folder, file), 'utf8');
    if (source.split(find).length !== 2)
      throw new Error(`"${find}" doesn't stand once in ${file}.`);
    const mutated = source.replace(find, () => replace);
    writeFileSync(join(folder, file), mutated);
  }
}

/** How many tests of the file fail; null: none, or it didn't run. */
function failTest(
  folder: string,
  { test, title }: Extract<Mutant, { test: string }>,
): string | null {
  if (test.startsWith('test/browser/')) build(folder);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status, stdout } = spawnSync(
    process.execPath,
    [vitest, 'run', test, ...(title === undefined ? [] : ['-t', title])],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  const counts = /Tests\s+(.*)/.exec(stdout)?.[1];
  if (counts === undefined) throw new Error(stdout.slice(-500));
  return status !== 0 && counts.includes('failed') ? counts : null;
}

/** What the attack achieves on a build of it; null: nothing. */
async function play(folder: string, part: string): Promise<string | null> {
  const attack = ATTACKS.find(({ name }) => name.includes(part));
  if (attack === undefined) throw new Error(`No attack is called "${part}".`);
  build(folder);
  const browser = await launchBrowser();
  try {
    const dist = join(folder, 'dist');
    const { through } = await attack.play({ dist, browser, patienceSeconds: PATIENCE_SECONDS });
    return through[0] ?? null;
  } finally {
    await browser.close();
  }
}

function build(folder: string): void {
  const built = spawnSync(process.execPath, ['scripts/build.ts', '--only=drop-in'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr.slice(-300));
}
