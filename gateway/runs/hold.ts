// Writes on behalf of a run, only while the run still holds the session and hasn't been cancelled. Each write also stores the
// tokens that the cycle has used so far, so that they are charged even if this process dies.

import type { SessionLog, SessionWrite } from '../log/session-log.ts';
import { RunStopped } from './failures.ts';
import { type Metered, spentBy } from './meter.ts';
import type { RunRow } from './run-row.ts';

export interface Holder extends Metered {
  run: Pick<RunRow, 'run_id' | 'session_id'>;
}

/** @throws RunStopped where the run was cancelled or is no longer ours; then nothing is written. */
export function writeForRun<T>(
  log: SessionLog,
  cycle: Holder,
  work: (write: SessionWrite) => Promise<T>,
): Promise<T> {
  const { run_id, session_id } = cycle.run;
  return log.write(session_id, async (write) => {
    if (write.session.run_id !== run_id) throw new RunStopped('lost');
    if (write.session.cancel_run_id === run_id) throw new RunStopped('cancelled');
    const result = await work(write);
    const spent = spentBy(cycle);
    if (spent !== '[]') {
      await write.tx.query('UPDATE runs SET spent = $2 WHERE run_id = $1', [run_id, spent]);
    }
    return result;
  });
}
