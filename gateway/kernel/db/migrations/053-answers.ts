// What the numbers tell of answers: when their first word was there, and whether anything was found to answer from.

import type { Migration } from '../types.ts';

export const answers: Migration = {
  id: '053-answers',
  statements: [
    // Unix milliseconds; null: no word has come, or an older gateway didn't look.
    'ALTER TABLE runs ADD COLUMN first_word_at bigint',
    // Passages that all its searches have found; null: nothing was searched.
    'ALTER TABLE runs ADD COLUMN passages integer',
  ],
};
