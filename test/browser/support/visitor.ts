// What a visitor does and sees, in the words of a visitor. Found by role and name, like any user of a screen reader.

import type { Locator, Page } from 'playwright-core';

export interface Visitor {
  page: Page;
  launcher: Locator;
  panel: Locator;
  composer: Locator;
  log: Locator;
  open(): Promise<void>;
  write(text: string): Promise<void>;
}

export function visitorOf(page: Page): Visitor {
  const panel = page.getByRole('dialog');
  const composer = panel.getByRole('textbox', { name: 'Message' });
  const launcher = page.locator('bellhop-host button[part=launcher]');
  return {
    page,
    launcher,
    panel,
    composer,
    log: panel.getByRole('log'),
    async open() {
      await launcher.click();
      await composer.waitFor();
    },
    async write(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
  };
}

/** Waits until `look` gives something true; fails with `what` after that many seconds. */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  seconds = 10,
): Promise<NonNullable<T>> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
