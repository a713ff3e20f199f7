// Sending: what the visitor wrote goes out once, in order, or is never called sent. One unconfirmed message at a
// time, under a lock that all tabs share. Knows rows and the log; nothing of streams, tools or the view.

import type { SessionEvents } from '../gateway/types.ts';
import type { Platform } from '../platform/types.ts';
import type { InputBlock, SessionEvent } from '../protocol/index.ts';
import { createCopies } from './copies.ts';
import { codeOf, isNotApplied, isOwnFailure } from './errors.ts';
import {
  type Attempt,
  candidates,
  claimedIds,
  contentKey,
  isUnsettled,
  normalizeContent,
  type OutboxRow,
  type RowState,
} from './outbox-rows.ts';
import type { RowStore } from './row-store.ts';
import { createWaker, jitter } from './wait.ts';

/** When to look for a message whose reply was lost, after the attempt's end; then every 15 s until W. */
const LOOKS_MS = [0, 1_000, 3_000, 7_000, 15_000];
const LOOK_EVERY_MS = 15_000;
/** An attempt older than this is for the visitor to decide. */
const RESEND_LIMIT_MS = 600_000;
/** How long until storage that failed is tried again. */
const STORAGE_RETRY_MS = 2_000;
const STORAGE_LIMIT_MS = 30_000;
const DOUBLE_CLICK_MS = 500;
/** A held message asks again this often, without a request: not every reason to hold announces its end. */
const HOLD_MS = 2_000;
/** The browser lets requests that outlive the page carry this much together. */
const KEEPALIVE_BYTES = 60 * 1024;
/** A 400 without a visible reason is believed only the second time: the pause may not show in the list yet. */
const REFUSED_AGAIN_MS = 3_000;

export interface OutboxPorts {
  platform: Pick<Platform, 'clock' | 'random' | 'locks' | 'page'>;
  gateway: Pick<SessionEvents, 'send'>;
  store: RowStore;
  lockName: string;
  /** W: the longest a commit can take after its request ended, milliseconds. */
  commitWindowMs: number;
  sessionId(): string | null;
  events(): readonly SessionEvent[];
  /** The last event of the listed part, and the one 20 before it. */
  baseline(): string | null;
  isListed(eventId: string): boolean;
  look(): Promise<void>;
  pin(name: string, baseline: string | null): void;
  unpin(name: string): void;
  /** The last event known; what a reply brings came after it. */
  lastId(): string | null;
  accept(events: readonly SessionEvent[], before: string | null): void;
  /** Aborted when the page goes. */
  signal(): AbortSignal;
  /** A handler is at work, or results are on their way. */
  isHeld(): boolean;
  /** A run is in flight or paused, as far as the log shows. */
  isRunOpen(): boolean;
  /** The message goes out now, although questions to the visitor may be open. */
  onPost(): void;
  isBlocked(): boolean;
  /** An error that isn't about this message. Milliseconds to wait, or null. */
  report(error: unknown): number | null;
  /** Rows have changed in storage: the other tabs should read them. */
  tellOthers(): void;
  onChange(): void;
  onWarning(reason: string): void;
}

export interface Outbox {
  add(content: readonly InputBlock[]): Promise<string | null>;
  check(localId: string): Promise<void>;
  resend(localId: string): Promise<void>;
  discard(localId: string): Promise<InputBlock[] | null>;
  /** Rows written before there was a session are this one's. */
  adopt(sessionId: string): Promise<void>;
  /** No message of this session can be sent any more: the visitor gets them back. */
  refuseAll(code: string): Promise<void>;
  /** Sends for as long as the signal lasts. */
  work(signal: AbortSignal): Promise<void>;
  /** Something it may wait for has changed. */
  wake(): void;
  /** Ends back-off too. */
  retryNow(): void;
  /** The head of the queue waits for the end of a pause. */
  isHeld(): boolean;
  /** Looks for second copies, and lets go of content that nothing can need any more. */
  tidy(): Promise<void>;
  /** The visitor clears this device: the text of what is sent goes at once. */
  forget(): Promise<void>;
}

