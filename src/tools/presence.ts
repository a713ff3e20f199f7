// Which tabs live: each holds a lock of its own for as long as its page is there. The locks only save work; that no call
// has two owners is the journal's claim. It knows nothing of calls.

import type { Locks } from '../platform/types.ts';

export interface Presence {
  /** Says that this tab lives. Resolves when the others can see it. */
  hold(): Promise<void>;
  /** The page may be frozen: it mustn't look alive. */
  release(): void;
  isAlive(tab: string): Promise<boolean>;
  /** Resolves when that tab is gone; rejects when `signal` aborts. */
  whenGone(tab: string, signal: AbortSignal): Promise<void>;
  /** One tab at a time, over all tabs. */
  alone(run: () => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** @param namespace gateway, session and widget: the start of every lock's name. */
export function createPresence(locks: Locks, namespace: string, tabId: string): Presence {
  const lockName = (tab: string) => `${namespace}:tools:tab:${tab}`;
  let letGo: (() => void) | null = null;
  let holding: Promise<void> | null = null;

  return {
    hold() {
      holding ??= new Promise((resolve) => {
        const end = new Promise<void>((release) => {
          letGo = release;
        });
        locks
          .request(lockName(tabId), {}, () => {
            resolve();
            return end;
          })
          // A browser that refuses locks: others may think this tab gone, and the claim still keeps calls single.
          .catch(resolve);
      });
      return holding;
    },
    release() {
      letGo?.();
      holding = null;
    },
    isAlive: async (tab) =>
      tab === tabId ||
      !(await locks.request(lockName(tab), { ifAvailable: true }, async (isFree) => isFree)),
    whenGone: (tab, signal) => locks.request(lockName(tab), { signal }, async () => {}),
    alone: (run, signal) => locks.request(`${namespace}:tools:post`, { signal }, run),
  };
}
