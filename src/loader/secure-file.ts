// Makes the browser hold a module whose bytes are the built ones, before anything imports it.

import { document } from '../dom/document.ts';

/**
 * Resolves when the file has come and its hash is right (SRI syntax), rejects where either fails; the caller
 * imports only then, since a bare import after a failed preload would run the file all the same.
 */
export function secureFile(
  href: string | URL,
  integrity: string,
  nonce: unknown,
): Promise<unknown> {
  const link = document.createElement('link');
  return new Promise((resolve, reject) => {
    Object.assign(link, {
      href,
      integrity,
      nonce,
      rel: 'modulepreload',
      onload: resolve,
      // biome-ignore lint/style/useTemplate: smaller so, in a script that is counted byte by byte.
      onerror: () => reject('no ' + href),
    });
    document.head.append(link);
    // A browser that knows no modulepreload fires nothing.
    if (!link.relList.supports(link.rel)) resolve(0);
  }).finally(() => link.remove());
}
