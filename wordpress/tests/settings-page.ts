// The settings page as an owner uses it, in a browser.

import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

export const SETTINGS = '/wp-admin/options-general.php?page=bellhop';

export interface SettingsPage {
  /** Opens the page anew. @param place a section, or a section and a field, as in `look/color`. */
  open(place?: string): Promise<void>;
  /** Goes to a section by its link. */
  go(section: string): Promise<void>;
  /** Everything that belongs to a field. */
  row(name: string): Locator;
  /** Types, leaves the field, and waits until it is stored or refused. */
  type(name: string, value: string): Promise<void>;
  /** Waits until the last change of a field is stored. */
  saved(name: string): Promise<void>;
  press(name: string): Promise<void>;
  /** What a button's test has found. */
  found(): Promise<string>;
  /** What axe finds, as rules with the first element of each. */
  violations(): Promise<string[]>;
}

export function settingsPage(page: Page, site: { url: string }): SettingsPage {
  const row = (name: string) => page.locator(`[data-field="${name}"]`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return {
    async open(place = '') {
      // The same address with another # would be the same page.
      await page.goto('about:blank');
      await page.goto(`${site.url}${SETTINGS}${place === '' ? '' : `#${place}`}`);
      await page.locator('.bellhop-main').waitFor();
    },
    go: (section) =>
      page.locator('.bellhop-nav').getByRole('link', { name: section, exact: true }).click(),
    row,
    async type(name, value) {
      const field = row(name).locator('input, textarea').first();
      await field.fill(value);
      await field.blur();
      await row(name)
        .locator('.bellhop-status')
        .getByText(/^(✓ Saved|Not saved)/)
        .waitFor();
    },
    async saved(name) {
      await row(name).locator('.bellhop-status').getByText('Saved', { exact: false }).waitFor();
      await row(name).getByRole('button', { name: 'Undo' }).waitFor();
    },
    press,
    async found() {
      const idle = page.locator('button.is-busy');
      await idle.waitFor({ state: 'detached' });
      return page.locator('.bellhop-found').innerText();
    },
    async violations() {
      await page.addScriptTag({ content: axe.source });
      return page.evaluate(async () => {
        interface Axe {
          run(
            e: string,
            o: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        }
        const { axe: tests } = window as unknown as { axe: Axe };
        return (await tests.run('.bellhop-page', { iframes: false })).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
        );
      });
    },
  };
}
