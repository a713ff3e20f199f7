// What the team is given where no model can be asked.

import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../colleague/extracts.ts';

describe('a summary without a model', () => {
  it('is a list with one mark a line, and the visitor’s words in quotation marks', () => {
    const lines = [
      { from: 'visitor', text: 'Where is my parcel?' },
      { from: 'agent', text: 'On its way.' },
    ] as const;
    expect(summaryOf(lines)).toBe('- “Where is my parcel?”\n- On its way.');
  });
});
