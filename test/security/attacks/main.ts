// `npm run attacks`: plays every attack on the build in dist/ and prints for each how many of its tries got through.
//   --dist DIR: another build; given more than once, a column for each   --only TEXT: those whose name has it
//   --patience SECONDS: when a chat that does not answer counts as stopped   --list: names alone
// Ends with 1 where one gets through in the last of the builds.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../../browser/support/browser.ts';
import type { Attack, Outcome } from './attack.ts';
import { ATTACKS } from './index.ts';

const { values } = parseArgs({
  options: {
    dist: { type: 'string', multiple: true, default: ['dist'] },
    only: { type: 'string', default: '' },
    patience: { type: 'string', default: '30' },
    list: { type: 'boolean', default: false },
  },
});
const attacks = ATTACKS.filter(({ name }) => name.includes(values.only));
if (values.list) for (const { name } of attacks) console.log(name);
else await playAll();

async function playAll(): Promise<void> {
  const browser = await launchBrowser();
  const table: Record<string, Record<string, string>> = {};
  const play = async (attack: Attack, dist: string): Promise<string> => {
    const on = { dist: resolve(dist), browser, patienceSeconds: Number(values.patience) };
    try {
      const outcome = await attack.play(on);
      process.exitCode = outcome.through.length > 0 ? 1 : process.exitCode;
      console.log(`${dist}: ${attack.name}: ${describe(outcome)}`);
      for (const what of new Set(outcome.through)) console.log(`  ${what.slice(0, 200)}`);
      return `${outcome.through.length} of ${outcome.tries}`;
    } catch (error) {
      process.exitCode = 1;
      console.log(`${dist}: ${attack.name}: broke: ${error}`);
      return 'broke';
    }
  };
  for (const dist of values.dist) {
    process.exitCode = 0;
    for (const attack of attacks) {
      table[attack.name] = { ...table[attack.name], [dist]: await play(attack, dist) };
    }
  }
  await browser.close();
  console.table(table);
}

function describe({ tries, through, note }: Outcome): string {
  return [`${through.length} of ${tries} got through`, note].filter(Boolean).join('; ');
}
