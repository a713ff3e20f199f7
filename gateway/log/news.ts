// News of a session: what happens in it that others outside the gateway may want to hear of. The log hands the news of each write
// to an outbox, inside the write's own transaction; it knows neither who listens nor how they are told.

import type { Queryable } from '../kernel/db/types.ts';
import { isRecord } from '../wire.ts';
import type { SessionRow } from './session-row.ts';
import { type StoredEvent, toWire } from './stored-event.ts';

/** The kinds of news, as webhooks name them. */
export const NEWS_TYPES = [
  'session.begun',
  'message.created',
  'run.ended',
  'tool.failed',
  'handover.requested',
  'feedback.given',
  'conversation.rated',
] as const;
export type NewsType = (typeof NEWS_TYPES)[number];

/** One piece of news. `data`: the part of the payload that differs by type. */
export interface News {
  type: NewsType;
  data: Record<string, unknown>;
}

/** The session that the news are of, and to whom it belongs. */
export type NewsPlace = Pick<SessionRow, 'session_id' | 'project_id' | 'client_id' | 'owner_id'>;

/**
 * Writes news down in the transaction of what they tell of, so that neither can be there without the other.
 * @param now Unix milliseconds. @returns whether anything was written: news that nobody listens for are left out.
 */
export type WriteNews = (
  tx: Queryable,
  place: NewsPlace,
  what: { news: readonly News[]; now: number },
) => Promise<boolean>;

/** The hook that the log offers: a feature that passes news on registers itself here when the gateway is made. */
export interface Outbox {
  /** Called before each transaction, since it may take a query of its own. Null: nobody listens, and nothing need be written. */
  open(): Promise<WriteNews | null>;
  /** Called after the commit of a write whose news were written. */
  onWritten(): void;
}

/** The news that these events are. */
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
