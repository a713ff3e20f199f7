// The life of a page, moved by the test: hidden and visible, offline and online, into the back-forward cache and out.

import type { Mark, Page, PageSignal } from '../../src/platform/types.ts';

export interface PageDouble extends Page {
  hide(): void;
  show(): void;
  goOffline(): void;
  goOnline(): void;
  /** The window gets the focus, or a press. */
  attend(): void;
  /** A navigation begins. */
  leave(): void;
  /** Into the back-forward cache, or away for good. */
  pagehide(): void;
  /** Back from the back-forward cache. */
  pageshow(): void;
  /** Another address without a load (single-page navigation). */
  setUrl(url: string): void;
  /** How many listeners there are: a closed part leaves none. */
  listenerCount(): number;
  kill(): void;
}

export function createPageDouble(
  options: { url?: string; isVisible?: boolean; isOnline?: boolean } = {},
): PageDouble {
  let { url = 'https://shop.example/', isVisible = true, isOnline = true } = options;
  const listeners = new Map<PageSignal, Set<() => void>>();

  function emit(signal: PageSignal): void {
    for (const listener of [...(listeners.get(signal) ?? [])]) listener();
  }

  return {
    isVisible: () => isVisible,
    isOnline: () => isOnline,
    url: () => url,
    on(signal, listener) {
      // One wrapper per subscription, so that the same function may subscribe twice.
      const entry = () => listener();
      const set = listeners.get(signal) ?? new Set();
      listeners.set(signal, set.add(entry));
      return () => set.delete(entry);
    },
    hide() {
      if (!isVisible) return;
      isVisible = false;
      emit('hidden');
    },
    show() {
      if (isVisible) return;
      isVisible = true;
      emit('visible');
    },
    goOffline() {
      if (!isOnline) return;
      isOnline = false;
      emit('offline');
    },
    goOnline() {
      if (isOnline) return;
      isOnline = true;
      emit('online');
    },
    attend: () => emit('attention'),
    leave: () => emit('leave'),
    pagehide: () => emit('pagehide'),
    pageshow: () => emit('pageshow'),
    setUrl: (next) => {
      url = next;
    },
    listenerCount: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    kill: () => listeners.clear(),
  };
}

export interface MarkDouble extends Mark {
  isSet(): boolean;
}

export function createMarkDouble(): MarkDouble {
  let isSet = false;
  return {
    set: () => {
      isSet = true;
    },
    clear: () => {
      isSet = false;
    },
    isSet: () => isSet,
  };
}
