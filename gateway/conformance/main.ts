// Checks a running gateway against the interface: npm run conformance -- --base-url URL --admin-key KEY

import { parseArgs } from 'node:util';
import { GROUPS } from './checks/index.ts';
import { formatReport } from './report.ts';
import { runChecks } from './runner.ts';

const USAGE = `Checks a gateway against the interface, rule by rule.

  npm run conformance -- --base-url URL --admin-key KEY [--only TEXT] [--concurrency N] [--list]

  --base-url     the gateway, such as http://localhost:4320
  --admin-key    the operator's key (BELLHOP_ADMIN_KEY), to create sessions, sites and tokens
  --only         only checks whose id contains TEXT, such as "list." or "runs.failures"
  --concurrency  how many checks at once (4)
  --list         print the checks and run none

Checks marked "beyond the interface" try what it doesn't say and a widget relies on, or anyone would want; another
way of doing it is reported and breaks no rule. A check whose scene the operator's calls can't set is skipped: what
they have to do is in gateway/conformance/README.md.

Exits with 1 where a rule is broken, with 2 where the arguments are wrong, nothing answers or nothing can be tried.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      'admin-key': { type: 'string', default: process.env.BELLHOP_ADMIN_KEY ?? '' },
      only: { type: 'string', default: '' },
      concurrency: { type: 'string', default: '4' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only;
  const groups = GROUPS.map(({ name, checks }) => ({
    name,
    checks: checks.filter(({ id }) => id.includes(only)),
  })).filter(({ checks }) => checks.length > 0);

  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.list) {
    for (const { checks } of groups)
      for (const { id, title, isBeyond } of checks)
        console.log(`${id}  ${title}${isBeyond ? ' (beyond the interface)' : ''}`);
    return 0;
  }
  const baseUrl = values['base-url'];
  const adminKey = values['admin-key'];
  const concurrency = Number(values.concurrency);
  if (baseUrl === undefined || !URL.canParse(baseUrl) || adminKey === '' || !(concurrency >= 1)) {
    console.error(USAGE);
    return 2;
  }
  if (groups.length === 0) {
    console.error(`No check has "${only}" in its id. --list shows them all.`);
    return 2;
  }
  try {
    await fetch(baseUrl);
  } catch (error) {
    console.error(`Nothing answers at ${baseUrl} (${String(error)}).`);
    return 2;
  }
  const results = await runChecks(groups, { baseUrl, adminKey, concurrency });
  console.log(formatReport(groups, results));
  if (results.every(({ verdict }) => verdict === 'skip')) {
    console.error(
      'Nothing could be tried. Does the operator’s key fit? gateway/conformance/README.md says which calls set the scenes.',
    );
    return 2;
  }
  return results.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  // Wrong arguments: parseArgs says which.
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
