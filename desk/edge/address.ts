// The browser's address: read, changed without loading anything, and followed when somebody goes back.

export interface Address {
  path(): string;
  /** What stands behind the ?, without it. */
  query(): string;
  /** What stands behind the #, which is then gone from the address. */
  takeFragment(): string;
  go(path: string): void;
  /** To another site's page; this page ends. */
  leave(href: string): void;
  onBack(listener: () => void): void;
}

export function createAddress(view: Window): Address {
  return {
    path: () => view.location.pathname,
    query: () => view.location.search.slice(1),
    takeFragment() {
      const fragment = view.location.hash.slice(1);
      if (fragment !== '') view.history.replaceState(null, '', view.location.pathname);
      return fragment;
    },
    go(path) {
      if (path !== view.location.pathname) view.history.pushState(null, '', path);
    },
    leave(href) {
      view.location.assign(href);
    },
    onBack: (listener) => view.addEventListener('popstate', listener),
  };
}
