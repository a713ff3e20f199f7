// A conversation as it was after some of its events, for one that is played again from an export. Pure: nothing is asked, stored or
// sent.

import type { SessionEvent } from '../protocol/index.ts';
import { readRun } from './run-state.ts';
import { buildTranscript } from './transcript.ts';
import type { RunView, SessionSnapshot } from './types.ts';

/** @param events oldest first. */
export function snapshotOf(events: readonly SessionEvent[]): SessionSnapshot {
  const times = new Map<string, number>();
  let latest = 0;
  for (const { id, created_at, processed_at } of events) {
    const at = Date.parse(created_at ?? processed_at ?? '');
    // An event that doesn't say when it was follows the one before it.
    if (!Number.isNaN(at)) latest = at;
    times.set(id, latest);
  }
  const seenAt = (id: string): number => times.get(id) ?? latest;
  const run = readRun(events);
  const { entries } = buildTranscript(null, {
    events,
    rows: [],
    run,
    seenAt,
    delivery: { isOnline: true, hasSession: true, blockage: null, isHeld: false },
  });
  return {
    sessionId: 'replay',
    entries,
    run: viewOf(run, seenAt),
    connection: 'live',
    trouble: null,
    isRestored: true,
    isUpToDate: true,
    hasOlder: false,
    isLoadingOlder: false,
    isForgetful: false,
  };
}

/** The page's tools stay where they are: a pause is shown as one that waits for nobody here. */
function viewOf(run: ReturnType<typeof readRun>, seenAt: (id: string) => number): RunView {
  if (run.state === 'idle') return { state: 'idle' };
  if (run.state === 'paused') return { state: 'paused', calls: [], isStopping: run.isInterrupted };
  return { state: 'running', startedAt: seenAt(run.wentOnId), isStopping: run.isInterrupted };
}
