// A headless browser can't really hide a tab: the page is told that it is hidden.

import type { Page } from 'playwright-core';

/**
 * Says so on the prototype, since a chat may read the document through that (Bellhop does: on the document itself an
 * element of the page could stand in for a member).
 */
export async function hidePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const says = (get: () => unknown) => ({ get, configurable: true });
    Object.defineProperty(
      Document.prototype,
      'visibilityState',
      says(() => 'hidden'),
    );
    Object.defineProperty(
      Document.prototype,
      'hidden',
      says(() => true),
    );
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Until what an opening and a first answer start is over: the last list that looks for what came late follows after a minute. */
export const SETTLE_MS = 65_000;
