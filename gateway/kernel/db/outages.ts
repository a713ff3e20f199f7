// Drills: for a while the gateway answers for one project as if its database were away, so that a client's back-off, and
// an operator's alarms, can be tried without pulling a plug. Known to this process alone, and gone with it.

import type { Clock } from '../clock.ts';
import { DatabaseUnavailable } from './types.ts';

/** Drills in which a project is answered as if the database were away. */
export interface Outages {
  /** From now on for `ms`; 0 ends it. */
  begin(projectId: string, ms: number): void;
  /** @throws DatabaseUnavailable while there is one. */
  check(projectId: string): void;
}

/** Keeps the drills of this process alone. */
export function createOutages(clock: Clock): Outages {
  const ends = new Map<string, number>();
  return {
    begin(projectId, ms) {
      if (ms === 0) ends.delete(projectId);
      else ends.set(projectId, clock.monotonic() + ms);
    },
    check(projectId) {
      const end = ends.get(projectId);
      if (end === undefined) return;
      if (clock.monotonic() < end) throw new DatabaseUnavailable(new Error('This is a drill.'));
      ends.delete(projectId);
    },
  };
}
