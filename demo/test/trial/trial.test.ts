import { describe, expect, it } from 'vitest';
import { BY_WORDS, createMeaning } from '../../assistant/meaning.ts';
import { play, readTalks } from './play.ts';

const talks = readTalks(new URL('known.jsonl', import.meta.url));

describe("the shop's assistant, asked what visitors ask", () => {
  it.each([
    ['by meaning', createMeaning(), 0.92],
    ['by words alone, where the model can not be loaded', BY_WORDS, 0.75],
  ] as const)(
    'answers well %s, and does no harm',
    async (_, meaning, least) => {
      const verdicts = (await play(talks, meaning)).flat();
      const bad = verdicts.filter(({ faults }) => faults.length > 0);
      const told = bad.map(({ turn, heard, faults }) => `${turn.say}\n${heard}\n${faults}`);
      expect(1 - bad.length / verdicts.length, told.join('\n\n')).toBeGreaterThan(least);
      expect(verdicts.filter(({ isHarmful }) => isHarmful)).toEqual([]);
    },
    120_000,
  );
});
