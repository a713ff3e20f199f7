// What is under way here and at the gateway: it keeps a hidden page reading, and lets messages wait. Starts and ends
// nothing; what other tabs do is not its business.

import type { Clock } from '../platform/types.ts';
import type { ConversationState } from './conversation-state.ts';
import { isUnsettled, type OutboxRow } from './outbox-rows.ts';

/** A run of which nothing was heard for so long doesn't keep a hidden page awake. */
const SILENT_RUN_MS = 900_000;
/** By then whoever runs the tools has looked at what the first list shows. */
const CALLS_TOLD_MS = 500;

export interface BusyPorts {
  clock: Clock;
  conversation: Pick<ConversationState, 'run' | 'newsAt'>;
  /** This conversation's messages. */
  rows(): readonly OutboxRow[];
  /** None of them can be sent for now. */
  isBlocked(): boolean;
  commitWindowMs: number;
  areHandlersRunning(): boolean;
  /** Results are on their way. */
  isPosting(): boolean;
}

export interface Busy {
  isBusy(): boolean;
  areToolsBusy(): boolean;
  /** Messages that go out by themselves, now or later. */
  hasUnsent(): boolean;
  /** The tools are about to hear what the run waits for: an earlier page may have begun it. */
  isNewHere(): boolean;
  /** This page's first list has reached the end. */
  caughtUp(): void;
}

export function createBusy(ports: BusyPorts): Busy {
  const { clock, conversation, commitWindowMs } = ports;
  /** By the monotonic clock. */
  let caughtUpAt = Number.POSITIVE_INFINITY;

  const areToolsBusy = (): boolean => ports.areHandlersRunning() || ports.isPosting();

  const hasUnsent = (): boolean =>
    ports.rows().some((row) => isUnsettled(row) && row.state !== 'unconfirmed');

  return {
    areToolsBusy,
    hasUnsent,
    isBusy() {
      const isRunLive =
        conversation.run().state !== 'idle' &&
        clock.monotonic() - conversation.newsAt() < SILENT_RUN_MS;
      return isRunLive || areToolsBusy() || (hasUnsent() && !ports.isBlocked());
    },
    isNewHere() {
      const run = conversation.run();
      // A call that isn't visible yet may have been begun by an earlier page.
      const isHidden = run.state === 'paused' && run.hasHidden;
      if (isHidden && clock.monotonic() - conversation.newsAt() < commitWindowMs) return true;
      return clock.monotonic() - caughtUpAt < CALLS_TOLD_MS;
    },
    caughtUp() {
      caughtUpAt = Math.min(caughtUpAt, clock.monotonic());
    },
  };
}
