// Whether a page goes elsewhere because of a tool, or stays. Watches from the moment in which the handler begins; knows
// nothing of calls or results.

import type { CallsContext } from './context.ts';

/** How long a tool that navigates may take, once its handler is done, until a navigation begins; then it stays. */
const STAY_MS = 1_000;
/** How long the next page's server may take: if no page has come by then, it was a download or the like. */
const LEAVE_MS = 15_000;

export interface Leaving {
  /**
   * The next page says where it went; this resolves only if this one stays, comes back from the cache, has changed its
   * address without a load, or is stopped. In a page that is gone for good it never does.
   */
  settled(stop: AbortSignal): Promise<void>;
  /** The page's address is another than at the start. */
  hasMoved(): boolean;
  close(): void;
}

export function watchLeaving({
  clock,
  page,
  tab,
}: Pick<CallsContext, 'clock' | 'page' | 'tab'>): Leaving {
  const { isLeaving } = tab;
  const before = page.url();
  const hasMoved = (): boolean => page.url() !== before;
  let hasBegun = false;
  const off = page.on('leave', () => {
    hasBegun = true;
  });
  return {
    hasMoved,
    close: off,
    settled(stop) {
      if (!isLeaving() && (hasMoved() || stop.aborted)) return Promise.resolve();
      return new Promise((resolve) => {
        const done = (): void => {
          if (isLeaving()) return;
          for (const end of offs) end();
          clock.clearTimeout(timer);
          stop.removeEventListener('abort', done);
          resolve();
        };
        let timer = clock.setTimeout(done, hasBegun ? LEAVE_MS : STAY_MS);
        const offs = [
          page.on('leave', () => {
            clock.clearTimeout(timer);
            timer = clock.setTimeout(done, LEAVE_MS);
          }),
          page.on('pageshow', done),
          page.on('pagehide', () => clock.clearTimeout(timer)),
        ];
        stop.addEventListener('abort', done);
      });
    },
  };
}
