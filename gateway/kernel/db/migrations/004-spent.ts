// What the cycle that is running has used so far (JSON: usage of each request to a model), for the case that its
// process dies.

import type { Migration } from '../types.ts';

export const spent: Migration = {
  id: '004-spent',
  statements: ['ALTER TABLE runs ADD COLUMN spent text'],
};
