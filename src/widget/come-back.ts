// Brings the chat back onto a page that has replaced its root or its body, and the chat's host with them. A page that takes
// the host alone out wants no chat there: it stays out until it is opened.

import { document } from '../dom/document.ts';

export interface ComeBack {
  /** Puts the host back if the page has taken it out, or says that it can't be. */
  now(): void;
  close(): void;
}

/**
 * @param back is called once the host stands in the page again.
 * @param ended is called instead if `document.open()` has ended all that listened in the host: nothing can go on there.
 */
export function createComeBack(host: HTMLElement, back: () => void, ended: () => void): ComeBack {
  // A handler that does nothing: `document.open()` takes it away (and leaves the observer), which is how that is noticed.
  host.onabort = () => {};
  let seen: (Element | null)[];
  const observer = new MutationObserver(() => {
    if (seen.some((one) => one?.isConnected === false)) now();
  });

  function watch(): void {
    const { documentElement: root, body } = document;
    seen = [root, body];
    observer.disconnect();
    for (const node of [host.ownerDocument, root]) observer.observe(node, { childList: true });
  }

  function now(): void {
    // A page without a root may be about to get another one.
    if (host.isConnected || !document.documentElement) return;
    if (host.onabort) {
      document.documentElement.append(host);
      watch();
      back();
    } else ended();
  }

  watch();
  return { now, close: () => observer.disconnect() };
}
