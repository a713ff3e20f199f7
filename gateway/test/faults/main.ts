// `npm run test:gateway-faults`: real processes under traffic, killed, cut off from their database and their bus, with clocks that
// are wrong, readers that don't read and a second writer on their folder.
//   node gateway/test/faults/main.ts [--slice] [--seed S] [--only NAME,…]

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../runs/seeded-random.ts';
import { findPostgres, startPostgres } from '../postgres-server.ts';
import { findRedis, startRedis } from '../redis-server.ts';
import { SCENARIOS, type World } from './scenarios.ts';

const SLICE = 0.15;

const { values } = parseArgs({
  options: {
    slice: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now()) },
    only: { type: 'string' },
  },
});
const only = values.only?.split(',');
console.log(`seed ${values.seed}`);

const bin = findPostgres();
const redisProgram = findRedis();
const directory = await mkdtemp(join(tmpdir(), 'bellhop-faults-'));
const world: World = {
  pick: seededRandom(values.seed),
  share: values.slice ? SLICE : 1,
  postgres: bin === null ? null : await startPostgres(bin),
  redis: redisProgram === null ? null : await startRedis(redisProgram),
  folder: () => mkdtemp(join(directory, 'data-')),
};

let isClean = true;
try {
  for (const scenario of SCENARIOS) {
    if (only !== undefined && !only.includes(scenario.name)) continue;
    const isMissing =
      (scenario.needs !== 'nothing' && world.postgres === null) ||
      (scenario.needs === 'redis' && world.redis === null);
    if (isMissing) {
      console.log(`${scenario.name}: left out, since ${scenario.needs} is not installed here`);
      continue;
    }
    const startedAt = performance.now();
    const { what, verdict, notes, ...result } = await scenario.run(world);
    isClean &&= result.isClean;
    const took = ((performance.now() - startedAt) / 1000).toFixed(0);
    const { acknowledged, settledAfterS, ...faults } = verdict;
    const found = Object.entries(faults).map(([name, count]) => `${count} ${name}`);
    console.log(
      `${result.isClean ? 'clean' : 'BROKEN'}  ${what}: ${acknowledged} acknowledged, ${found.join(', ')}, all settled ${settledAfterS} s after; ${notes} (${took} s)`,
    );
  }
} finally {
  await world.postgres?.close();
  await world.redis?.stop();
  await rm(directory, { recursive: true, force: true });
}
if (!isClean) {
  console.log(`Play it again with --seed ${values.seed}; times of real processes differ, though.`);
  process.exitCode = 1;
}
