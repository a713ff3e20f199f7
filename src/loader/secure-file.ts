// Has the browser load a module and check its hash before anything imports it.

import { document } from '../dom/document.ts';

/**
 * Resolves once the file has come with the right hash (`integrity`, SRI syntax); rejects otherwise. The caller
 * must import only after that: an import after a failed preload would run the file all the same.
 */
export function secureFile(
  href: string | URL,
  integrity: string,
  nonce: unknown,
): Promise<unknown> {
  const link = document.createElement('link');
  return new Promise((resolve, reject) => {
    Object.assign(link, {
      onload: resolve,
      href,
      integrity,
      nonce,
      rel: 'modulepreload',
      onerror: () => reject(href),
    });
    document.head.append(link);
    // A browser without modulepreload fires neither event, and can't check: go on without the check.
    if (!link.relList.supports(link.rel)) resolve(0);
  }).finally(() => link.remove());
}
