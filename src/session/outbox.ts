// Sending: what the visitor wrote goes out once, in order, or is never called sent. One unconfirmed message at a
// time, under a lock that all tabs share. Knows rows and the log; nothing of streams, tools or the view.

import type { ConversationState } from './conversation-state.ts';
import { createDeliverer } from './deliver.ts';
import { createDuplicates } from './duplicates.ts';
import type { Gate } from './gate.ts';
import { OVERLAP } from './log.ts';
import { createOutboxCommands, type OutboxCommands } from './outbox-commands.ts';
import { createMoves, toChecking, withoutAttempt } from './outbox-moves.ts';
import { type Attempt, contentKey, type OutboxRow } from './outbox-rows.ts';
import type { RowStore } from './row-store.ts';
import type { SessionContext } from './settings.ts';
import { createWaker, jitter, whenAborted } from './wait.ts';

/** When to look for a message whose reply was lost, after the attempt's end; then every 15 s until W. */
const LOOKS_MS = [0, 1_000, 3_000, 7_000, 15_000];
const LOOK_EVERY_MS = 15_000;
/** An attempt older than this is for the visitor to decide. */
const RESEND_LIMIT_MS = 600_000;
/** How long until storage that failed is tried again. */
const STORAGE_RETRY_MS = 2_000;
/** Trouble ends by being retried, which wakes; this is for what might not. */
const MAX_HELD_MS = 60_000;
/** A held message asks again this often, without a request: not every reason to hold announces its end. */
const HOLD_MS = 2_000;

export interface OutboxPorts {
  context: SessionContext;
  gate: Gate;
  store: RowStore;
  conversation: Pick<ConversationState, 'log' | 'events' | 'run'>;
  /** When the last list that reached the end began, by the monotonic clock. */
  listedAt(): number;
  /** A handler is at work, results are on their way, or an interrupt may still arrive. */
  isHeld(): boolean;
  /** What other tabs and earlier pages have left that `isHeld` should know. */
  readHolds(): Promise<void>;
  /** The message goes out now, although questions to the visitor may be open. */
  onPost(): void;
  /** Rows have changed in storage: the other tabs should read them. */
  tellOthers(): void;
  onChange(): void;
}

export interface Outbox extends OutboxCommands {
  /** Sends for as long as the signal lasts. */
  work(signal: AbortSignal): Promise<void>;
  /** Something it may wait for has changed. */
  wake(): void;
  /** Ends back-off too. */
  retryNow(): void;
  /** The head of the queue waits for the end of a pause. */
  isHeld(): boolean;
  /** Looks for second duplicates, and lets go of content that nothing can need any more. */
  tidy(): Promise<void>;
  /** The visitor clears this device: the text of what is sent goes at once. */
  forget(): Promise<void>;
}

