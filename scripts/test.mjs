// Everything that must hold before a change lands, from a bare clone: format and lint, types, unit and component tests,
// the fault simulation, build, size, browser tests, gallery. Each step runs even if an earlier one failed.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensurePackages, entry, nodePath, ROOT, scriptEnv } from './setup.mjs';

const REPORTS = join(ROOT, 'node_modules', '.cache', 'bellhop-test');

await entry(async () => {
  ensurePackages();
  const env = scriptEnv({ CHROME_PATH: ensureBrowser() });
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const node = nodePath();
  const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
  const steps = [
    { name: 'format and lint', command: [bin('biome'), 'ci', '.'] },
    { name: 'types', command: [bin('tsc')] },
    { name: 'unit and component tests', vitest: ['--project', 'unit', '--project', 'component'] },
    { name: 'fault simulation', vitest: ['--project', 'simulation'] },
    { name: 'build', command: [node, 'scripts/build.ts'] },
    { name: 'size', command: [node, 'scripts/bytes.ts'] },
    { name: 'browser tests', vitest: ['--project', 'browser'] },
    { name: 'gallery', command: [node, 'demo/gallery/check.ts', '--slice'] },
  ];

  const total = { passed: 0, failed: 0, skipped: 0 };
  const table = [];
  for (const step of steps) {
    console.log(`\n== ${step.name}`);
    const startedAt = performance.now();
    const counts = step.vitest ? runVitest(step, env) : runCommand(step.command, env);
    for (const key of Object.keys(total)) total[key] += counts[key];
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    table.push({ step: step.name, ...counts, seconds });
  }
  console.log('');
  console.table(table);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

function runCommand([command, ...args], env) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env });
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function runVitest(step, env) {
  const report = join(REPORTS, `${step.name.replaceAll(' ', '-')}.json`);
  const args = [
    'run',
    ...step.vitest,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'vitest'), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    counts = {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch {
    // No report: vitest itself broke, which its status tells.
  }
  // A file that can't be loaded, or an unhandled error, fails the run without failing a test.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}
