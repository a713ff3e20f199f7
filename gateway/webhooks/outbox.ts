// Writes what the owner's backend is to be told, in the transaction of what it tells of: neither can be there without the
// other. Sends nothing; deliveries.ts does, from the table.

import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import type { News, NewsPlace, Outbox } from '../log/news.ts';
import { writePayload } from './formats.ts';
import type { Hook, Hooks } from './hooks.ts';

/**
 * @param publicUrl the gateway's own origin, of which messages for chat programs make their link; null: they have none
 * @param onWritten called after the commit, where a backend is to be told
 */
export function createOutbox(
  hooks: Hooks,
  ids: Ids,
  onWritten: () => void,
  publicUrl: string | null = null,
): Outbox {
  return {
    async open() {
      const known = await hooks.all();
      return known.length === 0
        ? null
        : (tx, place, what) => writeDeliveries(tx, { ids, publicUrl }, known, place, what);
    },
    onWritten,
  };
}

/** @returns whether anything was written. */
async function writeDeliveries(
  tx: Queryable,
  { ids, publicUrl }: { ids: Ids; publicUrl: string | null },
  hooks: readonly Hook[],
  { session_id, project_id, client_id, owner_id }: NewsPlace,
  { news, now }: { news: readonly News[]; now: number },
): Promise<boolean> {
  let hasWritten = false;
  for (const hook of hooks) {
    if (hook.project_id !== project_id) continue;
    for (const { type, data } of news) {
      if (hook.events !== null && !hook.events.includes(type)) continue;
      const timestamp = new Date(now).toISOString();
      const told = {
        type,
        timestamp,
        data: { session_id, project_id, client_id, owner_id, ...data },
      };
      const link = publicUrl === null ? null : `${publicUrl}/desk/conversations/${session_id}`;
      const payload = writePayload(hook.format, told, link);
      // A webhook that was deleted a moment ago is told nothing.
      await tx.query(
        `INSERT INTO webhook_deliveries (delivery_id, webhook_id, session_id, type, payload, next_at, created_at)
         SELECT $1, webhook_id, $3, $4, $5, $6, $6 FROM webhooks WHERE webhook_id = $2`,
        [ids.next('delivery'), hook.webhook_id, session_id, type, payload, now],
      );
      hasWritten = true;
    }
  }
  return hasWritten;
}
