// One lane for each session: what changes it goes one after the other, and waits here instead of holding a connection to the
// database while another holds the session's row. So a session that is flooded takes one connection, and the others go on.

import { rateLimited } from '../http/http-error.ts';

export interface Lanes {
  /** @param most how many may wait already. @throws HttpError 429 where they do. */
  run<T>(key: string, work: () => Promise<T>, most?: number): Promise<T>;
}

interface Lane {
  last: Promise<unknown>;
  waiting: number;
}

const RETRY_AFTER_S = 1;

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  return {
    async run(key, work, most = Number.POSITIVE_INFINITY) {
      const lane = lanes.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      if (lane.waiting >= most) {
        throw rateLimited(
          `${most} requests wait for this session already. Send one after the other.`,
          RETRY_AFTER_S,
        );
      }
      lanes.set(key, lane);
      lane.waiting += 1;
      const turn = lane.last.then(work);
      // A failure is its caller's; the next one goes on all the same.
      lane.last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        lane.waiting -= 1;
        if (lane.waiting === 0) lanes.delete(key);
      }
    },
  };
}
