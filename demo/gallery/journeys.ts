// What only a browser with a layout can show: focus, the dialog's two ways, scrolling, trusted events.
// Each journey returns what went wrong, in words.

import type { Page } from 'playwright-core';
import type { Panel } from '../../src/ui/types.ts';
import { type Gallery, MODES, type Mode } from './browse.ts';
import type * as build from './build.ts';
import type { RecordedPorts } from './ports.ts';

declare global {
  interface Window {
    gallery: { panel: Panel; ports: RecordedPorts; build: typeof build };
  }
}

type Check = (isTrue: boolean, what: string) => void;
type Journey = (page: Page, check: Check) => Promise<void>;

const mode = (name: string): Mode => MODES.find((one) => one.name === name) ?? (MODES[0] as Mode);

/** What has the focus inside the shadow root: tag, classes and label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.querySelector('bellhop-gallery')?.shadowRoot?.activeElement;
    return active ? `${active.tagName} ${active.className} ${active.ariaLabel ?? ''}` : 'nothing';
  });
const isOpen = (page: Page) => page.evaluate(() => window.gallery.panel.isOpen());
const isModal = (page: Page) => page.locator('dialog').evaluate((one) => one.matches(':modal'));
const answers = (page: Page) =>
  page.evaluate(() => window.gallery.ports.calls.filter(([name]) => name === 'answerTool').length);
const scrolled = (page: Page) =>
  page.locator('.log').evaluate((log) => ({
    top: Math.round(log.scrollTop),
    toEnd: Math.round(log.scrollHeight - log.clientHeight - log.scrollTop),
  }));
const soon = (page: Page) => page.waitForTimeout(250);

const JOURNEYS: { name: string; state: string; mode: string; run: Journey }[] = [
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
    name: 'a long answer stops at its top, the pill leads on, reading is never disturbed',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      check((await scrolled(page)).toEnd < 2, 'the end is in sight at first');
      await page.keyboard.type('Tell me');
      await page.keyboard.press('Enter');
      await page.evaluate(async () => {
        const { ports, build } = window.gallery;
        const said = [...ports.session.get().entries, build.user('Tell me')];
        const part = build.message('', true);
        const turn = build.agent([part], { turn: { state: 'working' } });
        let words = '';
        for (let step = 0; step < 40; step++) {
          words +=
            'Words of an answer that goes on for long enough to fill the panel twice over. \n\n';
          const parts = [{ ...part, blocks: [build.text(words)] }] as typeof turn.parts;
          ports.session.set(build.session([...said, { ...turn, parts }], { run: build.running() }));
          await new Promise((done) => setTimeout(done, 20));
        }
      });
      await soon(page);
      const top = await page.evaluate(() => {
        const root = document.querySelector('bellhop-gallery')?.shadowRoot;
        const turn = [...(root?.querySelectorAll('article.turn') ?? [])].at(-1);
        const log = root?.querySelector('.log');
        return (turn?.getBoundingClientRect().top ?? 0) - (log?.getBoundingClientRect().top ?? 0);
      });
      check(top >= 0 && top < 30, `the answer’s top is at the top of the log (${top})`);
      await page.getByRole('button', { name: 'Go to the latest' }).click();
      await soon(page);
      check((await scrolled(page)).toEnd < 2, 'the pill leads to the end');
      await page.locator('.log').evaluate((log) => {
        log.scrollTop = 100;
      });
      await soon(page);
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const more = ['One', 'Two', 'Three'].map((words) => build.agent([words]));
        ports.session.set(build.session([...ports.session.get().entries, ...more]));
      });
      await soon(page);
      check((await scrolled(page)).top === 100, 'what arrives moves nothing');
      const pill = await page.locator('.pill').textContent();
      check(pill === '3 new messages', `the pill says how many came ("${pill}")`);
    },
  },
  {
    name: 'the last fifty are drawn; earlier ones come in above without a jump',
    state: 'empty',
    mode: 'light',
    async run(page, check) {
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const many = Array.from({ length: 300 }, (_, at) => build.user(`Message ${at}`));
        ports.session.set(build.session(many));
      });
      await soon(page);
      check((await page.locator('article').count()) === 50, 'fifty rows at first');
      const place = () =>
        page
          .getByText('Message 253')
          .evaluate((row) => Math.round(row.getBoundingClientRect().top));
      await page.locator('.log').evaluate((log) => {
        log.scrollTop = 200;
      });
      const before = await place();
      await soon(page);
      check((await page.locator('article').count()) > 50, 'more rows near the top');
      check(Math.abs((await place()) - before) < 3, 'what was in sight stays in its place');
    },
  },
  {
    name: 'only the visitor’s own hand allows a tool',
    state: 'approval',
    mode: 'light',
    async run(page, check) {
      const button = page.getByRole('button', { name: 'Allow once' });
      await button.evaluate((one: HTMLElement) => one.click());
      check((await answers(page)) === 0, 'a scripted click is no answer');
      await button.click();
      check((await answers(page)) === 1, 'a real one is');
    },
  },
  {
    name: 'an input method’s Enter sends nothing',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      const client = await page.context().newCDPSession(page);
      await client.send('Input.imeSetComposition', {
        text: 'にほん',
        selectionStart: 3,
        selectionEnd: 3,
      });
      await client.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
      const sent = () =>
        page.evaluate(() => window.gallery.ports.calls.some(([name]) => name === 'send'));
      check(!(await sent()), 'nothing is sent while composing');
      await client.send('Input.insertText', { text: '日本' });
      await page.keyboard.press('Enter');
      check(await sent(), 'Enter sends afterwards');
    },
  },
];

/** @returns one line for each thing that isn't as it should be, and how many journeys were made. */
export async function travel(gallery: Gallery): Promise<{ problems: string[]; count: number }> {
  const problems: string[] = [];
  for (const journey of JOURNEYS) {
    const page = await gallery.show(journey.state, mode(journey.mode), '&focus');
    try {
      await journey.run(page, (isTrue, what) => {
        if (!isTrue) problems.push(`${journey.name}: not so: ${what}`);
      });
    } catch (reason) {
      problems.push(`${journey.name}: ${reason}`);
    }
    await page.context().close();
  }
  return { problems, count: JOURNEYS.length };
}
