// Locks through the browser's Web Locks, under a prefix that keeps them apart from the host page's. A page in the
// back-forward cache or suspended leaves every queue, since Chromium loses a lock that it grants to such a page. If the
// browser refuses Web Locks (an opaque origin), the fallback is used.

import type { Locks, Page } from './types.ts';

export function createWebLocks(
  manager: LockManager,
  prefix: string,
  page: Pick<Page, 'on'>,
  fallback: Locks,
): Locks {
  const isRefusal = (error: unknown): boolean =>
    error instanceof DOMException && error.name === 'SecurityError';

  /** Aborted when the page goes; replaced once it is back. */
  let presence = new AbortController();
  let comeBack = (): void => {};
  let back: Promise<void> = Promise.resolve();
  const stops = [
    page.on('pagehide', () => {
      if (presence.signal.aborted) return;
      back = new Promise((resolve) => {
        comeBack = resolve;
      });
      presence.abort();
    }),
    page.on('pageshow', () => {
      if (presence.signal.aborted) presence = new AbortController();
      comeBack();
    }),
  ];

  /** Waits for the lock while the page is there. A page that comes back joins the queue at its end. */
  async function wait<T>(
    name: string,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const queueing = new AbortController();
      const ends = signal === undefined ? [presence.signal] : [presence.signal, signal];
      const leave = (): void => queueing.abort(signal?.reason);
      for (const end of ends) {
        end.addEventListener('abort', leave);
        if (end.aborted) leave();
      }
      const forget = (): void => {
        for (const end of ends) end.removeEventListener('abort', leave);
      };
      try {
        return await manager.request(name, bare({ signal: queueing.signal }), () => {
          forget();
          return run();
        });
      } catch (error) {
        if (!queueing.signal.aborted) throw error;
      } finally {
        forget();
      }
      signal?.throwIfAborted();
      await back;
      signal?.throwIfAborted();
    }
  }

  return {
    close() {
      for (const stop of stops) stop();
    },
    async request(name, { ifAvailable, signal }, run) {
      let hasRun = false;
      const start = (isHeld: boolean) => {
        hasRun = true;
        return run(isHeld);
      };
      try {
        // Web Locks forbids the two options together; and a request that doesn't wait needs no signal.
        return await (ifAvailable
          ? manager.request(prefix + name, bare({ ifAvailable }), (lock) => start(lock !== null))
          : wait(prefix + name, signal, () => start(true)));
      } catch (error) {
        if (hasRun || !isRefusal(error)) throw error;
        return fallback.request(
          name,
          { ...(ifAvailable ? { ifAvailable } : {}), ...(signal ? { signal } : {}) },
          run,
        );
      }
    },
  };
}

/** Options without a prototype, so that the browser reads none, such as `steal`, from Object.prototype. */
function bare<T extends object>(members: T): T {
  return Object.assign(Object.create(null), members);
}
