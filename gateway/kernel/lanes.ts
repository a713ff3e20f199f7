// Lanes: the works of one key go so many at a time, and what is more waits here, in its order, instead of holding a connection to
// the database. So who floods waits for itself, and the others go on. Knows nothing of what is done.

import { rateLimited } from './http-error.ts';

export interface Lanes {
  /** @param most how many may be here already, waiting or at work. @throws HttpError 429 where they are. */
  run<T>(key: string, work: () => Promise<T>, most?: number): Promise<T>;
}

interface Lane {
  working: number;
  /** Each begins one. */
  waiting: (() => void)[];
}

const RETRY_AFTER_S = 1;

/** A pause that the next work of a lane waits for, besides the work before it. */
export interface Rest {
  /** Milliseconds since some moment. */
  now(): number;
  /** Null: it begins at once. */
  after(key: string, tookMs: number): Promise<void> | null;
}

/** @param width works of one key at a time. */
export function createLanes(width = 1, rest?: Rest): Lanes {
  const lanes = new Map<string, Lane>();
  return {
    async run(key, work, most = Number.POSITIVE_INFINITY) {
      const lane = lanes.get(key) ?? { working: 0, waiting: [] };
      if (lane.working + lane.waiting.length >= most) {
        throw rateLimited(
          `${most} requests wait for this session already. Send one after the other.`,
          RETRY_AFTER_S,
        );
      }
      lanes.set(key, lane);
      if (lane.working < width) lane.working += 1;
      else await new Promise<void>((begin) => lane.waiting.push(begin));
      const began = rest?.now() ?? 0;
      try {
        return await work();
      } finally {
        const resting = rest?.after(key, rest.now() - began) ?? null;
        if (resting === null) leave(key, lane);
        else resting.then(() => leave(key, lane));
      }
    },
  };

  /** A place is handed on, not given back: nobody who comes now gets ahead of who waits. */
  function leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next !== undefined) next();
    else lane.working -= 1;
    if (lane.working === 0) lanes.delete(key);
  }
}
