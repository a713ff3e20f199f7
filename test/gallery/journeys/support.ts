// What journeys have in common: a page of the gallery, and questions to ask of it.

import type { Page } from 'playwright-core';
import type { Panel } from '../../../src/ui/types.ts';
import type * as build from '../build.ts';
import type { RecordedPorts } from '../ports.ts';

declare global {
  interface Window {
    gallery: {
      panel: Panel;
      ports: RecordedPorts;
      build: typeof build;
      /** Shows another state in the same document; false: there is none of this name. */
      show(name: string): Promise<boolean>;
    };
    /** What the live regions said, when a journey listens. */
    heard: string[];
  }
}

export type Check = (isTrue: boolean, what: string) => void;

export interface Journey {
  name: string;
  state: string;
  mode: string;
  /** Time passes, as it does for a visitor; without it nothing happens that takes a second or more. */
  isLive?: boolean;
  run(page: Page, check: Check): Promise<void>;
}

/** What has the focus inside the shadow root: tag, classes, label and text. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.querySelector('bellhop-gallery')?.shadowRoot?.activeElement;
    if (!active) return 'nothing';
    return `${active.tagName} ${active.className} ${active.ariaLabel ?? ''} ${active.textContent}`;
  });

export const isOpen = (page: Page) => page.evaluate(() => window.gallery.panel.isOpen());

export const isModal = (page: Page) =>
  page.locator('dialog').evaluate((one) => one.matches(':modal'));

/** Arguments of each call of one action. */
export const called = (page: Page, action: string) =>
  page.evaluate(
    (name) =>
      window.gallery.ports.calls.filter(([call]) => call === name).map(([, ...args]) => args),
    action,
  );

export const scrolled = (page: Page) =>
  page.locator('.log').evaluate((log) => ({
    top: Math.round(log.scrollTop),
    toEnd: Math.round(log.scrollHeight - log.clientHeight - log.scrollTop),
  }));

export const soon = (page: Page) => page.waitForTimeout(250);

export const draft = (page: Page) => page.getByRole('textbox').inputValue();

/** Presses a key until something has the focus; how a visitor walks who has no pointer. */
export async function walkTo(page: Page, key: string, words: string): Promise<boolean> {
  for (let step = 0; step < 40; step++) {
    if ((await focused(page)).includes(words)) return true;
    await page.keyboard.press(key);
  }
  return false;
}
