// Writes what the owner's backend is to be told, in the transaction of what it tells of: neither can be there without the
// other. Sends nothing; deliveries.ts does, from the table.

import type { Queryable } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import type { Ids } from '../kernel/ids.ts';
import type { SessionRow } from '../log/session-row.ts';
import { type StoredEvent, toWire } from '../log/stored-event.ts';
import { isRecord } from '../wire.ts';
import type { Hook, WebhookEvent } from './hooks.ts';

type Place = Pick<SessionRow, 'session_id' | 'project_id' | 'client_id' | 'owner_id'>;

export interface News {
  type: WebhookEvent;
  data: Record<string, unknown>;
}

/** What of these events a backend may want to hear. */
export function newsOf(events: readonly StoredEvent[]): News[] {
  return events.flatMap((event): News[] => {
    const wire = toWire(event, false);
    switch (event.type) {
      case 'user.message':
      case 'agent.message':
        return [{ type: 'message.created', data: { event: wire } }];
      case 'session.error':
        return [{ type: 'run.ended', data: { event: wire } }];
      case 'session.status_idle':
        // A pause for the page's tools is not the end of the run.
        return isRecord(wire.content) && wire.content.stop_reason === 'client_tool_use'
          ? []
          : [{ type: 'run.ended', data: { event: wire } }];
      case 'user.tool_result':
        return event.error_code === null ? [] : [{ type: 'tool.failed', data: { event: wire } }];
      default:
        return [];
    }
  });
}

/** @returns whether anything was written. */
export async function writeNews(
  tx: Queryable,
  ids: Ids,
  hooks: readonly Hook[],
  { session_id, project_id, client_id, owner_id }: Place,
  { news, now }: { news: readonly News[]; now: number },
): Promise<boolean> {
  let hasWritten = false;
  for (const hook of hooks) {
    if (hook.project_id !== project_id) continue;
    for (const { type, data } of news) {
      if (hook.events !== null && !hook.events.includes(type)) continue;
      const payload = writeExactly({
        type,
        timestamp: new Date(now).toISOString(),
        data: { session_id, project_id, client_id, owner_id, ...data },
      });
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
