// This page among the tabs of a conversation: what tells it from them, and its channel to them. It knows nothing of calls.

import type { Channel, Platform } from '../platform/types.ts';

/** What the tabs of a conversation say to each other about a call, and `stop` about all. */
export type TabMessage =
  | { type: 'stop' }
  /** The journal's row is another now. With `kept`: one that could not be stored. */
  | { type: 'changed' | 'kept'; toolUseId: string; kept?: object }
  /** The gateway doesn't take this result. */
  | { type: 'unposted'; toolUseId: string }
  /** This tab looks for the tool of this call, or has it. */
  | { type: 'seek' | 'have'; toolUseId: string; tabId: string };

export interface Tab {
  /** Fresh for each page load. */
  id: string;
  /**
   * Wall time at which this page began, not its first call: only a page that began after a tool can be where that went.
   */
  bornAt: number;
  tell(message: TabMessage): void;
  /** The page is on its way out, or in the back-forward cache. */
  isLeaving(): boolean;
  /** The page is there, and hears the others. */
  enter(hear: (message: unknown) => void): void;
  /** A browser drops a page from the back-forward cache that gets a message: from now on it hears none. */
  leave(): void;
  /** Neither hears nor tells anything any more. */
  close(): void;
}

export function createTab(
  { clock, random, openChannel }: Pick<Platform, 'clock' | 'random' | 'openChannel'>,
  namespace: string,
): Tab {
  let channel: Channel | null = null;
  let isLeaving = false;

  function close(): void {
    channel?.close();
    channel = null;
  }

  return {
    id: random.id(),
    bornAt: clock.now() - clock.monotonic(),
    tell: (message) => channel?.post(message),
    isLeaving: () => isLeaving,
    enter(hear) {
      isLeaving = false;
      if (channel !== null) return;
      channel = openChannel?.(`${namespace}:tools`) ?? null;
      channel?.subscribe(hear);
    },
    leave() {
      isLeaving = true;
      close();
    },
    close,
  };
}
