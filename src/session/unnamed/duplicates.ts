// After a message is sent: a second copy of it is told as such when it turns up, and the text is let go of once none
// can come any more. Knows rows and the log; sends nothing.

import type { SessionContext } from '../context.ts';
import { watch } from '../facts.ts';
import { indexOfId } from '../log.ts';
import { candidates, claimedIds, contentKey, type OutboxRow } from '../outbox-rows.ts';
import { sleep } from '../wait.ts';

/** After W: time for a list that shows a copy which came at the very end of W. */
const GRACE_MS = 15_000;
/** What was said stays on the device no longer than a day after it was sent, whatever page comes by. */
const KEEP_TEXT_MS = 24 * 3_600_000;

export interface Duplicates {
  /** The visitor clears this device: the text of what is sent goes at once. */
  forget(): Promise<void>;
}

/** Looks for second copies whenever log, rows or lists change, and lets go of content that nothing can need any more. */
export function createDuplicates(context: SessionContext): Duplicates {
  const { page, log: conversation, rows: store, lists } = context.facts;
  const { clock } = context.platform;
  const { commitWindowMs } = context.settings;
  /** When this page first saw that each had arrived, by the monotonic clock. */
  const confirmedAt = new Map<string, number>();
  let isWaiting = false;

  /** Its page went before its time, and its conversation may never be opened again. */
  const isOverdue = ({ state, content, at, attempt }: OutboxRow): boolean =>
    state === 'sent' &&
    content.length > 0 &&
    clock.now() - Math.max(at, attempt?.startedAt ?? 0) > KEEP_TEXT_MS;

  /** This tab has the log of its own conversation alone; the outbox is that of all. */
  const isOwn = (row: OutboxRow): boolean => row.sessionId === context.sessionId();

  function isListed(id: string): boolean {
    const { arrivals, listed } = conversation.log();
    return arrivals.has(id) && indexOfId(listed, id) >= 0;
  }

  function fix(row: OutboxRow, rows: readonly OutboxRow[]): OutboxRow {
    if (isOverdue(row)) return { ...row, content: [] };
    if (!isOwn(row)) return row;
    const isMeant = (id: string): boolean => rows.every(({ eventId }) => eventId !== id);
    const meant = row.copies?.filter(isMeant) ?? [];
    if (meant.length !== (row.copies ?? []).length) {
      // The copy is another message that said the same, which this tab couldn't know.
      const { copies: _, ...rest } = row;
      return meant.length === 0 ? rest : { ...rest, copies: meant };
    }
    if (row.state !== 'sent' || row.content.length === 0 || row.attempt === undefined) return row;
    const now = clock.monotonic();
    const since = confirmedAt.get(row.localId) ?? now;
    confirmedAt.set(row.localId, since);
    const key = contentKey(row.content);
    // A new event belongs first to another row of the same words that is on its way.
    const isContested = rows.some(
      (other) =>
        isOwn(other) &&
        (other.state === 'sending' || other.state === 'checking') &&
        contentKey(other.content) === key,
    );
    const copies = isContested
      ? []
      : candidates(row, row.attempt, conversation.events(), claimedIds(rows));
    if (copies.length > 0) return { ...row, copies: [...(row.copies ?? []), ...copies] };
    const until = since + commitWindowMs;
    const isOver = now > until + GRACE_MS && lists.peek().startedAt >= until;
    if (!isOver || row.eventId === undefined || !isListed(row.eventId)) return row;
    return { ...row, content: [] };
  }

  /** Takes the text off the device when it is no longer needed, also if nothing else happens by then. */
  async function tidyLater(): Promise<void> {
    const isLeft = (row: OutboxRow): boolean =>
      isOwn(row) && row.content.length > 0 && row.eventId !== undefined && isListed(row.eventId);
    if (isWaiting || !store.rows().some(isLeft)) return;
    isWaiting = true;
    const signal = context.signal();
    await sleep(clock, commitWindowMs + GRACE_MS + 1, signal);
    isWaiting = false;
    if (!signal.aborted) await tidy();
  }

  async function tidy(): Promise<void> {
    const rows = store.rows();
    if (rows.some((row) => fix(row, rows) !== row)) {
      await store.update((stored) => {
        let fixed = [...stored];
        stored.forEach((row, index) => {
          fixed = fixed.with(index, fix(row, fixed));
        });
        return fixed;
      });
    }
    void tidyLater();
  }

  watch(
    () => [conversation.log(), store.rows(), lists.value],
    () => void tidy(),
    page.end,
  );

  return {
    async forget() {
      await store.update((rows) =>
        rows.map((row) => (row.state === 'sent' && isOwn(row) ? { ...row, content: [] } : row)),
      );
    },
  };
}
