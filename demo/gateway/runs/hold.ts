// Writing on behalf of a run: only while it still holds the session, and nobody has cancelled it.

import type { SessionLog, SessionWrite } from '../sessions/session-log.ts';
import { RunStopped } from './failures.ts';
import type { RunRow } from './run-row.ts';

/** @throws RunStopped where the run was cancelled or is no longer ours; then nothing is written. */
export function writeForRun<T>(
  log: SessionLog,
  { run_id, session_id }: Pick<RunRow, 'run_id' | 'session_id'>,
  work: (write: SessionWrite) => Promise<T>,
): Promise<T> {
  return log.write(session_id, (write) => {
    if (write.session.run_id !== run_id) throw new RunStopped('lost');
    if (write.session.cancel_run_id === run_id) throw new RunStopped('cancelled');
    return work(write);
  });
}
