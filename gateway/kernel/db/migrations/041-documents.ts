// Collections whose documents change one by one: a name, and a number that grows with each change, for indexes in memory.

import type { Migration } from '../types.ts';

export const documents: Migration = {
  id: '041-documents',
  statements: [
    'ALTER TABLE collections ADD COLUMN name text',
    'ALTER TABLE collections ADD COLUMN revision integer NOT NULL DEFAULT 1',
  ],
};