export function createOutbox(ports: OutboxPorts): Outbox {
  const { context, gate, store, conversation } = ports;
  const { sessionId } = context;
  const { commitWindowMs } = context.settings;
  const { clock, random, locks, page } = context.platform;
  const waker = createWaker(clock);
  // Being told to retry while nothing waits is no reason to skip the next wait.
  const backOff = createWaker(clock, false);
  const bornAt = clock.monotonic();
  const duplicates = createDuplicates({ ...ports });
  const moves = createMoves({ ...ports, sessionId, events: conversation.events, duplicates });
  const { rowOf, head, move, claim } = moves;
  const { deliver, endOf, forgive } = createDeliverer({
    ...ports,
    moves,
    backOff,
    onPaused(isPaused) {
      isHeldNow = isPaused;
    },
  });
  const commands = createOutboxCommands({ ...ports, moves, forgive, wake: waker.wake });
  let isHeldNow = false;
  const lockName = (): string => `${context.namespace}:${sessionId()}:send`;
  /** How often in a row nothing could be stored of an attempt that other tabs must know of. */
  let noRoom = 0;

  /** Milliseconds until the next step; null: until something changes. */
  async function step(signal: AbortSignal): Promise<number | null> {
    const [isCertain] = await Promise.all([store.read(), ports.readHolds()]);
    const row = head();
    if (row === undefined || row.state === 'unconfirmed') return null;
    // Another tab may have sent it meanwhile, and storage can't say.
    if (!isCertain && !store.isOnlyHere(row.localId)) return STORAGE_RETRY_MS;
    // Earlier messages may wait there; storage that stays away can't hold up the visitor for ever.
    if (!store.hasRead() && clock.monotonic() - bornAt < store.patienceMs()) {
      return STORAGE_RETRY_MS;
    }
    return row.state === 'queued' ? post(row, signal) : check(row, signal);
  }

  async function post(row: OutboxRow, signal: AbortSignal): Promise<number | null> {
    if (hold()) return null;
    const waitMs = gate.heldMs();
    if (waitMs > 0) return Math.min(waitMs, MAX_HELD_MS);
    try {
      await refresh(signal);
    } catch (error) {
      return signal.aborted ? 0 : gate.report(error);
    }
    if (signal.aborted || (await claim(row))) return 0;
    if (hold()) return null;
    // It may have waited since that was decided.
    if ((row.attempt?.lost ?? 0) > 0 && !isYoung(row)) {
      await move(row, ['queued'], (known) => ({ ...known, state: 'unconfirmed' }));
      return 0;
    }
    const attempt: Attempt = {
      n: (row.attempt?.n ?? 0) + 1,
      lost: row.attempt?.lost ?? 0,
      open: (row.attempt?.open ?? 0) + 1,
      // Of the first: where the browser repeated one by itself, a copy of what was refused is told as such.
      baseline: row.attempt === undefined ? baseline() : row.attempt.baseline,
      known: row.attempt?.known ?? knownBefore(row),
      startedAt: clock.now(),
    };
    if (!(await move(row, ['queued'], (known) => ({ ...known, state: 'sending', attempt })))) {
      return 0;
    }
    const sending = rowOf(row.localId);
    if (sending?.state !== 'sending') return 0;
    const isShared = store.isVolatile() && !store.isOnlyHere(row.localId);
    // Storing it may take long enough for a tool to begin.
    const isLate = hold();
    if (signal.aborted || isShared || isLate) {
      await move(sending, ['sending'], (known) => ({
        ...withoutAttempt(known),
        state: 'queued',
      }));
      if (isLate) return null;
      if (!isShared) return 0;
      noRoom += 1;
      return Math.min(STORAGE_RETRY_MS * 2 ** noRoom, MAX_HELD_MS);
    }
    noRoom = 0;
    // A page that is leaving lets go of the lock; its reply, if it comes, still counts.
    return Promise.race([deliver(sending), whenAborted(signal)]);
  }

  /** Whoever may no longer send holds the lock for no list: it may wait for what only another tab can end. */
  function refresh(signal: AbortSignal): Promise<unknown> {
    return Promise.race([gate.refresh(), whenAborted(signal)]);
  }

  /** The event 20 before the last that is listed: looking for the message begins behind it. */
  function baseline(): string | null {
    const { listed, hasOlder } = conversation.log();
    return listed.at(-1 - OVERLAP)?.id ?? (hasOlder ? listed[0]?.id : null) ?? null;
  }

  /** Messages that say the same and were there before: none of them is ours. */
  function knownBefore(row: OutboxRow): string[] {
    const key = contentKey(row.content);
    return conversation
      .events()
      .slice(-200)
      .filter((event) => event.type === 'user.message' && contentKey(event.content) === key)
      .map((event) => event.id);
  }

  /** Looks until it is found, or until it can't arrive any more. */
  async function check(row: OutboxRow, signal: AbortSignal): Promise<number | null> {
    const { localId } = row;
    // An attempt of a page that is gone ended at the latest when this page first saw it.
    let since = endOf(row);
    if (row.state === 'sending') {
      await move(row, ['sending'], toChecking);
      return 0;
    }
    for (;;) {
      const lookedAt = clock.monotonic();
      try {
        await refresh(signal);
      } catch (error) {
        return signal.aborted ? 0 : gate.report(error);
      }
      await store.read();
      const now = rowOf(localId);
      if (signal.aborted || now?.state !== 'checking' || (await claim(now))) return 0;
      since = endOf(now);
      if (lookedAt - since >= commitWindowMs) return decide(now);
      const elapsed = clock.monotonic() - since;
      const next = LOOKS_MS.find((ms) => ms > elapsed) ?? elapsed + LOOK_EVERY_MS;
      const until = since + Math.min(next, Math.max(commitWindowMs, elapsed + 1));
      while (clock.monotonic() < until && !signal.aborted) {
        await waker.sleep(until - clock.monotonic(), signal);
        const fresh = rowOf(localId);
        if (fresh?.state !== 'checking' || (await claim(fresh))) return 0;
        if (endOf(fresh) !== since) break;
      }
    }
  }

  function isYoung({ attempt }: OutboxRow): boolean {
    const age = clock.now() - (attempt?.startedAt ?? 0);
    return age >= 0 && age < RESEND_LIMIT_MS;
  }

  /** W is over and it isn't there. */
  async function decide(row: OutboxRow): Promise<number> {
    const mayResend = (row.attempt?.lost ?? 0) < 2 && isYoung(row) && page.isOnline();
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
    ...commands,
    async work(signal) {
      while (!signal.aborted) {
        let delay: number | null = null;
        // What an earlier page has left there waits for nothing else that would wake this one.
        if (!store.hasRead()) {
          if (await store.read()) {
            await duplicates.tidy();
            ports.tellOthers();
          } else delay = STORAGE_RETRY_MS;
        }
        const row = head();
        // What nobody could find may have come after all.
        if (row?.state === 'unconfirmed' && (await claim(row))) continue;
        if (row === undefined || row.state === 'unconfirmed') gate.fine();
        const canGo = page.isOnline() && !gate.isBlocked() && sessionId() !== null;
        if (canGo && row !== undefined && row.state !== 'unconfirmed') {
          try {
            delay = await locks.request(lockName(), { signal }, () => step(signal));
          } catch (error) {
            if (signal.aborted) return;
            context.onWarning(`sending failed inside the chat: ${String(error)}`);
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
    tidy: duplicates.tidy,
    forget: duplicates.forget,
  };
}
