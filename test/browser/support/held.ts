// Presses as hands make them, on a place of the screen.

import type { Locator, Page } from 'playwright-core';
import { until } from './visitor.ts';

export interface Place {
  x: number;
  y: number;
}

export async function middleOf(button: Locator): Promise<Place> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is out of sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Of a mouse: held until the button is drawn as pressed, down to the last picture of it. */
export async function pressHeld(page: Page, button: Locator): Promise<void> {
  const { x, y } = await middleOf(button);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until('the button to be drawn as pressed', () =>
    button.evaluate(
      (element) =>
        element.matches(':active') &&
        getComputedStyle(element).scale !== 'none' &&
        element.getAnimations().length === 0,
    ),
  );
  await page.mouse.up();
}

/**
 * Gives the page's device a touch screen. Before the page is looked at: styles ask whether there is a mouse, so a screen
 * that gets touch under the finger is laid out anew under the finger.
 */
export async function giveTouch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
}

/** Of a finger, on a page that has got touch: the browser itself makes a press of it. Held long it is another gesture. */
export async function tap(page: Page, { x, y }: Place): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}
