// Where the focus goes, and what one can do without a pointer.

import { called, draft, focused, isModal, isOpen, type Journey, soon, walkTo } from './support.ts';

export const FOCUS: Journey[] = [
  {
    name: 'focus goes to the composer and back to the launcher',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      check((await focused(page)).startsWith('TEXTAREA'), 'the composer has the focus');
      await page.keyboard.press('Escape');
      check(!(await isOpen(page)), 'Escape closes the panel');
      check((await focused(page)).startsWith('BUTTON'), 'the launcher has the focus');
    },
  },
  {
    name: 'a window that becomes small makes the open panel modal, and back',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      check(!(await isModal(page)), 'beside the page on a desktop');
      await page.setViewportSize({ width: 400, height: 700 });
      await soon(page);
      check(await isModal(page), 'modal on a small window');
      check((await focused(page)).startsWith('TEXTAREA'), 'the focus stays in the composer');
      await page.setViewportSize({ width: 900, height: 800 });
      await soon(page);
      check(!(await isModal(page)) && (await isOpen(page)), 'open beside the page again');
    },
  },
  {
    name: 'Escape closes the menu first, and its button has the focus again',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('menu').waitFor();
      await soon(page);
      check((await focused(page)).includes('menu-item'), 'the menu has the focus');
      await page.keyboard.press('Escape');
      await soon(page);
      check(await isOpen(page), 'the panel stays open');
      check((await focused(page)).includes('menu-button'), 'the menu’s button has the focus');
    },
  },
  {
    name: 'on a phone the title has the focus, so that no keyboard covers the chat',
    state: 'conversation',
    mode: 'phone',
    async run(page, check) {
      check((await focused(page)).startsWith('H2'), 'the title has the focus');
      await page.keyboard.press('Escape');
      await soon(page);
      check(!(await isOpen(page)), 'Escape closes the sheet');
    },
  },
  {
    name: 'without a pointer: write, send, look through the menu, come back, close',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      await page.keyboard.type('One');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('two');
      check((await draft(page)) === 'One\ntwo', 'Shift and Enter break the line');
      await page.keyboard.press('Enter');
      const [sent] = await called(page, 'send');
      check(JSON.stringify(sent).includes('One\\ntwo'), 'Enter sends');
      check((await draft(page)) === '', 'the composer is empty');
      await page.keyboard.press('ArrowUp');
      check(
        (await draft(page)).startsWith('Do you have a waterproof'),
        '↑ brings the last message',
      );
      check(await page.getByText('This adds a new message.').isVisible(), 'and says what it means');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      check(await walkTo(page, 'Shift+Tab', 'menu-button'), 'the menu can be reached');
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await soon(page);
      await page.keyboard.press('ArrowDown');
      check((await focused(page)).includes('Earlier conversations'), '↓ walks on');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      check((await focused(page)).includes('Privacy'), '↑ goes round');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Earlier conversations' }).waitFor();
      await soon(page);
      check((await focused(page)).startsWith('H3'), 'the page’s title has the focus');
      await page.keyboard.press('Escape');
      await soon(page);
      check((await focused(page)).includes('menu-button'), 'back at the menu’s button');
      await page.keyboard.press('Escape');
      check(!(await isOpen(page)), 'closed');
    },
  },
  {
    name: 'without a pointer: read back, open a step, retry',
    state: 'failed-run_timeout',
    mode: 'light',
    async run(page, check) {
      check(await walkTo(page, 'Shift+Tab', 'Retry'), 'Retry can be reached');
      await page.keyboard.press('Enter');
      check((await called(page, 'send')).length === 1, 'Retry sends again');
      check(await walkTo(page, 'Tab', 'Edit'), 'Edit can be reached');
      await page.keyboard.press(' ');
      await soon(page);
      check((await draft(page)).startsWith('Compare all'), 'Edit puts it into the composer');
      check((await focused(page)).startsWith('TEXTAREA'), 'which has the focus');
    },
  },
  {
    name: 'a question takes no focus, and is answered without a pointer',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      await page.keyboard.type('Put it into');
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const part = build.tool('add_to_cart', { product: 'Fjell' }, { isPending: true });
        ports.tools.set(build.tools(build.question(part, 'Add to cart')));
        ports.session.set(
          build.session(
            [...ports.session.get().entries, build.agent([part], { turn: { state: 'paused' } })],
            { run: build.paused(part) },
          ),
        );
      });
      await page.getByRole('button', { name: 'Add to cart' }).waitFor();
      check((await focused(page)).startsWith('TEXTAREA'), 'the focus stays in the composer');
      await page.keyboard.type(' my cart');
      check((await draft(page)) === 'Put it into my cart', 'and so do the words');
      await page.waitForTimeout(700);
      check(await walkTo(page, 'Shift+Tab', 'Add to cart'), 'the answer can be reached');
      await page.waitForTimeout(700);
      await page.keyboard.press('Enter');
      const [answer] = await called(page, 'answerTool');
      check(answer?.[2] === 'once', `it is allowed (${JSON.stringify(answer)})`);
    },
  },
  {
    name: 'Escape closes the menu, then declines the question, then closes the panel',
    state: 'approval',
    mode: 'light',
    async run(page, check) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await soon(page);
      check((await page.getByRole('menu').count()) === 0, 'the menu is closed');
      check((await called(page, 'answerTool')).length === 0, 'the question stands');
      await page.keyboard.press('Escape');
      const [answer] = await called(page, 'answerTool');
      check(answer?.[2] === 'no', 'the question is declined');
      check(await isOpen(page), 'the panel is open');
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        ports.tools.set(build.tools());
      });
      await page.keyboard.press('Escape');
      check(!(await isOpen(page)), 'the panel is closed');
    },
  },
  {
    name: 'a modal sheet keeps the focus inside',
    state: 'conversation',
    mode: 'phone',
    async run(page, check) {
      for (let step = 0; step < 30; step++) {
        await page.keyboard.press('Tab');
        const isOutside = await page.evaluate(
          () => document.activeElement?.tagName === 'A' || document.activeElement?.id === 'outside',
        );
        if (isOutside) return check(false, 'the page behind the sheet has the focus');
      }
      check(await isModal(page), 'it is modal');
    },
  },
];
