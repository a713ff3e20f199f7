// Locks through the browser's Web Locks, under a prefix, so that the host page's own locks are never met.
// Where the browser refuses them (an opaque origin), the fallback takes over.

import type { Locks } from './types.ts';

export function createWebLocks(manager: LockManager, prefix: string, fallback: Locks): Locks {
  const isRefusal = (error: unknown): boolean =>
    error instanceof DOMException && error.name === 'SecurityError';

  return {
    async request(name, { ifAvailable, signal }, run) {
      let hasRun = false;
      try {
        return await manager.request(
          prefix + name,
          // The two options exclude each other, and without waiting there is nothing to give up.
          ifAvailable ? { ifAvailable } : signal ? { signal } : {},
          (lock) => {
            hasRun = true;
            return run(lock !== null);
          },
        );
      } catch (error) {
        if (hasRun || !isRefusal(error)) throw error;
        return fallback.request(
          name,
          { ...(ifAvailable ? { ifAvailable } : {}), ...(signal ? { signal } : {}) },
          run,
        );
      }
    },
    async held() {
      try {
        const { held = [] } = await manager.query();
        const names: string[] = [];
        for (const { name } of held) {
          if (name?.startsWith(prefix)) names.push(name.slice(prefix.length));
        }
        return names;
      } catch {
        return fallback.held();
      }
    },
  };
}
