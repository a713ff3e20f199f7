// Plays questions against the shop's assistant: prints each conversation, which rules failed, and the score.
//   npm run trial                              the questions that are known
//   npm run trial -- --file questions.json     a file of one's own; its form stands in play.ts
//   npm run trial -- --faults                  only what isn't answered well
//   npm run trial -- --words                   without the model of sentences

import { parseArgs } from 'node:util';
import { BY_WORDS, createMeaning } from '../../assistant/meaning.ts';
import { play, readTalks } from './play.ts';

const { values } = parseArgs({
  options: { file: { type: 'string' }, faults: { type: 'boolean' }, words: { type: 'boolean' } },
});
const talks = readTalks(values.file ?? new URL('known.jsonl', import.meta.url));
const verdicts = await play(talks, values.words ? BY_WORDS : createMeaning());
for (const talk of verdicts) {
  if (values.faults && talk.every(({ faults }) => faults.length === 0)) continue;
  console.log(`\n${'—'.repeat(72)}`);
  for (const { turn, heard, calls, cart, faults, ms } of talk) {
    console.log(`\nVisitor: ${turn.say}`);
    for (const { name, input } of calls) {
      if (name !== 'show_items') console.log(`   · ${name} ${JSON.stringify(input)}`);
    }
    console.log(`Fern (${Math.round(ms)} ms): ${heard.replaceAll('\n', '\n      ')}`);
    if (cart.length > 0) console.log(`   cart: ${cart.join(', ')}`);
    if (turn.good) console.log(`   good: ${turn.good}`);
    for (const fault of faults) console.log(`   ✗ ${fault}`);
  }
}
const all = verdicts.flat();
const good = all.filter(({ faults }) => faults.length === 0).length;
const harmful = all.filter(({ isHarmful }) => isHarmful).length;
const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
console.log(
  `\n${good} of ${all.length} answered well (${Math.round((100 * good) / all.length)} %), ${harmful} harmful; half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms`,
);
process.exit(0);
