// A database that many callers share fairly: so many works of one caller at a time, and what is more waits in that caller's own
// queue instead of before everybody else's. `as` says which caller asks; work of the gateway's own waits for nobody.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createLanes, type Rest } from '../lanes.ts';
import type { Db } from './types.ts';

export interface FairOptions {
  /** Statements and transactions of one caller at a time. */
  width: number;
  /** How long the next of a caller's works waits; none: it begins at once. */
  rest?: Rest;
}

interface Caller {
  key: string;
  /** The call has ended: what it has begun for everybody, such as a timer, isn't its own. */
  isOver: boolean;
}

/** `db`, with an `as` of its own: see Db. */
export function shareFairly(db: Omit<Db, 'as'>, { width, rest }: FairOptions): Db {
  const callers = new AsyncLocalStorage<Caller>();
  const lanes = createLanes(width, rest);

  return {
    ...db,
    query: (sql, params) => inTurn(() => db.query(sql, params)),
    transaction: (work, options) => inTurn(() => db.transaction(work, options)),
    async as(key, work) {
      const caller: Caller = { key, isOver: false };
      try {
        return await callers.run(caller, work);
      } finally {
        caller.isOver = true;
      }
    },
  };

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const caller = callers.getStore();
    return caller === undefined || caller.isOver ? work() : lanes.run(caller.key, work);
  }
}