export function createOutbox(ports: OutboxPorts): Outbox {
  const { platform, gateway, store, commitWindowMs } = ports;
  const { clock, random, locks, page } = platform;
  const waker = createWaker(clock);
  const backOff = createWaker(clock);
  const bornAt = clock.monotonic();
  /** When the latest attempt of a row ended, by the clock that can't jump; as far as this page knows. */
  const endedAt = new Map<string, number>();
  const copies = createCopies({ ...ports, clock });
  const refusals = new Map<string, number>();
  const failures = new Map<string, number>();
  let bytesInFlight = 0;
  let isHeldNow = false;
  let lastAdded: { key: string; at: number; stored: Promise<string> } | null = null;

  const rowOf = (localId: string): OutboxRow | undefined =>
    store.rows().find((row) => row.localId === localId);

  function head(): OutboxRow | undefined {
    const id = ports.sessionId();
    return store.rows().find((row) => row.sessionId === id && isUnsettled(row));
  }

  /** One transaction: from one of these states, by this attempt, to another. False: somebody was faster. */
  async function move(
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
      const next = change(known, rows);
      if (next === null) return rows;
      isMoved = true;
      return rows.map((other) => (other === known ? next : other));
    });
    if (isMoved) ports.tellOthers();
    return isMoved;
  }

  /** Takes the oldest event that can be this row's message. */
  async function claim(row: OutboxRow, events = ports.events()): Promise<boolean> {
    const { attempt } = row;
    if (attempt === undefined) return false;
    if (candidates(row.content, attempt, events, claimedIds(store.rows())).length === 0) {
      return false;
    }
    const states: RowState[] = ['queued', 'sending', 'checking', 'unconfirmed'];
    const isClaimed = await move(row, states, (known, rows) => {
      const eventId = candidates(known.content, attempt, events, claimedIds(rows))[0];
      if (eventId === undefined) return null;
      const { refusal: _, ...rest } = known;
      return { ...rest, state: 'sent', eventId };
    });
    if (isClaimed) {
      copies.confirmed(row.localId);
      ports.unpin(row.localId);
      // A second copy may be in the log already, and nothing else need ever change in it.
      await copies.tidy();
    }
    return isClaimed;
  }

  // ── one message ─────────────────────────────────────────────────────────────────────────────────────────────

  /** Milliseconds until the next step; null: until something changes. */
  async function step(signal: AbortSignal): Promise<number | null> {
    const isCertain = await store.read();
    const row = head();
    if (row === undefined || row.state === 'unconfirmed') return null;
    // Another tab may have sent it meanwhile, and storage can't say.
    if (!isCertain && !store.isOnlyHere(row.localId)) return STORAGE_RETRY_MS;
    // Earlier messages may wait there; storage that stays away can't hold up the visitor for ever.
    if (!store.hasRead() && clock.monotonic() - bornAt < STORAGE_LIMIT_MS) return STORAGE_RETRY_MS;
    return row.state === 'queued' ? post(row, signal) : check(row, signal);
  }

  async function post(row: OutboxRow, signal: AbortSignal): Promise<number | null> {
    if (hold()) return null;
    if (row.attempt !== undefined) ports.pin(row.localId, row.attempt.baseline);
    try {
      await ports.look();
    } catch (error) {
      return signal.aborted ? 0 : ports.report(error);
    }
    if (signal.aborted || (await claim(row))) return 0;
    if (hold()) return null;
    const attempt: Attempt = {
      n: (row.attempt?.n ?? 0) + 1,
      lost: row.attempt?.lost ?? 0,
      baseline: row.attempt === undefined ? ports.baseline() : row.attempt.baseline,
      known: row.attempt?.known ?? knownBefore(row),
      startedAt: clock.now(),
    };
    if (!(await move(row, ['queued'], (known) => ({ ...known, state: 'sending', attempt })))) {
      return 0;
    }
    const sending = rowOf(row.localId);
    if (sending?.state !== 'sending') return 0;
    ports.pin(row.localId, attempt.baseline);
    const isShared = store.isVolatile() && !store.isOnlyHere(row.localId);
    // Storing it may take long enough for a tool to begin.
    const isLate = hold();
    if (signal.aborted || isShared || isLate) {
      await move(sending, ['sending'], (known) => ({ ...known, state: 'queued' }));
      return isShared ? STORAGE_RETRY_MS : isLate ? null : 0;
    }
    // A page that is leaving lets go of the lock; its reply, if it comes, still counts.
    return Promise.race([deliver(sending), whenAborted(signal)]);
  }

  /** Messages that say the same and were there before: none of them is ours. */
  function knownBefore(row: OutboxRow): string[] {
    const key = contentKey(row.content);
    return ports
      .events()
      .slice(-200)
      .filter((event) => event.type === 'user.message' && contentKey(event.content) === key)
      .map((event) => event.id);
  }

  async function deliver(row: OutboxRow): Promise<number | null> {
    const sessionId = ports.sessionId();
    if (sessionId === null) return 0;
    const bytes = new TextEncoder().encode(JSON.stringify(row.content)).length + 100;
    const keepalive = bytesInFlight + bytes <= KEEPALIVE_BYTES;
    if (keepalive) bytesInFlight += bytes;
    ports.onPost();
    const before = ports.lastId();
    try {
      const events = await gateway.send(
        sessionId,
        [{ type: 'user.message', content: row.content }],
        { keepalive },
      );
      ports.accept(events, before);
      // By type and content: a synthetic cancellation may stand before it.
      if (await claim(row)) return 0;
      return lose(row);
    } catch (error) {
      if (isNotApplied(error)) return refuse(row, error);
      if (isOwnFailure(error)) return lookAndRetry(row, error);
      return lose(row);
    } finally {
      if (keepalive) bytesInFlight -= bytes;
    }
  }

  /** Nobody knows whether it arrived. */
  async function lose(row: OutboxRow): Promise<number> {
    endedAt.set(row.localId, clock.monotonic());
    await move(row, ['sending'], toChecking);
    return 0;
  }

  /** The gateway says that it wasn't applied: try again where that can help, else say so. */
  async function refuse(row: OutboxRow, error: unknown): Promise<number | null> {
    const code = codeOf(error) ?? 'invalid_request';
    const requeue = (): Promise<boolean> =>
      move(row, ['sending'], (known) => ({ ...known, state: 'queued' }));
    switch (code) {
      case 'invalid_request': {
        // Paused inside a run: that is no refusal. Seen in the log, or not yet.
        const times = (refusals.get(row.localId) ?? 0) + 1;
        refusals.set(row.localId, times);
        if (ports.isRunOpen() || times === 1) {
          isHeldNow = ports.isRunOpen();
          await requeue();
          return isHeldNow ? jitter(random, Math.min(times, 4), 2_000, 60_000) : REFUSED_AGAIN_MS;
        }
        break;
      }
      case 'conflict':
      case 'too_large':
      case 'content_policy':
        break;
      case 'not_found':
        ports.report(error);
        break;
      default: {
        // Told before it is stored: nobody may ask meanwhile.
        const delay = ports.report(error);
        await requeue();
        return delay;
      }
    }
    refusals.delete(row.localId);
    const message = error instanceof Error ? error.message : '';
    await move(row, ['sending'], (known) => ({
      ...known,
      state: 'refused',
      refusal: { code, message },
    }));
    ports.unpin(row.localId);
    return 0;
  }

  /** A failure in the gateway's own words: it may be repeated, after looking; a 500 once. */
  async function lookAndRetry(row: OutboxRow, error: unknown): Promise<number | null> {
    endedAt.set(row.localId, clock.monotonic());
    const times = (failures.get(row.localId) ?? 0) + 1;
    failures.set(row.localId, times);
    if (codeOf(error) === 'server_error' && times > 1) return lose(row);
    const delay = ports.report(error);
    await move(row, ['sending'], (known) => ({ ...known, state: 'checking' }));
    try {
      await backOff.sleep(delay, NEVER);
      await ports.look();
    } catch {
      return 0;
    }
    const checking = rowOf(row.localId);
    if (checking === undefined || (await claim(checking))) return 0;
    await move(checking, ['checking'], (known) => ({ ...known, state: 'queued' }));
    return 0;
  }

  /** Looks until it is found, or until it can't arrive any more. */
  async function check(row: OutboxRow, signal: AbortSignal): Promise<number | null> {
    const { localId } = row;
    // An attempt of a page that is gone ended at the latest when this page first saw it.
    const since = endedAt.get(localId) ?? clock.monotonic();
    endedAt.set(localId, since);
    if (row.state === 'sending') {
      await move(row, ['sending'], toChecking);
      return 0;
    }
    ports.pin(localId, row.attempt?.baseline ?? null);
    for (;;) {
      const lookedAt = clock.monotonic();
      try {
        await ports.look();
      } catch (error) {
        return signal.aborted ? 0 : ports.report(error);
      }
      await store.read();
      const now = rowOf(localId);
      if (signal.aborted || now?.state !== 'checking' || (await claim(now))) return 0;
      if (lookedAt - since >= commitWindowMs) return decide(now);
      const elapsed = clock.monotonic() - since;
      const next = LOOKS_MS.find((ms) => ms > elapsed) ?? elapsed + LOOK_EVERY_MS;
      const until = since + Math.min(next, Math.max(commitWindowMs, elapsed + 1));
      while (clock.monotonic() < until && !signal.aborted) {
        await waker.sleep(until - clock.monotonic(), signal);
        const fresh = rowOf(localId);
        if (fresh?.state !== 'checking' || (await claim(fresh))) return 0;
      }
    }
  }

  /** W is over and it isn't there. */
  async function decide(row: OutboxRow): Promise<number> {
    const age = clock.now() - (row.attempt?.startedAt ?? 0);
    const mayResend =
      (row.attempt?.lost ?? 0) < 2 && age >= 0 && age < RESEND_LIMIT_MS && page.isOnline();
    await move(row, ['checking'], (known) => ({
      ...known,
      state: mayResend ? 'queued' : 'unconfirmed',
    }));
    return 0;
  }

  function hold(): boolean {
    const before = isHeldNow;
    isHeldNow = ports.isHeld();
    if (isHeldNow !== before) ports.onChange();
    return isHeldNow;
  }

  return {
    async add(content) {
      const blocks = normalizeContent(content);
      if (blocks === null) return null;
      const key = contentKey(blocks);
      const at = clock.monotonic();
      if (lastAdded !== null && lastAdded.key === key && at - lastAdded.at < DOUBLE_CLICK_MS) {
        return lastAdded.stored;
      }
      const localId = random.id();
      const row: OutboxRow = {
        localId,
        sessionId: ports.sessionId(),
        content: blocks,
        state: 'queued',
        at: Math.round(clock.now()),
      };
      const stored = store
        // The session may have been found while this was waiting for its turn.
        .update((rows) => [...rows, { ...row, sessionId: row.sessionId ?? ports.sessionId() }])
        .then(() => {
          ports.tellOthers();
          waker.wake();
          return localId;
        });
      lastAdded = { key, at, stored };
      return stored;
    },
    async check(localId) {
      const row = rowOf(localId);
      if (row === undefined) return;
      ports.pin(localId, row.attempt?.baseline ?? null);
      await ports.look();
      const now = rowOf(localId);
      if (now !== undefined && !(await claim(now))) ports.unpin(localId);
      waker.wake();
    },
    async resend(localId) {
      const row = rowOf(localId);
      if (row === undefined) return;
      refusals.delete(localId);
      failures.delete(localId);
      await move(row, ['unconfirmed', 'refused'], (known) => {
        const { refusal: _, attempt, ...rest } = known;
        const again = attempt === undefined ? {} : { attempt: { ...attempt, lost: 0 } };
        return { ...rest, ...again, state: 'queued' };
      });
      waker.wake();
    },
    async discard(localId) {
      let content: InputBlock[] | null = null;
      await store.update((rows) => {
        content = null;
        const row = rows.find((other) => other.localId === localId);
        const isFree = ['queued', 'unconfirmed', 'refused'].includes(row?.state ?? '');
        if (row === undefined || !isFree) return rows;
        content = row.content;
        return rows.filter((other) => other !== row);
      });
      ports.unpin(localId);
      ports.tellOthers();
      waker.wake();
      return content;
    },
    async adopt(sessionId) {
      // Not by what is read so far: a message may be on its way to the disk, without a session still.
      await store.update((rows) =>
        rows.map((row) => (row.sessionId === null ? { ...row, sessionId } : row)),
      );
      ports.tellOthers();
    },
    async refuseAll(code) {
      const id = ports.sessionId();
      const isStuck = (row: OutboxRow): boolean => row.sessionId === id && row.state === 'queued';
      if (!store.rows().some(isStuck)) return;
      await store.update((rows) =>
        rows.map((row) =>
          isStuck(row) ? { ...row, state: 'refused', refusal: { code, message: '' } } : row,
        ),
      );
      ports.tellOthers();
    },
    async work(signal) {
      while (!signal.aborted) {
        let delay: number | null = null;
        // What an earlier page has left there waits for nothing else that would wake this one.
        if (!store.hasRead()) {
          if (await store.read()) {
            await copies.tidy();
            ports.tellOthers();
          } else delay = STORAGE_RETRY_MS;
        }
        const row = head();
        const canGo = page.isOnline() && !ports.isBlocked() && ports.sessionId() !== null;
        if (canGo && row !== undefined && row.state !== 'unconfirmed') {
          try {
            delay = await locks.request(ports.lockName, { signal }, () => step(signal));
          } catch (error) {
            if (signal.aborted) return;
            ports.onWarning(`sending failed inside the chat: ${String(error)}`);
            delay = jitter(random, 0, 1_000, 5_000);
          }
        }
        if (signal.aborted) return;
        if (delay === null) await waker.sleep(isHeldNow ? HOLD_MS : null, signal);
        else if (delay > 0) await backOff.sleep(delay, signal);
      }
    },
    wake: waker.wake,
    retryNow() {
      backOff.wake();
      waker.wake();
    },
    isHeld: () => isHeldNow,
    tidy: copies.tidy,
    forget: copies.forget,
  };
}

const NEVER = new AbortController().signal;

function toChecking(row: OutboxRow): OutboxRow {
  const { attempt } = row;
  return attempt === undefined
    ? { ...row, state: 'checking' }
    : { ...row, state: 'checking', attempt: { ...attempt, lost: attempt.lost + 1 } };
}

function whenAborted(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(0);
    signal.addEventListener('abort', () => resolve(0), { once: true });
  });
}
