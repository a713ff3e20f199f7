// What a page's scripts hold.

import type { CDPSession } from 'playwright-core';

/** Megabytes after two collections: the first only finds what finalizers then let go. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
