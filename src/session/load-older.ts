// Older events, a page each time somebody asks: from the disk where they are there, else from the gateway. Knows no view.

import type { Platform } from '../platform/types.ts';
import type { Backoff } from './backoff.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Lister } from './lister.ts';
import type { Reader } from './reader.ts';
import type { TranscriptCache } from './transcript-cache.ts';
import type { View } from './view.ts';

export interface LoadOlderPorts {
  page: Pick<Platform['page'], 'isOnline'>;
  conversation: Pick<ConversationState, 'shown'>;
  view: Pick<View, 'status' | 'set'>;
  cache: Pick<TranscriptCache, 'showOlder'>;
  backoff: Pick<Backoff, 'isBlocked' | 'fail'>;
  reader: Pick<Reader, 'allowed'>;
  lister: Pick<Lister, 'older'>;
  /** The page is there, and its session not closed. */
  isHere(): boolean;
}

export async function loadOlder(ports: LoadOlderPorts): Promise<void> {
  const { view, backoff } = ports;
  const { isLoadingOlder, sessionId } = view.status();
  if (isLoadingOlder || !ports.conversation.shown().hasOlder || sessionId === null) return;
  view.set({ isLoadingOlder: true });
  try {
    if (await ports.cache.showOlder()) return;
    // A request like any other; what keeps it from leaving is told already.
    if (!ports.page.isOnline() || backoff.isBlocked()) return;
    await ports.reader.allowed();
    await ports.lister.older();
  } catch (error) {
    if (ports.isHere()) backoff.fail(error);
  } finally {
    view.set({ isLoadingOlder: false });
  }
}
