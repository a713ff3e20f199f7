// `npm run simulate -- --schedules N --seed S`: plays N schedules, prints what broke, shrunk, with the command that
// plays it again, and how often each fault met each step.

import { parseArgs } from 'node:util';
import { tryMutants } from './mutants.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string', multiple: true },
    matrix: { type: 'boolean', default: true },
  },
});

if (values.mutants) {
  const log = (line: string): void => console.log(line);
  const results = await tryMutants({
    schedules: Number(values.schedules),
    seed: values.seed,
    log,
    ...(values.mutant === undefined ? {} : { names: values.mutant }),
  });
  const survivors = results.filter(({ caughtBy }) => caughtBy === null);
  console.log(`${results.length - survivors.length} of ${results.length} mutants caught`);
  process.exit(survivors.length > 0 ? 1 : 0);
}

const result = await simulate({
  schedules: Number(values.schedules),
  seed: values.seed,
  ...(values.only === undefined ? {} : { only: values.only }),
  log: (line) => console.log(line),
});
if (values.matrix && values.only === undefined) console.log(result.matrix);
process.exitCode = result.failures.length > 0 ? 1 : 0;
