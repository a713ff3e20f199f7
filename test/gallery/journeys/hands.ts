// What hands do: answer, write with an input method, drop and paste files, copy, save, print, type on a phone.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { called, draft, type Journey, scrolled, soon } from './support.ts';

const answers = async (page: Page) => (await called(page, 'answerTool')).length;

/** Files as a drop or a paste brings them. */
const bring = (page: Page, how: 'drop' | 'paste', names: string[]) =>
  page.evaluate(
    ({ type, files }) => {
      const root = document.querySelector('bellhop-gallery')?.shadowRoot;
      const data = new DataTransfer();
      for (const name of files)
        data.items.add(new File(['Words of it'], name, { type: 'text/plain' }));
      const how = { bubbles: true, cancelable: true };
      const event =
        type === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...how })
          : new ClipboardEvent('paste', { clipboardData: data, ...how });
      root?.querySelector('textarea')?.dispatchEvent(event);
      return event.defaultPrevented;
    },
    { type: how, files: names },
  );

export const HANDS: Journey[] = [
  {
    name: 'a wide table keeps its words whole, and is scrolled by keyboard to either end',
    state: 'wide-table',
    mode: 'light',
    async run(page, check) {
      const box = page.getByRole('region', { name: 'Table' });
      const price = page.getByRole('cell', { name: '€129.00' });
      check(((await price.boundingBox())?.width ?? 0) > 50, 'a price stands on one line');
      await page.locator('.table.is-wide.more-right:not(.more-left)').waitFor();
      await box.focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.table.more-left.more-right').waitFor();
      for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight');
      await page.locator('.table.more-left:not(.more-right)').waitFor();
      check((await page.getByRole('table').count()) === 1, 'it is a table to a screen reader');
    },
  },
  {
    name: 'a table with room for it is no stop for the keyboard',
    state: 'rich',
    mode: 'light',
    async run(page, check) {
      check((await page.getByRole('table').count()) === 1, 'there is a table');
      check((await page.getByRole('region', { name: 'Table' }).count()) === 0, 'and no region');
    },
  },
  {
    name: 'only the visitor’s own hand allows a tool',
    state: 'approval',
    mode: 'light',
    async run(page, check) {
      const button = page.getByRole('button', { name: 'Add to cart' });
      await button.evaluate((one: HTMLElement) => one.click());
      check((await answers(page)) === 0, 'a scripted click is no answer');
      await button.click();
      check((await answers(page)) === 1, 'a real one is');
    },
  },
  {
    name: 'in a view of a few lines nothing is allowed that has not been in view',
    state: 'approval',
    mode: 'tiny',
    async run(page, check) {
      const allow = page.getByRole('button', { name: 'Add to cart' });
      const last = page.locator('.question .fields > div').last();
      check((await allow.getAttribute('aria-disabled')) === 'true', 'Allow waits');
      for (let press = 0; press < 40 && (await answers(page)) === 0; press++) {
        const place = await last.boundingBox();
        const end = (await allow.boundingBox())?.y ?? 0;
        const wasSeen = place !== null && place.y + place.height / 2 < end;
        await allow.click({ force: true });
        await soon(page);
        if ((await answers(page)) > 0) check(press > 0 && wasSeen, 'its last line was in view');
      }
      check((await answers(page)) === 1, 'then it can be allowed');
    },
  },
  {
    name: 'in a view of a few lines a no needs nothing to be seen',
    state: 'approval',
    mode: 'tiny',
    async run(page, check) {
      await page.getByRole('button', { name: 'No thanks' }).click();
      check((await answers(page)) === 1, 'it is the answer');
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
  {
    name: 'documents come by drop, paste and button, are named, refused in words, removed and sent',
    state: 'attached',
    mode: 'light',
    async run(page, check) {
      const chips = () => page.locator('.attachments .chip-name').allTextContents();
      check((await chips()).length === 3, 'three were dropped');
      check(await page.getByText('Loading…').isVisible(), 'one is still being read');
      check(await page.getByText('tool.exe is too large').isVisible(), 'one is refused, in words');
      const send = page.getByRole('button', { name: 'Send', exact: true });
      check((await send.getAttribute('aria-disabled')) === 'true', 'nothing can be sent so');
      await page.getByRole('button', { name: 'Remove tool.exe' }).click();
      await page.getByRole('button', { name: /^Remove scan/ }).click();
      check(await bring(page, 'paste', ['pasted.txt']), 'a paste of files is taken');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach a document' }).click();
      await (await chooser).setFiles({
        name: 'chosen.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Chosen words'),
      });
      await soon(page);
      check(
        (await chips()).join() === 'measurements.txt,pasted.txt,chosen.txt',
        `all three stand there (${await chips()})`,
      );
      await page.keyboard.type('Which size?');
      await page.keyboard.press('Enter');
      const [sent] = await called(page, 'send');
      const blocks = (sent?.[0] ?? []) as { type: string; title?: string }[];
      check(
        blocks.map(({ type, title }) => title ?? type).join() ===
          'measurements.txt,pasted.txt,chosen.txt,text',
        'and go with the message',
      );
      check((await chips()).length === 0, 'the composer is empty');
    },
  },
  {
    name: 'files are refused in words where the owner wants none',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      check(await bring(page, 'drop', ['a.txt']), 'a drop opens nothing in place of the page');
      await page.getByText('Files can’t be sent').first().waitFor();
      check(await bring(page, 'paste', ['a.txt']), 'nor does a paste');
      check((await page.locator('.attachments').count()) === 0, 'nothing is attached');
    },
  },
  {
    name: 'code is copied exactly, and a message as plain text with rich text beside it',
    state: 'rich',
    mode: 'light',
    async run(page, check) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole('button', { name: 'Copy code' }).click();
      await page.getByRole('button', { name: 'Copied' }).first().waitFor();
      const code = await copied();
      check(code.startsWith("const size = chest < 95 ? 'S'"), `the code (${code.slice(0, 30)})`);
      check(code.endsWith('scroll`);'), 'to its end');
      await page.locator('article.turn').hover();
      await page.locator('article.turn .meta').getByRole('button', { name: 'Copy' }).click();
      await page.locator('article.turn .meta').getByRole('button', { name: 'Copied' }).waitFor();
      const message = await copied();
      check(
        message.startsWith('Here is a bit of everything.\n\nSizes'),
        'the message, without the marks of markdown',
      );
      check(message.includes('S\t88–94 cm\t72 cm'), 'with its table');
      const html = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return (await item?.getType('text/html'))?.text() ?? '';
      });
      check(/<table\b/.test(html) && /<em\b/.test(html), `rich text beside it (${html})`);
    },
  },
  {
    name: 'the conversation is saved as text and printed without the page around it',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      const pick = async (name: string) => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      const download = page.waitForEvent('download');
      await pick('Save as text');
      const file = await download;
      const text = await readFile((await file.path()) ?? '', 'utf8');
      check(
        file.suggestedFilename() === 'Fjell & Veld.txt',
        `its name (${file.suggestedFilename()})`,
      );
      check(text.includes('You said: Do you have a waterproof jacket'), 'what the visitor said');
      check(text.includes('[1] Returns and refunds https://shop.example/help/returns'), 'sources');
      check(
        text.includes('— today —') || text.includes('— Today —'),
        `days (${text.slice(0, 200)})`,
      );
      await page.evaluate(() => {
        const append = document.body.append.bind(document.body);
        document.body.append = (...nodes) => {
          append(...nodes);
          const frame = nodes[0] as HTMLIFrameElement;
          const view = frame.contentWindow as Window;
          view.print = () => {
            document.documentElement.dataset.printed = view.document.body.innerText;
            view.dispatchEvent(new Event('afterprint'));
          };
        };
      });
      await pick('Print');
      await page.locator('html[data-printed]').waitFor();
      await soon(page);
      const printed = await page.evaluate(() => document.documentElement.dataset.printed ?? '');
      check(printed.includes('Do you have a waterproof jacket'), 'what the visitor said, on paper');
      check(printed.includes('Returns and refunds'), 'sources, on paper');
      check(!printed.includes('Bellhop gallery'), 'nothing of the page around it');
      check((await page.locator('iframe').count()) === 0, 'and nothing is left behind');
    },
  },
  {
    name: 'on a phone the keyboard opens in the middle of an answer: the composer and the end stay in sight',
    state: 'streaming',
    mode: 'phone',
    async run(page, check) {
      await page.getByRole('textbox').tap();
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const [asked, turn] = ports.session.get().entries;
        if (turn?.kind !== 'agent' || !asked) return;
        const part = build.message('', true);
        let words = '';
        const timer = setInterval(() => {
          words += 'More words come while the keyboard slides in. ';
          const parts = [{ ...part, blocks: [build.text(words)] }] as typeof turn.parts;
          ports.session.set(build.session([asked, { ...turn, parts }], { run: build.running() }));
          if (words.length > 900) clearInterval(timer);
        }, 25);
      });
      await page.setViewportSize({ width: 390, height: 420 });
      await page.keyboard.type('While it writes');
      await page.waitForTimeout(900);
      const bottom = await page
        .getByRole('textbox')
        .evaluate((box) => box.getBoundingClientRect().bottom);
      check(bottom <= 420, `the composer is above the keyboard (${Math.round(bottom)})`);
      const top = await page.locator('.header').evaluate((one) => one.getBoundingClientRect().top);
      check(Math.abs(top) < 1, 'the header is at the top');
      check((await draft(page)) === 'While it writes', 'nothing typed is lost');
      const { toEnd, top: scroll } = await scrolled(page);
      check(toEnd < 2 || scroll > 0, `the log follows (${toEnd})`);
      const page_ = await page.evaluate(() => scrollY);
      check(page_ === 0, 'the page behind doesn’t scroll');
    },
  },
  {
    name: 'a visitor’s own text spacing arrives, and nothing is cut off by it',
    state: 'approval',
    mode: 'tiny',
    async run(page, check) {
      await page.addStyleTag({
        content:
          '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
      });
      const spacing = await page
        .locator('.question-title')
        .evaluate((one) => getComputedStyle(one).letterSpacing);
      check(Number.parseFloat(spacing) > 1, `it arrives (${spacing})`);
      const wide = await page.locator('.log').evaluate((log) => log.scrollWidth - log.clientWidth);
      check(wide <= 0, 'nothing scrolls sideways');
      const cut = await page
        .locator('.choices .button')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
      check(cut === 0, 'no button cuts its words');
    },
  },
  {
    name: 'the words of a button that clears stay red under the pointer',
    state: 'clear',
    mode: 'light',
    async run(page, check) {
      const button = page.getByRole('button', { name: 'Clear', exact: true });
      await button.hover();
      await page.waitForTimeout(300);
      // A picture's pixels: a colour that the browser mixes is told in a space of its own.
      const [red = 0, green = 0] = await button.evaluate((one) => {
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) return [];
        pen.fillStyle = getComputedStyle(one).color;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
      });
      check(red > 2 * green, `they are red (${red}, ${green})`);
    },
  },
];
