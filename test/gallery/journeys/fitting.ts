// What a style may cut off, push away or draw as something else: enlarged text, Arabic, a system's own colours.

import { focused, type Journey, soon } from './support.ts';

export const FITTING: Journey[] = [
  {
    name: 'in text of twice the size the numbers of a list are not cut off',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const list = page.locator('.rich ol').last();
      const { room, needed } = await list.evaluate((one) => {
        const pen = document.createElement('canvas').getContext('2d');
        const { fontSize, fontFamily, paddingInlineStart } = getComputedStyle(one);
        if (pen) pen.font = `${fontSize} ${fontFamily}`;
        return {
          room: Number.parseFloat(paddingInlineStart),
          needed: pen?.measureText('2. ').width ?? Number.NaN,
        };
      });
      check(needed > 24, `the text is larger: a number takes ${needed} px`);
      check(room >= needed, `a number has ${room} px and takes ${needed}`);
    },
  },
  {
    name: 'enlarged four times the button that has the focus in a question of the panel is in view',
    state: 'delete',
    mode: 'tiny',
    async run(page, check) {
      await soon(page);
      const has = await focused(page);
      check(has.includes('Cancel'), `the harmless button has the focus, not ${has}`);
      const box = await page.getByRole('button', { name: 'Cancel' }).boundingBox();
      const isSeen = box !== null && box.y >= 0 && box.y + box.height <= 257;
      check(isSeen, `it is in the window (${JSON.stringify(box)})`);
    },
  },
  {
    name: "in a system's own colours a line that unfolds isn't drawn as a link",
    state: 'approval',
    mode: 'forced',
    async run(page, check) {
      const colors = await page
        .locator('.way, .way > summary, .raw-input > summary')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
      check(colors.length === 3, `the line, what unfolds it and "Details": ${colors.length}`);
      check(new Set(colors).size === 1, `all are of one colour (${colors.join(' ')})`);
    },
  },
  {
    name: 'in Arabic what a question will do stands beside its names, in whatever script it is',
    state: 'approval',
    mode: 'rtl',
    async run(page, check) {
      const gaps = await page.locator('.question .fields > div').evaluateAll((rows) =>
        rows.map((row) => {
          const [name, value] = row.children;
          const words = document.createRange();
          if (value) words.selectNodeContents(value);
          const start = name?.getBoundingClientRect().left ?? Number.NaN;
          return Math.round(start - words.getBoundingClientRect().right);
        }),
      );
      check(gaps.length === 3, `the question has three values (${gaps.length})`);
      check(
        gaps.every((gap) => gap >= 0 && gap <= 64),
        `none stands away from its name (${gaps.join(', ')} px)`,
      );
    },
  },
];
