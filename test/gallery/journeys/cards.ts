// Where cards and text stand: what a finger hits, and at which edge a column's words are.

import type { Page } from 'playwright-core';
import type { Journey } from './support.ts';

/** Left and right edge of the words in each cell, row by row. */
const edgesOfCells = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('bellhop-gallery')?.shadowRoot;
    return [...(root?.querySelectorAll('.rich tr') ?? [])].map((row) =>
      [...row.children].map((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        const { left, right } = words.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      }),
    );
  });

/** What a finger hits so many pixels above the middle of an element's top. */
const hitAbove = (page: Page, selector: string, px: number) =>
  page.evaluate(
    ({ one, above }) => {
      const root = document.querySelector('bellhop-gallery')?.shadowRoot;
      const box = root?.querySelector(one)?.getBoundingClientRect();
      if (!box) return 'nothing';
      const hit = root?.elementFromPoint(box.left + box.width / 2, box.top - above);
      return hit?.closest('button, a, label')?.textContent ?? hit?.className ?? 'nothing';
    },
    { one: selector, above: px },
  );

const isOneEdge = (edges: readonly number[]) => Math.max(...edges) - Math.min(...edges) <= 1;

export const CARDS: Journey[] = [
  {
    name: 'a column’s words stand at the edge that the answer names',
    state: 'aligned',
    mode: 'light',
    async run(page, check) {
      const rows = await edgesOfCells(page);
      const column = (at: number) => rows.flatMap((row) => row[at] ?? []);
      check(rows.length === 4, `all rows are there (${rows.length})`);
      check(isOneEdge(column(0).map(({ left }) => left)), 'the first at its start');
      check(
        isOneEdge(column(1).map(({ left, right }) => (left + right) / 2)),
        'the second in its middle',
      );
      check(isOneEdge(column(2).map(({ right }) => right)), 'the third at its end');
    },
  },
  {
    name: 'a table that runs from the right has numbers and words of a column at its right',
    state: 'wide-table-rtl',
    mode: 'light',
    async run(page, check) {
      const rows = await edgesOfCells(page);
      for (const at of [0, 1, 2, 3, 4]) {
        check(isOneEdge(rows.flatMap((row) => row[at]?.right ?? [])), `column ${at}`);
      }
    },
  },
  {
    name: 'answers share a line, and a finger has 44 px of each',
    state: 'card-choices',
    mode: 'phone',
    async run(page, check) {
      await page.locator('.choices button').first().waitFor();
      const boxes = await page
        .locator('.choices button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      check(boxes[0]?.top === boxes[1]?.top, 'two on a line');
      check(boxes[0]?.height === 36, `36 px tall (${boxes[0]?.height})`);
      check((await hitAbove(page, '.choices button', 3)) === 'Moss green', 'more than it looks');
    },
  },
  {
    name: 'a product is opened by a press anywhere on its row but its button',
    state: 'card-pictures',
    mode: 'phone',
    async run(page, check) {
      await page.locator('img.item-picture').first().waitFor();
      const above = (selector: string, px: number) => hitAbove(page, selector, px);
      check((await above('.item-picture', -30)).startsWith('Fjell'), 'its picture');
      check((await above('.item-price', -5)).startsWith('Fjell'), 'its price');
      check((await above('.item-button', -10)) === 'Add to cart', 'the button is itself');
      check((await above('.item-button', 3)) === 'Add to cart', 'and more than it looks');
    },
  },
];
