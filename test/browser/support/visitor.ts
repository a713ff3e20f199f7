// What a visitor does and sees, in the words of a visitor. Found by role and name, like any user of a screen reader.

import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from './browser.ts';

export interface Visitor {
  page: Page;
  launcher: Locator;
  panel: Locator;
  composer: Locator;
  log: Locator;
  open(): Promise<void>;
  /** Opens the chat as the page may do, whether or not it has opened by itself meanwhile. */
  openByScript(): Promise<void>;
  write(text: string): Promise<void>;
  /** The buttons of the question before a tool, which have the page's words: the first does it. */
  yes: Locator;
  no: Locator;
  /** Presses a button of a question, once it may be answered: `yes` and `no` are those of the question before a tool. */
  answer(name: string | RegExp): Promise<void>;
}

/** A question that moves while it is read counts from anew: whoever pressed too early presses again. */
const TAKEN_MS = 1_000;

export function visitorOf(page: Page): Visitor {
  const panel = page.getByRole('dialog');
  const composer = panel.getByRole('textbox', { name: 'Message' });
  const yes = panel.locator('.choices.pair > :first-child');
  const no = panel.locator('.choices.pair > :last-child');
  const launcher = page.locator('bellhop-host button[part=launcher]');
  return {
    page,
    launcher,
    panel,
    composer,
    log: panel.getByRole('log'),
    yes,
    no,
    async open() {
      await launcher.click();
      await composer.waitFor();
    },
    async openByScript() {
      await page.evaluate(() => {
        type Queue = { push(callback: (chat: { open(): void }) => void): void };
        const host = window as unknown as { bellhop?: Queue };
        host.bellhop ??= [];
        host.bellhop.push((chat) => chat.open());
      });
      await composer.waitFor();
    },
    async write(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
    async answer(name) {
      const locator =
        name === 'yes' ? yes : name === 'no' ? no : panel.getByRole('button', { name });
      await locator.waitFor();
      const button = await locator.elementHandle();
      // A tool may take the page away, and the button with it.
      const isThere = async (): Promise<boolean> =>
        (await button?.isVisible().catch(() => false)) === true;
      do {
        // Not by a press that waits: that scrolls between its tries, and what has moved counts from anew.
        while (!(await button?.isEnabled())) {
          const end = Date.now() + TAKEN_MS;
          while (!(await button?.isEnabled()) && Date.now() < end) await page.waitForTimeout(50);
          if (await button?.isEnabled()) break;
          // Most of the answers are out of sight.
          await button?.evaluate((it) =>
            it.scrollIntoView({ block: 'center', behavior: 'instant' }),
          );
        }
        await button?.click();
        const until = Date.now() + TAKEN_MS;
        while ((await isThere()) && Date.now() < until) await page.waitForTimeout(50);
      } while ((await isThere()) && (await button?.isEnabled()));
    },
  };
}

/** Waits until `look` gives something true; fails with `what` after as long as any test waits. */
export async function until<T>(what: string, look: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (Date.now() > end) throw new Error(`Waited ${PATIENCE_MS / 1_000} s for this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
