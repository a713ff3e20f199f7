// Prints how the shop's assistant answers the questions of a trial: each transcript, and the score.
//   npm run trial                 all sets
//   npm run trial -- --faults     only what isn't answered well
//   npm run trial -- --set first  one set

import { parseArgs } from 'node:util';
import { play } from './judge.ts';
import { SETS } from './sets.ts';

const { values } = parseArgs({
  options: { set: { type: 'string' }, faults: { type: 'boolean' }, seed: { type: 'string' } },
});
const names = values.set === undefined ? Object.keys(SETS) : [values.set];
const scores: string[] = [];
for (const name of names) {
  const talks = SETS[name];
  if (talks === undefined) {
    console.error(`There is no set ${name}. There are: ${Object.keys(SETS).join(', ')}.`);
    process.exit(1);
  }
  const verdicts = await play(talks, Number(values.seed ?? 1));
  for (const talk of verdicts) {
    if (values.faults && talk.every(({ faults }) => faults.length === 0)) continue;
    console.log(`\n${'—'.repeat(72)}`);
    for (const { question, heard, calls, faults } of talk) {
      console.log(`\nVisitor: ${question.ask}`);
      for (const { name: tool, input } of calls)
        console.log(`   · ${tool} ${JSON.stringify(input)}`);
      console.log(`Fern: ${heard.replaceAll('\n', '\n      ')}`);
      for (const fault of faults) console.log(`   ✗ ${fault}`);
    }
  }
  const all = verdicts.flat();
  const follow = all.filter(({ question }) => question.follows);
  const good = (list: typeof all) => list.filter(({ faults }) => faults.length === 0).length;
  scores.push(
    `${name}: ${good(all)} of ${all.length} answered well (${Math.round((100 * good(all)) / all.length)} %), ${good(follow)} of ${follow.length} follow-ups`,
  );
}
console.log(`\n${scores.join('\n')}`);
