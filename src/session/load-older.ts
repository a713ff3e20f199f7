// Older events, a page each time somebody asks: from the disk where they are there, else from the gateway. Knows no view.

import type { Backoff } from './backoff.ts';
import type { SessionContext } from './context.ts';
import type { Lister } from './lister.ts';
import type { Reader } from './reader.ts';
import type { TranscriptCache } from './transcript-cache.ts';

export interface LoadOlderPorts {
  context: SessionContext;
  cache: Pick<TranscriptCache, 'showOlder'>;
  backoff: Pick<Backoff, 'isBlocked' | 'fail'>;
  reader: Pick<Reader, 'allowed'>;
  lister: Pick<Lister, 'older'>;
}

/** Resolves when they are there, or can't be had now: that is told as trouble. */
export async function loadOlder(ports: LoadOlderPorts): Promise<void> {
  const { context, backoff } = ports;
  const { page, log, status } = context.facts;
  const { isLoadingOlder, sessionId } = status.peek();
  if (isLoadingOlder || !log.shown().hasOlder || sessionId === null) return;
  status.value = { ...status.peek(), isLoadingOlder: true };
  try {
    if (await ports.cache.showOlder()) return;
    // A request like any other; what keeps it from leaving is told already.
    if (!page.isOnline() || backoff.isBlocked()) return;
    await ports.reader.allowed();
    await ports.lister.older();
  } catch (error) {
    if (page.isHere()) backoff.fail(error);
  } finally {
    status.value = { ...status.peek(), isLoadingOlder: false };
  }
}
