// What is under way here and at the gateway, computed from the facts: it keeps a hidden page reading, lets messages wait,
// and leaves something to the next page. Starts and ends nothing; tells the other tabs when this one's tools begin and end.

import { type Signal, signal } from '@preact/signals-core';
import type { Backoff } from './backoff.ts';
import type { SessionContext } from './context.ts';
import { watch } from './facts.ts';
import { isUnsettled } from './outbox-rows.ts';
import type { TabChannel } from './tab-channel.ts';
import type { Unnamed } from './unnamed/index.ts';

/** A run of which nothing was heard for so long doesn't keep a hidden page awake. */
const SILENT_RUN_MS = 900_000;
/** By then the tool runner has looked at the calls that the first list shows. */
const CALLS_TOLD_MS = 500;

export interface BusyPorts {
  context: SessionContext;
  backoff: Pick<Backoff, 'isBlocked'>;
  channel: Pick<TabChannel, 'tell' | 'isBusyElsewhere'>;
  /** An interrupt may still arrive. */
  unnamed: Pick<Unnamed, 'stops'>;
}

/** Each is a fact: whoever has read it hears when the answer may be another. */
export interface Busy {
  isBusy(): boolean;
  areToolsBusy(): boolean;
  /** Messages that go out by themselves, now or later. */
  hasUnsent(): boolean;
  /** No message may go out now: something must come before it. */
  isHeld(): boolean;
  /** The next page has something to look after. */
  isUnfinished(): boolean;
  /** So many postings of results are on their way: whoever posts counts them here. */
  readonly posting: Signal<number>;
}

export function createBusy({ context, backoff, channel, unnamed }: BusyPorts): Busy {
  const { settings } = context;
  const { page, time, log, rows, lists, tools } = context.facts;
  const posting = signal(0);

  function areToolsBusy(): boolean {
    void tools.value;
    return posting.value > 0 || settings.areHandlersRunning();
  }

  const hasUnsent = (): boolean =>
    rows.own().some((row) => isUnsettled(row) && row.state !== 'unconfirmed');

  /** The tools are about to hear what the run waits for: an earlier page may have begun it. */
  function isNewHere(): boolean {
    const run = log.run();
    // An earlier page may have begun a call that no list shows yet.
    const isHidden = run.state === 'paused' && run.hasHidden;
    if (isHidden && !time.isPast(log.seen.newsAt() + settings.commitWindowMs)) return true;
    return !time.isPast(lists.value.firstEndedAt + CALLS_TOLD_MS);
  }

  let wasTold = false;
  watch(
    areToolsBusy,
    () => {
      const isBusy = areToolsBusy();
      if (isBusy !== wasTold) channel.tell({ type: 'busy', isBusy });
      wasTold = isBusy;
    },
    page.end,
  );

  return {
    posting,
    areToolsBusy,
    hasUnsent,
    isBusy() {
      const isRunLive =
        log.run().state !== 'idle' && !time.isPast(log.seen.newsAt() + SILENT_RUN_MS);
      return isRunLive || areToolsBusy() || (hasUnsent() && !backoff.isBlocked('message'));
    },
    isHeld() {
      void tools.value;
      if (settings.holdsMessages() || unnamed.stops.isOpen()) return true;
      // A message ends a pause, so it waits while any tab works on what the run waits for.
      const isPaused = log.run().state === 'paused';
      return isPaused && (areToolsBusy() || channel.isBusyElsewhere() || isNewHere());
    },
    isUnfinished: () =>
      log.run().state !== 'idle' || rows.rows().some(isUnsettled) || areToolsBusy(),
  };
}
