// Whose a collection is: a site's own, which no other site of its project touches, or the operator's.

import type { Migration } from '../types.ts';

export const ownCollections: Migration = {
  id: '057-own-collections',
  statements: [
    // Null: the operator has made it, for the whole project.
    'ALTER TABLE collections ADD COLUMN client_id text',
    // Until now nobody noted who had made one. A site that alone has it bound has filled it so far, and goes on doing so.
    `UPDATE collections c SET client_id = (
       SELECT min(s.client_id) FROM sites s WHERE s.kb_collection_id = c.collection_id HAVING count(*) = 1)`,
  ],
};
