// `npm run bench -- peers`: Bellhop beside other chats, in one run on one machine; writes bench/results.md.
//   node bench/peers/main.ts [--runs N] [--long] [--only GROUP,…] [--chats NAME,…] | --page
// With --only the other groups keep the figures of an earlier run, each with its own date; with --chats the
// other chats' cells say that they were not measured.
// --page measures nothing and writes the page anew from the data, after a change of its words.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { CONTESTANTS } from './contestants.ts';
import { GROUPS } from './groups.ts';
import { formatResults, type Results } from './results.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DATA = join(import.meta.dirname, 'results.json');
const PAGE = join(ROOT, 'bench/results.md');

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    only: { type: 'string' },
    chats: { type: 'string' },
    long: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});
if (values.page) {
  writeFileSync(PAGE, formatResults(JSON.parse(readFileSync(DATA, 'utf8')), GROUPS));
  process.exit();
}
const only = values.only?.split(',') ?? GROUPS.map(({ name }) => name);
const chats = values.chats?.split(',') ?? null;
for (const [named, known] of [
  [only, GROUPS.map(({ name }) => name)],
  [chats ?? [], CONTESTANTS.map(({ id }) => id as string)],
] as const) {
  for (const name of named) {
    if (known.includes(name)) continue;
    console.error(`There is no “${name}”. There are: ${known.join(', ')}.`);
    process.exit(1);
  }
}

const built = process.env.BELLHOP_DIST === undefined ? mkdtempSync(join(tmpdir(), 'bellhop-')) : '';
if (built !== '') {
  process.env.BELLHOP_DIST = built;
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--only=drop-in'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
// Reads BELLHOP_DIST when it is loaded.
const { chosen, openStage } = await import('./stage.ts');

const browser = await launchBrowser({ isWhole: true });
const stage = await openStage(browser);
const kept = (): Results['groups'] =>
  existsSync(DATA) ? (JSON.parse(readFileSync(DATA, 'utf8')) as Results).groups : {};
const measured: Results['groups'] = {};
const results: Results = {
  browser: `Chromium ${browser.version()}`,
  machine: `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
  versions: Object.fromEntries(
    CONTESTANTS.flatMap(({ id, package: name }) => (name === null ? [] : [[id, versionOf(name)]])),
  ),
  groups: measured,
};
try {
  for (const { name, run } of GROUPS) {
    if (!only.includes(name)) continue;
    const startedAt = performance.now();
    const rows = await run({
      stage,
      contestants: chosen(chats),
      runs: Math.max(1, Number(values.runs) || 1),
      isLong: values.long,
    }).catch((error: unknown) => {
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
      return null;
    });
    if (rows === null) continue;
    const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    measured[name] = { rows, at, load: loadavg()[0] ?? 0 };
    console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    write();
  }
} finally {
  await stage.close();
  await browser.close();
  if (built !== '') rmSync(built, { recursive: true, force: true });
}
console.log(
  formatResults(
    results,
    GROUPS.filter(({ name }) => only.includes(name)),
  ),
);

/** After each group, so that a run that is ended early leaves what it has. */
function write(): void {
  const all: Results = { ...results, groups: { ...kept(), ...measured } };
  writeFileSync(DATA, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(PAGE, formatResults(all, GROUPS));
}

function versionOf(name: string): string {
  const file = join(import.meta.dirname, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
