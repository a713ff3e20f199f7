// Has the browser load a module and check its hash before anything imports it.

import { document } from '../dom/document.ts';

/**
 * Resolves once the file has come with the right hash (`integrity`, SRI syntax), in WebKit at once; rejects
 * otherwise. The caller must import only after that: an import after a failed preload would run the file all the same.
 */
export function secureFile(
  href: string | URL,
  integrity: string,
  nonce: unknown,
): Promise<unknown> {
  const link = document.createElement('link');
  return new Promise((resolve, reject) => {
    Object.assign(link, {
      rel: 'modulepreload',
      onload: resolve,
      onerror: reject,
      integrity,
      nonce,
      href,
    });
    // Not in WebKit (seen in 2.50): it checks no hash of a preload, and refuses a file whose preload failed once, even
    // after a reload. Once it checks hashes, it gets the link again; test/engines plays both.
    if (/^A/.test(navigator.vendor)) resolve(0);
    else document.documentElement.append(link);
  }).finally(() => link.remove());
}
