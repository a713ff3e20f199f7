// Older events, a page each time somebody asks: from the disk where they are there, else from the gateway. Knows no view.

import type { SessionContext } from './context.ts';
import type { Reader } from './reader.ts';
import type { TranscriptCache } from './transcript-cache.ts';

export interface LoadOlderPorts {
  context: SessionContext;
  cache: Pick<TranscriptCache, 'showOlder'>;
  reader: Pick<Reader, 'older'>;
}

/** Resolves when they are there, or can't be had now: that is told as trouble. */
export async function loadOlder(ports: LoadOlderPorts): Promise<void> {
  const { log, status } = ports.context.facts;
  const { isLoadingOlder, sessionId } = status.peek();
  if (isLoadingOlder || !log.shown().hasOlder || sessionId === null) return;
  status.value = { ...status.peek(), isLoadingOlder: true };
  try {
    if (!(await ports.cache.showOlder())) await ports.reader.older();
  } finally {
    status.value = { ...status.peek(), isLoadingOlder: false };
  }
}
