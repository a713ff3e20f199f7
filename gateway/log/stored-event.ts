// An event as the database holds it, and its way to the wire.

import { z } from 'zod';
import { openEnum } from '../kernel/db/rows.ts';
import { readExactly } from '../kernel/exact-json.ts';
import { EVENT_TYPES, type EventType, type JsonObject } from '../wire.ts';

/** The columns of `events` that EVENT_COLUMNS names. */
export const storedEvent = z.object({
  seq: z.number(),
  event_id: z.string(),
  type: openEnum(EVENT_TYPES),
  /** JSON of the wire's content. */
  content: z.string(),
  /** JSON of the wire's usage object. */
  usage: z.string().nullable(),
  error_code: z.string().nullable(),
  /** Unix milliseconds. */
  created_at: z.number(),
  processed_at: z.number().nullable(),
  /** The run that wrote it, or that took it; null: none has. */
  run_id: z.string().nullable(),
  /** The name that its sender gave it; null: none. */
  intent_id: z.string().nullable(),
});
export type StoredEvent = z.output<typeof storedEvent>;

export const EVENT_COLUMNS =
  'seq, event_id, type, content, usage, error_code, created_at, processed_at, run_id, intent_id';

/** Events that say of which run they are. */
const RUN_TYPES: readonly EventType[] = ['session.status_running', 'user.interrupt'];

/** The event as list, reply and stream carry it, for `writeExactly`. Thoughts are left out unless asked for. */
export function toWire(event: StoredEvent, includeThinking: boolean): Record<string, unknown> {
  let content = readExactly(event.content) as JsonObject | JsonObject[];
  if (!includeThinking && event.type === 'agent.message' && Array.isArray(content)) {
    content = content.filter((block) => block.type !== 'thought');
  }
  return {
    id: event.event_id,
    type: event.type,
    content,
    created_at: new Date(event.created_at).toISOString(),
    processed_at: event.processed_at === null ? null : new Date(event.processed_at).toISOString(),
    ...(event.usage === null ? {} : { usage: readExactly(event.usage) }),
    ...(event.error_code === null ? {} : { error_code: event.error_code }),
    ...(RUN_TYPES.includes(event.type) && event.run_id !== null ? { run_id: event.run_id } : {}),
    ...(event.intent_id === null ? {} : { intent_id: event.intent_id }),
  };
}
