import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Budget {
  limit: number;
  goal: number;
  recorded: number;
}

const budgets: Record<string, Budget> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../bench/budget.json'), 'utf8'),
);

describe('the budget of bytes', () => {
  it.each(Object.entries(budgets))(
    'leaves "%s" half a per cent above what was recorded, and no more',
    (_, { limit, recorded }) => {
      expect(limit).toBeGreaterThanOrEqual(recorded);
      expect(limit).toBeLessThanOrEqual(recorded * 1.005);
    },
  );

  it.each(['first answer', 'first tool'])(
    'lets a page with the npm package pay three per cent more than one with the script, for the %s',
    (stage) => {
      const [script, npm] = [budgets[stage], budgets[`npm: ${stage}`]];
      expect(npm?.limit).toBeLessThanOrEqual((script?.limit ?? 0) * 1.03);
    },
  );

  it('keeps the script of a page that nobody opens within 2 KiB', () => {
    expect(budgets.launcher?.limit).toBeLessThanOrEqual(2_048);
  });
});
