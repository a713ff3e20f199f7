// What callers have used of their limits, counted for all processes. Unlogged: its commits wait for no disk, and what is lost
// with a crash is a minute's count.

import type { Migration } from '../types.ts';

export const limits: Migration = {
  id: '080-limits',
  statements: [
    // When the bucket is full again, Unix milliseconds.
    'CREATE UNLOGGED TABLE limits (key text PRIMARY KEY, full_at double precision NOT NULL)',
  ],
};
