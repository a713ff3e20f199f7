// Sending: what the visitor wrote goes out once, in order, or is never called sent. One unconfirmed message at a
// time, under a lock that all tabs share. What comes next is decided in decide.ts; here it is carried out, and then
// decided anew. Knows rows and the log; nothing of streams, tools or the view.

import { signal } from '@preact/signals-core';
import type { Busy } from './busy.ts';
import type { SessionContext } from './context.ts';
import { type Action, decide, type Facts, MAX_WAIT_MS } from './decide.ts';
import { attemptOf, createDeliverer } from './deliver.ts';
import { createListener } from './facts.ts';
import type { Gate } from './gate.ts';
import { OVERLAP } from './log.ts';
import { createOutboxCommands, type OutboxCommands } from './outbox-commands.ts';
import { claim, headOf, move, rowOf, toChecking, withoutAttempt } from './outbox-moves.ts';
import { type Attempt, contentKey, type OutboxRow } from './outbox-rows.ts';
import { isOnlyHere } from './row-store.ts';
import type { TabChannel } from './tab-channel.ts';
import type { Unnamed } from './unnamed/index.ts';
import { jitter, unlessAborted } from './wait.ts';

/** How long until storage that failed is tried again. */
const STORAGE_RETRY_MS = 2_000;
/**
 * How long a message waits for those that an earlier page may have left in storage that can't be read: storage that
 * fails often comes back; storage that doesn't even open may never.
 */
const READ_LIMIT_MS = 30_000;
const OPEN_LIMIT_MS = 10_000;
/** A held message is decided again this often, without a request: some reasons to hold end without a word. */
const HOLD_MS = 2_000;

export interface OutboxPorts {
  context: SessionContext;
  gate: Gate;
  busy: Pick<Busy, 'isHeld'>;
  channel: Pick<TabChannel, 'tell' | 'hear' | 'isBusyElsewhere'>;
  unnamed: Pick<Unnamed, 'stops'>;
}

export interface Outbox extends OutboxCommands {
  /** Sends for as long as the signal lasts. */
  work(signal: AbortSignal): Promise<void>;
  /** The head of the queue waits for the end of a pause. A fact. */
  isHeld(): boolean;
}

/** What the next step waits for. */
type Pause = Extract<Action, { do: 'wait' | 'back off' }>;
const AGAIN: Pause = { do: 'wait', ms: 0 };
const UNTIL_CHANGE: Pause = { do: 'wait', ms: null };
/** Null: waiting doesn't help. */
const backOffFor = (ms: number | null): Pause =>
  ms === null ? UNTIL_CHANGE : { do: 'back off', ms };

