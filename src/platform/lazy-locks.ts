// Locks whose code is fetched when first asked for: few pages need those of the browser's storage.

import type { Locks } from './types.ts';

/** Without the code each tab works alone, as it does without storage; the next request fetches again. */
export function createLazyLocks(load: () => Promise<Locks>): Locks {
  let loading: Promise<Locks | null> | null = null;
  const get = (): Promise<Locks | null> => {
    loading ??= load().catch(() => {
      loading = null;
      return null;
    });
    return loading;
  };
  return {
    async request(name, options, run) {
      const locks = await get();
      options.signal?.throwIfAborted();
      return locks === null ? run(true) : locks.request(name, options, run);
    },
  };
}
