// The ledger's rows for the vectors of passages, which are made in the background: nobody's message has begun them, so they are
// the project's, and a site's where the site has made the collection or alone reads it.

import { z } from 'zod';
import type { AgentUsage, PriceTable } from '../agents/types.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import { charge } from './ledger.ts';

export interface ChargeParts {
  db: Db;
  ids: Ids;
  clock: Pick<Clock, 'now'>;
  prices: PriceTable;
}

const projectIdClientIdRow = z.object({
  project_id: z.string(),
  client_id: z.string().nullable(),
});

/** Does nothing where the collection is gone. */
export async function chargeEmbedding(
  { db, ids, clock, prices }: ChargeParts,
  collectionId: string,
  usage: AgentUsage,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [payer] = await readRows(
      tx,
      projectIdClientIdRow,
      `SELECT c.project_id, COALESCE(c.client_id, (SELECT min(s.client_id) FROM sites s
                WHERE s.kb_collection_id = $1 HAVING count(*) = 1)) AS client_id
         FROM collections c WHERE c.collection_id = $1`,
      [collectionId],
    );
    if (payer === undefined) return;
    await charge(tx, ids, prices, {
      project_id: payer.project_id,
      session_id: '',
      run_id: '',
      operation: 'embedding',
      origin: {
        client_id: payer.client_id ?? '',
        auth_method: 'internal_service',
        actor_type: 'service',
        application: 'svc-kb-sync',
      },
      requests: [usage],
      now: clock.now(),
    });
  });
}
