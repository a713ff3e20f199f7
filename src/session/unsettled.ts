// What no whole event shows yet: messages of the visitor that aren't in the log, and text that is still being written.
// Knows no segments but the end of what is settled.

import type { SessionEvent } from '../protocol/index.ts';
import { indexOfId } from './log.ts';
import { type DeliveryContext, deliveryOf, type OutboxRow } from './outbox-rows.ts';
import type { TranscriptEntry, TurnPart, UserEntry } from './types.ts';

export interface UnsentInput {
  events: readonly SessionEvent[];
  /** This session's rows, in the order of sending. */
  rows: readonly OutboxRow[];
  delivery: Omit<DeliveryContext, 'isFirst'>;
}

/**
 * Messages that no event shows yet, in the order of sending: they stand at the end.
 * @param arrived rows behind an event.
 */
export function unsentEntries(
  { events, rows, delivery }: UnsentInput,
  arrived: ReadonlySet<OutboxRow>,
): UserEntry[] {
  const entries: UserEntry[] = [];
  let isFirst = true;
  for (const row of rows) {
    if (row.content.length === 0) continue;
    if (row.eventId === undefined ? arrived.has(row) : indexOfId(events, row.eventId) >= 0) {
      if (row.eventId === undefined) isFirst = false;
      continue;
    }
    entries.push({
      kind: 'user',
      key: row.localId,
      localId: row.localId,
      ...(row.eventId === undefined ? {} : { eventId: row.eventId }),
      content: row.content,
      delivery: deliveryOf(row, { ...delivery, isFirst }),
      isSentTwice: false,
      at: row.at,
    });
    if (row.state !== 'sent' && row.state !== 'refused') isFirst = false;
  }
  return entries;
}

/**
 * A message that is being written stands at the end of the turn in flight, under the id it will have: only that
 * entry is another object.
 * @param end how many of the entries stand before the place where the agent writes.
 */
export function withPreviews(
  entries: readonly TranscriptEntry[],
  end: number,
  previews: ReadonlyMap<string, string>,
): readonly TranscriptEntry[] {
  if (previews.size === 0) return entries;
  const parts = [...previews].map(([eventId, text]): Written => {
    const blocks = [{ type: 'text' as const, text }];
    return { kind: 'message', key: eventId, eventId, blocks, isPreview: true };
  });
  const last = entries[end - 1];
  // A plain copy is what engines do fastest, and it is done for each piece of text.
  const shown = entries.slice();
  if (last?.kind === 'agent') {
    shown[end - 1] = { ...last, parts: withWritten(last.parts, parts) };
    return shown;
  }
  const userId = last?.kind === 'user' ? last.eventId : undefined;
  shown.splice(end, 0, {
    kind: 'agent',
    key: `a:${userId ?? 'start'}`,
    parts,
    turn: { state: 'working' },
    citations: [],
    usage: null,
    at: last?.at ?? 0,
  });
  return shown;
}

type Written = Extract<TurnPart, { kind: 'message' }>;

/** What an earlier connection had shown of one stands until this one has brought more of it. */
function withWritten(parts: readonly TurnPart[], written: readonly Written[]): TurnPart[] {
  const next = [...parts];
  for (const part of written) {
    const at = parts.findIndex(({ key }) => key === part.key);
    const known = parts[at];
    if (known?.kind !== 'message') next.push(part);
    else if (lengthOf(part) > lengthOf(known)) next[at] = part;
  }
  return next;
}

function lengthOf({ blocks: [block] }: Written): number {
  return block?.type === 'text' ? block.text.length : 0;
}
