// `npm run bench`: all benchmarks in one run on one machine, as one table. See README.md in this folder.
//   node bench/main.ts [--runs N] [--only NAME,…] [NAME…]
// The gateway's own take long and are measured when they are named: `npm run bench -- gateway`. So are the desk's: `-- desk`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../test/browser/support/browser.ts';
import { benchDesk } from './desk.ts';
import { benchGateway } from './gateway.ts';
import type { BenchRow } from './row.ts';
import { formatTable } from './table.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const runs = Math.max(1, Number(values.runs) || 1);
const named = [...(values.only?.split(',') ?? []), ...positionals];
const only = named.length === 0 ? undefined : named;

const rows: BenchRow[] = [];
if (only?.includes('gateway')) rows.push(...(await benchGateway()));
if (only?.includes('desk')) rows.push(...(await benchDesk(runs)));
const isNamed = (name: string) => name !== 'gateway' && name !== 'desk';
if (only === undefined || only.some(isNamed)) await benchWidget();
console.log(formatTable(rows));
const missed = rows.filter(({ isMet }) => !isMet).length;
console.log(`\n${rows.length} rows, ${missed} of them not met.`);

async function benchWidget(): Promise<void> {
  // Built here and now, so that no older dist/ is measured and none in use is disturbed.
  const built =
    process.env.BELLHOP_DIST === undefined ? mkdtempSync(join(tmpdir(), 'bellhop-')) : '';
  if (built !== '') {
    process.env.BELLHOP_DIST = built;
    execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--only=drop-in'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  // Reads BELLHOP_DIST when it is loaded.
  const { createRig } = await import('./rig/rig.ts');
  const { GROUPS } = await import('./groups.ts');
  const { startIdlers } = await import('./requests.ts');

  const browser = await launchBrowser({ isWhole: true });
  const rig = await createRig(browser);
  try {
    const idlers = only === undefined || only.includes('idle') ? await startIdlers(rig) : null;
    for (const { name, run } of GROUPS) {
      if (only !== undefined && !only.includes(name)) continue;
      const startedAt = performance.now();
      const found = await run(rig, runs);
      const took = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.error(`${name}: ${found.length} rows in ${took} s`);
      rows.push(...found);
    }
    if (idlers !== null) rows.push(...(await idlers.rows()));
  } finally {
    await rig.close();
    await browser.close();
    if (built !== '') rmSync(built, { recursive: true, force: true });
  }
}
