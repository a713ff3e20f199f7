import { describe, expect, it } from 'vitest';
import { changeOf, measureAnswer } from '../../comparisons/measure.ts';

const missing = (expected: string, answer: string) => measureAnswer(expected, answer).missing;

describe('an answer beside the one that is expected', () => {
  it('lacks the numbers, addresses and names that it doesn’t say', () => {
    const expected = 'We ship with DHL to Corsica for 12.50 euros; write to ship@shop.example.';
    expect(missing(expected, 'We ship to Corsica for 12,50 with DHL: SHIP@shop.example')).toEqual(
      [],
    );
    expect(missing(expected, 'We ship to Sardinia for 21.50 euros.')).toEqual([
      'DHL',
      '12.50',
      'ship@shop.example',
      'Corsica',
    ]);
  });

  it('may write numbers in another way', () => {
    expect(missing('It costs 1,000 euros.', 'Es kostet 1.000 Euro.')).toEqual([]);
    expect(missing('Open until 18:30.', 'Until 18.30')).toEqual([]);
    expect(missing('It costs 10 euros.', 'It costs 100 euros.')).toEqual(['10']);
  });

  it('is measured by no capitals where each noun has one', () => {
    const expected = 'Ja, wir liefern die Lampe mit Kabel und Stecker nach Hause.';
    expect(missing(expected, 'Wir liefern sie.')).toEqual([]);
  });

  it('is the likelier, the more of the words it shares', () => {
    const expected = 'You can return it within the month.';
    const near = measureAnswer(expected, 'Returns are possible within a month.').likeness;
    const far = measureAnswer(expected, 'Please ask the shop.').likeness;
    expect(near).toBeGreaterThan(far);
    expect(measureAnswer(expected, expected).likeness).toBe(1);
  });
});

describe('from one version to the next an answer', () => {
  const expected = 'Two years, and 30 days to return it.';
  const change = (a: string | null, b: string | null) =>
    changeOf(
      a === null ? null : measureAnswer(expected, a),
      b === null ? null : measureAnswer(expected, b),
    );

  it('gets worse where it loses a fact or fails, and better the other way round', () => {
    expect(change('Return it in 30 days.', 'Return it when you like.')).toBe('worse');
    expect(change('Return it when you like.', 'Return it in 30 days.')).toBe('better');
    expect(change('30 days', null)).toBe('worse');
    expect(change(null, '30 days')).toBe('better');
    expect(change(null, null)).toBe('same');
  });

  it('stays the same where it only says it otherwise', () => {
    expect(change('Return it within 30 days.', 'You have 30 days to return it.')).toBe('same');
  });
});
