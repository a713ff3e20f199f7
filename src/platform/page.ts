// The life of the page, from the document's and the window's events.

import { document } from '../dom/document.ts';
import type { Page, PageSignal } from './types.ts';

export function createBrowserPage(): Page {
  const isVisible = () => document.visibilityState !== 'hidden';

  /** The events behind each signal, and when they count. */
  const sources: {
    [signal in PageSignal]: [EventTarget, string, ((event: Event) => boolean)?][];
  } = {
    visible: [[document, 'visibilitychange', isVisible]],
    hidden: [[document, 'visibilitychange', () => !isVisible()]],
    online: [[window, 'online']],
    offline: [[window, 'offline']],
    // Listened for only while a tool may go elsewhere: some browsers keep no page in their cache that listens always.
    leave: [[window, 'beforeunload']],
    // A hidden tab that the system suspends goes the same way, and takes its locks with it unless it lets go.
    pagehide: [
      [window, 'pagehide'],
      [document, 'freeze'],
    ],
    // Every load ends with a pageshow; only one from the back-forward cache brings a page back.
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
