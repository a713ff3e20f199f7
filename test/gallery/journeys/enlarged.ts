// A page that the visitor has enlarged, so that a window holds a few lines: what is asked can be read, and is read first.

import { type Journey, soon } from './support.ts';

export const ENLARGED: Journey[] = [
  {
    name: 'enlarged four times the conversation keeps half of the panel, and a line says to scroll',
    state: 'approval-summary',
    mode: 'tiny',
    async run(page, check) {
      const height = async (css: string) =>
        (await page.locator(css).boundingBox())?.height ?? Number.NaN;
      const [log, panel] = [await height('[role=log]'), await height('.panel')];
      check(log * 2 >= panel, `the log has ${log} of ${panel} px`);
      const line = page.locator('.question').getByText('Scroll to read it all first');
      check(await line.isVisible(), 'the line is there');
      const told = (await page.locator('[aria-live]:not([role=log])').allTextContents()).join(' ');
      check(told.split('Scroll to read it all first').length === 2, `it is said once (${told})`);
      await page.locator('.question-total').scrollIntoViewIfNeeded();
      await page.getByRole('log').hover();
      for (let turn = 0; turn < 12; turn++) {
        await page.mouse.wheel(0, 16);
        await soon(page);
      }
      check(!(await line.isVisible()), 'once all was in view it is gone');
    },
  },
  {
    name: 'enlarged twice the question, its price and its buttons are in view at once',
    state: 'approval-summary',
    mode: 'tiny',
    async run(page, check) {
      await page.setViewportSize({ width: 640, height: 400 });
      await soon(page);
      const log = await page.getByRole('log').boundingBox();
      for (const css of ['.question-title', '.question-total', '.choices.pair']) {
        const box = await page.locator(css).boundingBox();
        const isSeen =
          box !== null &&
          log !== null &&
          box.y >= log.y &&
          box.y + box.height <= log.y + log.height + 1;
        check(isSeen, `${css} is in view (${JSON.stringify([box, log])})`);
      }
      const line = page.locator('.scroll-first');
      check(!(await line.isVisible()), 'so nothing says to scroll');
    },
  },
];
