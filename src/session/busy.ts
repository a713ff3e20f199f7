// What is under way here and at the gateway: it keeps a hidden page reading, lets messages wait, and leaves something to
// the next page. Starts and ends nothing.

import type { Clock } from '../platform/types.ts';
import type { ConversationState } from './conversation-state.ts';
import { isUnsettled, type OutboxRow } from './outbox-rows.ts';
import type { SessionSettings } from './settings.ts';

/** A run of which nothing was heard for so long doesn't keep a hidden page awake. */
const SILENT_RUN_MS = 900_000;
/** By then the tool runner has looked at the calls that the first list shows. */
const CALLS_TOLD_MS = 500;

export interface BusyPorts {
  clock: Clock;
  conversation: Pick<ConversationState, 'run' | 'newsAt'>;
  /** This conversation's messages. */
  rows(): readonly OutboxRow[];
  /** Those of other conversations too. */
  allRows(): readonly OutboxRow[];
  /** None of them can be sent for now. */
  isBlocked(): boolean;
  settings: Pick<SessionSettings, 'commitWindowMs' | 'areHandlersRunning' | 'holdsMessages'>;
  /** Results are on their way. */
  isPosting(): boolean;
  /** Another tab's tools are at work. */
  isBusyElsewhere(): boolean;
  /** An interrupt may still arrive. */
  isStopOpen(): boolean;
}

export interface Busy {
  isBusy(): boolean;
  areToolsBusy(): boolean;
  /** Messages that go out by themselves, now or later. */
  hasUnsent(): boolean;
  /** No message may go out now: something must come before it. */
  isHeld(): boolean;
  /** The next page has something to look after. */
  isUnfinished(): boolean;
  /** This page's first list has reached the end. */
  caughtUp(): void;
}

export function createBusy(ports: BusyPorts): Busy {
  const { clock, conversation, settings } = ports;
  /** By the monotonic clock. */
  let caughtUpAt = Number.POSITIVE_INFINITY;

  const areToolsBusy = (): boolean => settings.areHandlersRunning() || ports.isPosting();

  const hasUnsent = (): boolean =>
    ports.rows().some((row) => isUnsettled(row) && row.state !== 'unconfirmed');

  /** The tools are about to hear what the run waits for: an earlier page may have begun it. */
  function isNewHere(): boolean {
    const run = conversation.run();
    // An earlier page may have begun a call that no list shows yet.
    const isHidden = run.state === 'paused' && run.hasHidden;
    const sinceMs = clock.monotonic() - conversation.newsAt();
    if (isHidden && sinceMs < settings.commitWindowMs) return true;
    return clock.monotonic() - caughtUpAt < CALLS_TOLD_MS;
  }

  return {
    areToolsBusy,
    hasUnsent,
    isBusy() {
      const isRunLive =
        conversation.run().state !== 'idle' &&
        clock.monotonic() - conversation.newsAt() < SILENT_RUN_MS;
      return isRunLive || areToolsBusy() || (hasUnsent() && !ports.isBlocked());
    },
    isHeld() {
      if (settings.holdsMessages() || ports.isStopOpen()) return true;
      // A message ends a pause, so it waits while any tab works on what the run waits for.
      const isPaused = conversation.run().state === 'paused';
      return isPaused && (areToolsBusy() || ports.isBusyElsewhere() || isNewHere());
    },
    isUnfinished: () =>
      conversation.run().state !== 'idle' || ports.allRows().some(isUnsettled) || areToolsBusy(),
    caughtUp() {
      caughtUpAt = Math.min(caughtUpAt, clock.monotonic());
    },
  };
}
