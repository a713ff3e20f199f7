// Fetches the code of the locks at the first request: few pages need the locks in storage.

import type { Locks } from './types.ts';

/** If the code can't be fetched, this request is granted (each tab works alone); the next one fetches again. */
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
