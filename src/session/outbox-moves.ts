// Changing a row: one transaction each, from a state to another, so that of two tabs one is faster and the other
// notices. Knows rows and the log; sends nothing.

import type { SessionEvent } from '../protocol/index.ts';
import type { RowStore } from './context.ts';
import type { ConversationState } from './conversation-state.ts';
import {
  candidates,
  claimedIds,
  contentKey,
  isUnsettled,
  type OutboxRow,
  type RowState,
} from './outbox-rows.ts';

export const rowOf = (store: RowStore, localId: string): OutboxRow | undefined =>
  store.rows().find((row) => row.localId === localId);

/** The first of this session's that isn't settled: what comes after it waits. */
export function headOf(store: RowStore, sessionId: string | null): OutboxRow | undefined {
  return store.rows().find((row) => row.sessionId === sessionId && isUnsettled(row));
}

/** One transaction: from one of these states, by this attempt, to another. False: somebody was faster. */
export async function move(
  store: RowStore,
  row: OutboxRow,
  from: readonly RowState[],
  change: (row: OutboxRow, rows: readonly OutboxRow[]) => OutboxRow | null,
): Promise<boolean> {
  let isMoved = false;
  await store.update((rows) => {
    isMoved = false;
    const known = rows.find((other) => other.localId === row.localId);
    if (known === undefined || !from.includes(known.state)) return rows;
    if (known.attempt?.n !== row.attempt?.n) return rows;
    // A page that has let go of the lock may end its attempt while another tab has begun one of the same number.
    if (known.attempt?.startedAt !== row.attempt?.startedAt) return rows;
    const next = change(known, rows);
    if (next === null) return rows;
    isMoved = true;
    return rows.map((other) => (other === known ? next : other));
  });
  return isMoved;
}

/** Takes the event that the reply to its POST names, else the oldest that can be this row's message. */
export async function claim(
  store: RowStore,
  conversation: Pick<ConversationState, 'events'>,
  row: OutboxRow,
  reply: readonly SessionEvent[] = [],
): Promise<boolean> {
  const { attempt } = row;
  if (attempt === undefined) return false;
  const key = contentKey(row.content);
  // Find the message by its words. If the gateway has changed them, a reply with one message still names it.
  const messages = reply.filter((event) => event.type === 'user.message');
  const named =
    messages.find((event) => contentKey(event.content) === key) ??
    (messages.length === 1 ? messages[0] : undefined);
  const find = (rows: readonly OutboxRow[]): string | undefined => {
    // Not if another row has taken this event, for example as a second copy of an earlier message.
    if (named !== undefined && rows.every(({ eventId }) => eventId !== named.id)) return named.id;
    return candidates(row, attempt, conversation.events(), takenFrom(row, rows))[0];
  };
  if (find(store.rows()) === undefined) return false;
  const states: RowState[] = ['queued', 'sending', 'checking', 'unconfirmed'];
  return move(store, row, states, (known, rows) => {
    const eventId = find(rows);
    if (eventId === undefined) return null;
    const { refusal: _, ...rest } = known;
    return { ...rest, state: 'sent', eventId };
  });
}

/** The latest attempt was refused, or never made: an event of the same words isn't from that attempt. */
export function withoutAttempt(row: OutboxRow): OutboxRow {
  const { attempt } = row;
  return attempt === undefined
    ? row
    : { ...row, attempt: { ...attempt, open: Math.max(0, attempt.open - 1) } };
}

/** Nobody knows any more whether the attempt arrived. */
export function toChecking(row: OutboxRow): OutboxRow {
  const { attempt } = row;
  return attempt === undefined
    ? { ...row, state: 'checking' }
    : { ...row, state: 'checking', attempt: { ...attempt, lost: attempt.lost + 1 } };
}

/**
 * The events that this row can't be. The second copy of another message of the same words isn't among them: a tab that
 * didn't know this row may have called it that, and a row on its way has the first right to a new event.
 */
function takenFrom(row: OutboxRow, rows: readonly OutboxRow[]): Set<string> {
  const key = contentKey(row.content);
  const isOfSameWords = ({ eventId, content }: OutboxRow): boolean =>
    eventId !== undefined && (content.length === 0 || contentKey(content) === key);
  return claimedIds(
    rows.map((other) => {
      const { copies: _, ...rest } = other;
      return isOfSameWords(other) ? rest : other;
    }),
  );
}
