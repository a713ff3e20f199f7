// The life of this tab's part in the conversation: from one `pageshow` to the next `pagehide`, again after the
// back-forward cache, until it is closed. Knows what the page tells, and nothing of what is done with it.

import type { Page } from '../platform/types.ts';

export interface PageLifecyclePorts {
  page: Page;
  /** Shown or hidden. */
  onVisibility(isVisible: boolean): void;
  onConnectivity(isOnline: boolean): void;
  /** Into the cache, or away for good: hold nothing. */
  onFreeze(): void;
  onThaw(): void;
}

export interface PageLifecycle {
  /** Aborted with `pagehide`; another after `pageshow`. */
  period(): AbortSignal;
  /** Aborted when it is closed. */
  readonly end: AbortSignal;
  /** Neither in the cache nor closed. */
  isHere(): boolean;
  close(): void;
}

export function createPageLifecycle({ page, ...ports }: PageLifecyclePorts): PageLifecycle {
  const life = new AbortController();
  let period = new AbortController();

  function freeze(): void {
    period.abort();
    ports.onFreeze();
  }

  const offs = [
    page.on('visible', () => ports.onVisibility(true)),
    page.on('hidden', () => ports.onVisibility(false)),
    page.on('online', () => ports.onConnectivity(true)),
    page.on('offline', () => ports.onConnectivity(false)),
    page.on('pagehide', freeze),
    page.on('pageshow', () => {
      if (!period.signal.aborted) return;
      period = new AbortController();
      ports.onThaw();
    }),
  ];

  return {
    period: () => period.signal,
    end: life.signal,
    isHere: () => !period.signal.aborted,
    close() {
      if (life.signal.aborted) return;
      freeze();
      life.abort();
      for (const off of offs) off();
    },
  };
}
