import { describe, expect, it } from 'vitest';
import { play } from './judge.ts';
import { SETS } from './sets.ts';

/** The share of each set that must be answered well. The second was written without looking at the assistant. */
const LEAST: Readonly<Record<string, number>> = {
  first: 0.9,
  second: 0.9,
  third: 0.9,
  fourth: 0.7,
};

describe("the shop's assistant, asked what visitors ask", () => {
  it.each(Object.entries(SETS))('answers the %s set of questions well', async (name, talks) => {
    const verdicts = (await play(talks)).flat();
    const bad = verdicts.filter(({ faults }) => faults.length > 0);
    const told = bad.map(({ question, heard, faults }) => `${question.ask}\n${heard}\n${faults}`);
    expect(1 - bad.length / verdicts.length, told.join('\n\n')).toBeGreaterThan(LEAST[name] ?? 1);
  });

  it('has a third of follow-ups among the 120 of the first set', () => {
    const questions = (SETS.first ?? []).flatMap((talk) => talk.questions);
    expect(questions).toHaveLength(120);
    expect(questions.filter(({ follows }) => follows)).toHaveLength(40);
  });

  it.each(['Add 21 candles', 'add the reading lamp'])(
    'asks no permission for “%s”, which the shop would refuse',
    async (ask) => {
      const [[verdict] = []] = await play([{ questions: [{ ask, says: [], does: [[]] }] }]);
      expect(verdict?.faults).toEqual([]);
    },
  );
});
