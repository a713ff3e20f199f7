// The page as facts: shown, online, and here, which lasts from one `pageshow` to the next `pagehide`, again after the
// back-forward cache, until the session is closed. Knows what the page tells, and nothing of what is done with it.

import { signal } from '@preact/signals-core';
import type { Page } from '../platform/types.ts';
import { again, live } from './facts.ts';

/** `gone`: into the cache, or away for good: hold nothing, in this very moment. */
export type PageNews = 'shown' | 'hidden' | 'online' | 'gone' | 'back';

export interface PageLifecycle {
  isVisible(): boolean;
  isOnline(): boolean;
  /** Neither in the cache nor closed. */
  isHere(): boolean;
  /** Aborted with `pagehide`; another after `pageshow`. */
  period(): AbortSignal;
  /** Aborted when it is closed. */
  readonly end: AbortSignal;
  /** For what must be done in the moment itself; in the order of these calls. */
  hear(listener: (news: PageNews) => void): void;
  close(): void;
}

export function createPageLifecycle(page: Page): PageLifecycle {
  const life = new AbortController();
  const changes = signal(0);
  const listeners: ((news: PageNews) => void)[] = [];
  let period = new AbortController();

  function tell(news: PageNews): void {
    again(changes);
    for (const listener of listeners) listener(news);
  }

  function freeze(): void {
    period.abort();
    tell('gone');
  }

  const offs = [
    page.on('visible', () => tell('shown')),
    page.on('hidden', () => tell('hidden')),
    page.on('online', () => tell('online')),
    page.on('offline', () => again(changes)),
    page.on('pagehide', freeze),
    page.on('pageshow', () => {
      if (!period.signal.aborted) return;
      period = new AbortController();
      tell('back');
    }),
  ];

  return {
    isVisible: live(changes, page.isVisible),
    isOnline: live(changes, page.isOnline),
    isHere: live(changes, () => !period.signal.aborted),
    period: () => period.signal,
    end: life.signal,
    hear: (listener) => void listeners.push(listener),
    close() {
      if (life.signal.aborted) return;
      freeze();
      life.abort();
      for (const off of offs) off();
    },
  };
}
