// A collection may be deleted while sessions and sites still name it: their runs then say toolset_incomplete, which
// is what an owner has to see, rather than a deletion that can't be done.

import type { Migration } from '../types.ts';

export const deletableCollections: Migration = {
  id: '002-deletable-collections',
  statements: [
    'ALTER TABLE sessions DROP CONSTRAINT IF EXISTS sessions_collection_id_fkey',
    'ALTER TABLE sites DROP CONSTRAINT IF EXISTS sites_kb_collection_id_fkey',
  ],
};
