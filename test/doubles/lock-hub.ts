// Locks that several tabs of one process share, with the semantics of Web Locks: first come first served,
// and a tab that dies lets go of everything it held or waited for.

import type { LockOptions, Locks } from '../../src/platform/types.ts';

interface Waiting {
  tab: object;
  name: string;
  grant(): void;
}

export interface TabLocks extends Locks {
  /** The page is gone: its locks are released, and nothing it asked for ever settles. */
  kill(): void;
}

export interface LockHub {
  tab(): TabLocks;
  /** Names held now. */
  held(): string[];
}

export function createLockHub(): LockHub {
  const holders = new Map<string, object>();
  const queue: Waiting[] = [];

  function drop(waiting: Waiting): void {
    const index = queue.indexOf(waiting);
    if (index >= 0) queue.splice(index, 1);
  }

  function grantNext(name: string): void {
    if (holders.has(name)) return;
    const next = queue.find((waiting) => waiting.name === name);
    if (next === undefined) return;
    drop(next);
    next.grant();
  }

  function release(name: string, holder: object): void {
    if (holders.get(name) !== holder) return;
    holders.delete(name);
    grantNext(name);
  }

  return {
    held: () => [...holders.keys()],
    tab() {
      const tab = {};
      const mine = new Map<object, string>();
      let isDead = false;

      function request<T>(
        name: string,
        options: LockOptions,
        run: (isHeld: boolean) => Promise<T>,
      ): Promise<T> {
        return new Promise<T>((resolve, reject) => {
          if (isDead) return;
          const { signal, ifAvailable } = options;
          if (signal?.aborted) return reject(signal.reason);
          // Settles only for a living tab, since a dead page's code doesn't go on.
          const settle = (result: Promise<T>, after: () => void) =>
            result.then(
              (value) => {
                after();
                if (!isDead) resolve(value);
              },
              (error) => {
                after();
                if (!isDead) reject(error);
              },
            );
          const call = async (isHeld: boolean): Promise<T> => run(isHeld);

          if (ifAvailable && (holders.has(name) || queue.some((other) => other.name === name))) {
            void settle(call(false), () => {});
            return;
          }
          const waiting: Waiting = {
            tab,
            name,
            grant() {
              signal?.removeEventListener('abort', giveUp);
              const holder = {};
              holders.set(name, holder);
              mine.set(holder, name);
              // Web Locks grants in a task of its own, never inside request().
              queueMicrotask(() => {
                if (isDead) return;
                void settle(call(true), () => {
                  mine.delete(holder);
                  release(name, holder);
                });
              });
            },
          };
          const giveUp = () => {
            drop(waiting);
            if (!isDead) reject(signal?.reason);
          };
          signal?.addEventListener('abort', giveUp, { once: true });
          queue.push(waiting);
          grantNext(name);
        });
      }

      return {
        request,
        kill() {
          isDead = true;
          for (const waiting of queue.filter((other) => other.tab === tab)) drop(waiting);
          for (const [holder, name] of mine) release(name, holder);
          mine.clear();
        },
      };
    },
  };
}
