// The signals of the page's life, from the events of the document and the window.

import { document } from '../dom/document.ts';
import type { Page, PageSignal } from './types.ts';

export function createBrowserPage(): Page {
  const isVisible = () => document.visibilityState !== 'hidden';

  /** The events behind each signal, and a condition for those that don't always count. */
  const sources: {
    [signal in PageSignal]: [EventTarget, string, ((event: Event) => boolean)?][];
  } = {
    visible: [[document, 'visibilitychange', isVisible]],
    hidden: [[document, 'visibilitychange', () => !isVisible()]],
    online: [[window, 'online']],
    offline: [[window, 'offline']],
    attention: [
      [window, 'focus'],
      [window, 'pointerdown'],
    ],
    // Listen only while a tool may leave the page: some browsers keep no page with this listener in their back-forward
    // cache.
    leave: [[window, 'beforeunload']],
    // Suspending a hidden tab counts as `pagehide`: it would keep its locks while it sleeps.
    pagehide: [
      [window, 'pagehide'],
      [document, 'freeze'],
    ],
    // Every load fires `pageshow`; it counts only if the page comes from the back-forward cache.
    pageshow: [
      [window, 'pageshow', (event) => (event as PageTransitionEvent).persisted],
      [document, 'resume'],
    ],
  };

  return {
    isVisible,
    isOnline: () => navigator.onLine !== false,
    url: () => location.href,
    on(signal, listener) {
      const offs = sources[signal].map(([target, type, counts]) => {
        const handle = (event: Event) => {
          if (counts === undefined || counts(event)) listener();
        };
        target.addEventListener(type, handle);
        return () => target.removeEventListener(type, handle);
      });
      return () => {
        for (const off of offs) off();
      };
    },
  };
}
