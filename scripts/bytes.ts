// What a visitor downloads, of the script and of the npm package, and a person at the desk, stage by stage, as Brotli 11, against bench/budget.json. Ends with 1 where a stage is over
// its limit. `--record` keeps the numbers of now as those to compare with, and half a per cent more as the limits: for a
// commit that says why a stage has grown. `--by-room` tells what each room costs at each stage, `--by-module` what each
// module weighs by itself.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build/paths.ts';
import { measureNpm } from './npm-stages.ts';
import { compress, measureDesk, measureStages } from './stages.ts';

interface Budget {
  /** Bytes; more fails. */
  limit: number;
  /** Bytes to aim at. */
  goal: number;
  /** Bytes when last recorded. */
  recorded: number;
}

/** How much a stage may grow before somebody has to say why. The build is a function of the sources, so it needs no more. */
const ROOM = 0.005;
const BUDGET_FILE = join(ROOT, 'bench/budget.json');
const budgets: Record<string, Budget> = JSON.parse(readFileSync(BUDGET_FILE, 'utf8'));

let isOver = false;
const rows: Record<string, Record<string, string | number>> = {};
const measured = [...(await measureStages()), ...measureNpm(), ...measureDesk()];
for (const { name, files, bytes } of measured) {
  const budget = budgets[name];
  if (budget === undefined) throw new Error(`bench/budget.json says nothing of "${name}".`);
  const change = bytes - budget.recorded;
  rows[name] = {
    files,
    bytes,
    change: change > 0 ? `+${change}` : change,
    limit: budget.limit,
    goal: budget.goal,
    verdict: bytes > budget.limit ? 'OVER' : bytes > budget.goal ? 'above its goal' : 'good',
  };
  if (bytes > budget.limit) isOver = true;
  if (process.argv.includes('--record')) {
    budget.recorded = bytes;
    const limit = Math.floor(bytes * (1 + ROOM));
    // A stage that has reached its goal keeps it.
    budget.limit = bytes > budget.goal ? limit : Math.min(limit, budget.goal);
  }
}
console.table(rows);
if (process.argv.includes('--record')) {
  writeFileSync(BUDGET_FILE, `${JSON.stringify(budgets, null, 2)}\n`);
}
if (isOver) {
  console.error(
    'A stage is over its limit. Make it smaller, or run `npm run size -- --record` and say in the commit why it grew.',
  );
  process.exitCode = 1;
}

if (process.argv.includes('--by-room')) {
  const { printRooms } = await import('./by-room.ts');
  await printRooms((text) => compress(Buffer.from(text)), process.argv.includes('--record'));
}

if (process.argv.includes('--by-module')) {
  const { printModules } = await import('./by-module.ts');
  await printModules((text) => compress(Buffer.from(text)));
}
