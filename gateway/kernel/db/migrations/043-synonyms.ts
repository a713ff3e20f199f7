// Words of a collection that mean the same, as its owner says: JSON, arrays of texts.

import type { Migration } from '../types.ts';

export const synonyms: Migration = {
  id: '043-synonyms',
  statements: ["ALTER TABLE collections ADD COLUMN synonyms text NOT NULL DEFAULT '[]'"],
};
