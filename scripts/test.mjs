// Runs suites of tests from a bare clone, one after the other, each also where an earlier one failed:
//   node scripts/test.mjs              the inner ring: `npm test`
//   node scripts/test.mjs --all        every suite: `npm run test:all`
//   node scripts/test.mjs --third      one third of the outer ring, the next with each commit; `--third 2` names one.
//                                      Beside a change (CI=true) it reports and holds up nothing: see docs/contributing/suites.md
//   node scripts/test.mjs --only NAME  the suites whose name has NAME in it
// A vitest test that fails is played a second time; one that passes then is named at the end as unsteady, since either
// it or the product leaves something to chance.
// Suites that draw lots print their seed, and their report names the command that plays it again.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureBrowser,
  ensureEngines,
  ensureHeadlessShell,
  ensureLibraries,
  ensurePackages,
  ensureServers,
  entry,
  nodePath,
  ROOT,
  SetupError,
  scriptEnv,
} from './setup.mjs';
import { SUITES } from './suites.mjs';

const REPORTS = join(ROOT, 'node_modules', '.cache', 'bellhop-test');

/** Beside a change a suite of the outer ring is ended after this long, and counts as failed: CI has a limit of its own. */
const OUTER_LIMIT_MS = 15 * 60_000;
const limitOf = ({ ring }) =>
  process.env.CI === 'true' && ring !== 'inner' ? { timeout: OUTER_LIMIT_MS } : {};

await entry(async () => {
  const suites = chosenSuites(process.argv.slice(2));
  ensurePackages();
  if (suites.some(({ needsServers }) => needsServers)) ensureServers();
  if (suites.some(({ needsEngines }) => needsEngines)) ensureEngines();
  if (suites.some(({ needsLibraries }) => needsLibraries)) ensureLibraries();
  const env = scriptEnv({ CHROME_PATH: ensureBrowser() });
  ensureHeadlessShell();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const total = { passed: 0, failed: 0, skipped: 0 };
  const table = [];
  const broken = [];
  const unsteady = [];
  for (const suite of suites) {
    console.log(`\n== ${suite.name}`);
    const startedAt = performance.now();
    const {
      names = [],
      again = [],
      ...counts
    } = suite.run.vitest ? runVitest(suite, env) : runCommand(suite, env);
    if (counts.failed > 0) broken.push(suite.name, ...names.map((name) => `  ${name}`));
    if (again.length > 0) unsteady.push(suite.name, ...again.map((name) => `  ${name}`));
    for (const key of Object.keys(total)) total[key] += counts[key];
    if (suite.prints) {
      spawnSync(nodePath(), [suite.prints], { cwd: ROOT, stdio: 'inherit', env });
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    table.push({ suite: suite.name, ...counts, seconds });
  }
  console.log('');
  console.table(table);
  if (unsteady.length > 0)
    console.log(`Unsteady, passed at the second try:\n${unsteady.join('\n')}`);
  // Last, where whoever sees only the end of a long output finds it.
  if (broken.length > 0) console.log(`Failed:\n${broken.join('\n')}`);
  if (process.argv.includes('--third') && process.env.CI === 'true') {
    const verdict = broken.length === 0 ? 'all good' : 'look at what failed';
    console.log(`Outer ring, ${table.length} suites: ${verdict}. Seeds stand above.`);
    return;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

function chosenSuites([flag, value]) {
  const inRing = (...rings) => SUITES.filter(({ ring }) => rings.includes(ring));
  if (flag === undefined) return inRing('inner');
  if (flag === '--all') return SUITES;
  if (flag === '--third') {
    const third = value === undefined ? nextThird() : Number(value);
    if (![1, 2, 3].includes(third)) {
      throw new SetupError(`--third ${value} is none of 1, 2 and 3.`);
    }
    const suites = inRing(third);
    const names = suites.map(({ name }) => name).join(', ');
    console.log(
      `Third ${third} of the outer ring: ${names}. Again: npm run test:third -- ${third}`,
    );
    return withBuild(suites);
  }
  if (flag === '--only' && value !== undefined) {
    const suites = SUITES.filter(({ name }) => name.includes(value));
    if (suites.length > 0) return withBuild(suites);
    const names = SUITES.map(({ name }) => `"${name}"`).join(', ');
    throw new SetupError(`No suite is named like "${value}". There are ${names}.`);
  }
  throw new SetupError(`${flag} is unknown. Use --all, --third [1|2|3] or --only NAME.`);
}

/** What stands behind the build in the list looks at dist/, which may be missing or of another checkout: built first. */
function withBuild(suites) {
  const at = SUITES.findIndex(({ name }) => name === 'build');
  const looksAtDist = suites.some((suite) => SUITES.indexOf(suite) > at);
  return looksAtDist && !suites.includes(SUITES[at]) ? [SUITES[at], ...suites] : suites;
}

/** Each commit meets the third after that of its parent, so three in a row meet all of the outer ring. */
function nextThird() {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return (Number(stdout) % 3) + 1;
}

function runCommand(suite, env) {
  const { bin, script } = suite.run;
  const [command, ...args] = bin
    ? [join(ROOT, 'node_modules', '.bin', bin[0]), ...bin.slice(1)]
    : [nodePath(), ...script];
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env,
    ...limitOf(suite),
  });
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function runVitest(suite, env) {
  const { name, ring, run } = suite;
  const report = join(REPORTS, `${name.replaceAll(' ', '-')}.json`);
  const args = [
    'run',
    ...run.vitest,
    `--tags-filter=${ring === 'inner' ? '!outer' : 'outer'}`,
    '--retry=1',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'vitest'), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env,
    ...limitOf(suite),
  });
  const counts = { passed: 0, failed: 0, skipped: 0, names: [], again: [] };
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { status: how, tags, fullName, failureMessages } of testResults.flatMap(
      (file) => file.assertionResults,
    )) {
      const isOfThisRing = tags.includes('outer') === (ring !== 'inner');
      const why = `${fullName}: ${String(failureMessages?.[0]).split('\n')[0]}`;
      if (how === 'passed') {
        counts.passed++;
        // What a test said at its first try stays in the report.
        if (failureMessages?.length > 0) counts.again.push(why);
      } else if (how === 'failed') {
        counts.failed++;
        counts.names.push(why);
      }
      // What the other ring plays counts there.
      else if (isOfThisRing) counts.skipped++;
    }
    for (const { name, status: how, message } of testResults) {
      if (how === 'failed' && message) counts.names.push(`${name}: ${message.split('\n')[0]}`);
    }
  } catch {
    // No report: vitest itself broke, which its status tells.
  }
  // A file that can't be loaded, or an unhandled error, fails the run without failing a test.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}