export function createOutbox(ports: OutboxPorts): Outbox {
  const { context, gate, busy, channel } = ports;
  const { sessionId, settings } = context;
  const { eased } = gate.backoff;
  const { page, log: conversation, rows: store } = context.facts;
  const { commitWindowMs } = settings;
  const { clock, random, locks, storage } = context.platform;
  const facts = createListener(
    clock,
    () => [conversation.events(), store.rows(), busy.isHeld(), eased.value],
    page.end,
  );
  // A retry while nothing waits must not skip the next wait.
  const backOff = createListener(clock, () => eased.value, page.end, false);
  const bornAt = clock.monotonic();
  const isHeldNow = signal(false);
  const { deliver, endOf, forgive } = createDeliverer({
    context,
    gate,
    // The message goes out instead of an answer to a question.
    onLeave() {
      skipQuestions();
      channel.tell({ type: 'skip' });
    },
    onPaused(isPaused) {
      isHeldNow.value = isPaused;
    },
  });
  const commands = createOutboxCommands({ context, gate, forgive });
  /** The last list that was read for a row as it was. */
  let looked: { name: string; began: number; ended: number } | null = null;
  const lockName = (): string => `${context.namespace}:${sessionId()}:send`;
  /** Attempts in a row that could not be stored, although other tabs know the row. */
  let noRoom = 0;

  /** What can be done now, for the first message that isn't settled. */
  async function next(signal: AbortSignal): Promise<Pause> {
    let idle = UNTIL_CHANGE;
    // Nothing else wakes this page for messages that an earlier page has left in storage.
    if (!store.hasRead() && !(await store.read())) idle = backOffFor(STORAGE_RETRY_MS);
    const row = headOf(store, sessionId());
    // The log may show by now what was looked for in vain.
    const isSought = row?.state === 'unconfirmed' || row?.state === 'checking';
    if (isSought && (await claim(store, conversation, row))) return AGAIN;
    const isOver = row === undefined || row.state === 'unconfirmed';
    if (isOver) gate.fine();
    if (isOver || !page.isOnline() || gate.isBlocked() || sessionId() === null) return idle;
    try {
      // A page that leaves lets go of the lock at once: in the back-forward cache its step would not end, and no tab of
      // this conversation could send.
      return await locks.request(lockName(), { signal }, () =>
        unlessAborted(signal, step(signal), AGAIN),
      );
    } catch (error) {
      if (!signal.aborted) context.onWarning(`sending failed inside the chat: ${String(error)}`);
      return backOffFor(jitter(random, 0, 1_000, 5_000));
    }
  }

  async function step(signal: AbortSignal): Promise<Pause> {
    const [isCertain] = await Promise.all([store.read(), ports.unnamed.stops.read()]);
    if (signal.aborted) return AGAIN;
    const row = headOf(store, sessionId());
    if (row === undefined || row.state === 'unconfirmed') return UNTIL_CHANGE;
    // If storage can't be read, another tab may have sent this row meanwhile.
    if (!isCertain && !isOnlyHere(store, row.localId)) return backOffFor(STORAGE_RETRY_MS);
    // Messages of an earlier page may wait in storage. If it can't be read for long, the visitor's message goes first.
    const limitMs = storage.isDurable ? READ_LIMIT_MS : OPEN_LIMIT_MS;
    if (!store.hasRead() && clock.monotonic() - bornAt < limitMs) {
      return backOffFor(STORAGE_RETRY_MS);
    }
    // A list that was read for a message serves no other, nor the same one later.
    if (row.state === 'queued') looked = null;
    return act(row, signal);
  }

  /** What is known right now of the message that is next. */
  function factsOf(row: OutboxRow): Facts {
    const seen = looked?.name === attemptOf(row) ? looked : null;
    return {
      row,
      now: clock.now(),
      at: clock.monotonic(),
      since: endOf(row),
      looked: seen,
      commitWindowMs,
      isOnline: page.isOnline(),
      isHeld: row.state === 'queued' && hold(),
      gateMs: gate.waitMs(),
      isNamed: row.attempt?.isNamed === true && gate.hasIntents(),
      isLive: gate.isLive(),
    };
  }

  /** Carries out one action after the other, each decided anew, until one has to be waited for, without the lock. */
  async function act(row: OutboxRow, signal: AbortSignal): Promise<Pause> {
    const known = factsOf(row);
    const action = decide(known);
    switch (action.do) {
      case 'wait':
        if (known.isHeld && known.gateMs === 0) wantQuestionsSkipped();
        return action;
      case 'back off':
        return action;
      case 'look': {
        const began = clock.monotonic();
        try {
          await refresh(signal);
        } catch (error) {
          return signal.aborted ? AGAIN : backOffFor(gate.report(error));
        }
        if (row.state === 'checking') await store.read();
        const now = rowOf(store, row.localId);
        if (signal.aborted || now?.state !== row.state || (await claim(store, conversation, now)))
          return AGAIN;
        looked = { name: attemptOf(now), began, ended: clock.monotonic() };
        return act(now, signal);
      }
      case 'post':
        return post(row, signal);
      case 'call lost':
        await move(store, row, ['sending'], toChecking);
        return AGAIN;
      case 'requeue':
        await move(store, row, ['checking'], (known) => ({ ...known, state: 'queued' }));
        return AGAIN;
      case 'ask visitor':
        await move(store, row, ['queued', 'checking'], (known) => ({
          ...known,
          state: 'unconfirmed',
        }));
        return AGAIN;
    }
  }

  async function post(row: OutboxRow, signal: AbortSignal): Promise<Pause> {
    const attempt: Attempt = {
      n: (row.attempt?.n ?? 0) + 1,
      lost: row.attempt?.lost ?? 0,
      open: (row.attempt?.open ?? 0) + 1,
      // Keep the first attempt's baseline: the browser may have repeated that POST, with one copy applied and the other
      // refused.
      baseline: row.attempt === undefined ? baseline() : row.attempt.baseline,
      known: row.attempt?.known ?? knownBefore(row),
      startedAt: clock.now(),
      ...(gate.hasIntents() && (!row.attempt?.open || row.attempt.isNamed)
        ? { isNamed: true }
        : {}),
    };
    if (
      !(await move(store, row, ['queued'], (known) => ({ ...known, state: 'sending', attempt })))
    ) {
      return AGAIN;
    }
    const sending = rowOf(store, row.localId);
    if (sending?.state !== 'sending') return AGAIN;
    const isShared = store.hasUnstored() && !isOnlyHere(store, row.localId);
    // While the attempt was being stored a tool may have begun.
    const isLate = hold();
    if (signal.aborted || isShared || isLate) {
      await move(store, sending, ['sending'], (known) => ({
        ...withoutAttempt(known),
        state: 'queued',
      }));
      if (isLate) return UNTIL_CHANGE;
      if (!isShared) return AGAIN;
      noRoom += 1;
      return backOffFor(Math.min(STORAGE_RETRY_MS * 2 ** noRoom, MAX_WAIT_MS));
    }
    noRoom = 0;
    // If the page is leaving, let go of the lock at once; if the reply still comes, it counts.
    return backOffFor(await unlessAborted(signal, deliver(sending), 0));
  }

  /** If this tab loses the right to send, stop waiting for the list: only another tab may be able to end that wait. */
  function refresh(signal: AbortSignal): Promise<unknown> {
    return unlessAborted(signal, gate.refresh(), undefined);
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

  function hold(): boolean {
    isHeldNow.value = busy.isHeld();
    return isHeldNow.peek();
  }

  function skipQuestions(): void {
    if (settings.hasOpenQuestions()) settings.onQuestionsSkipped();
  }

  /**
   * The message could go out now, but for what it is held for. The results of a pause go out together: if some are there
   * while another call still asks the visitor, the message waits for the results and they wait for the answer. The message
   * takes its place.
   */
  function wantQuestionsSkipped(): void {
    const isHere = settings.areHandlersRunning();
    if (isHere) skipQuestions();
    if (isHere || channel.isBusyElsewhere()) channel.tell({ type: 'skip' });
  }

  channel.hear(({ type }) => type === 'skip' && skipQuestions());

  return {
    ...commands,
    async work(signal) {
      while (!signal.aborted) {
        const pause = await next(signal);
        if (pause.ms === 0) continue;
        if (pause.do === 'back off') await backOff.sleep(pause.ms, signal);
        else await facts.sleep(pause.ms ?? (isHeldNow.peek() ? HOLD_MS : null), signal);
      }
    },
    isHeld: () => isHeldNow.value,
  };
}
