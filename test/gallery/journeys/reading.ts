// How the log scrolls, what stays in its place, and what is heard of it.

import type { Page } from 'playwright-core';
import { goUp } from '../go-up.ts';
import { type Journey, scrolled, soon } from './support.ts';

/** Notes each text that a live region shows, in order. */
const listen = (page: Page) =>
  page.evaluate(() => {
    window.heard = [];
    const root = document.querySelector('bellhop-gallery')?.shadowRoot;
    const note = (node: Node, region: Element) => {
      const words = node.textContent?.trim();
      if (words) window.heard.push(`${region.getAttribute('aria-live')}: ${words}`);
    };
    for (const region of root?.querySelectorAll('[aria-live=polite], [aria-live=assertive]') ??
      []) {
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) note(node, region);
      }).observe(region, { childList: true });
    }
  });

const heard = (page: Page) => page.evaluate(() => window.heard);

/** A message, a run of `runMs`, and its answer with two sources. */
const talk = (page: Page, words: string, runMs: number) =>
  page.evaluate(
    async ({ said, ms }) => {
      const { ports, build } = window.gallery;
      const before = [...ports.session.get().entries, build.user('And now?')];
      ports.session.set(build.session(before, { run: build.running() }));
      await new Promise((done) => setTimeout(done, ms));
      const citations = [
        build.source('https://shop.example/a', 'A'),
        build.source('https://shop.example/b', 'B'),
      ];
      ports.session.set(build.session([...before, build.agent([said], { citations })]));
      await new Promise((done) => setTimeout(done, 1200));
    },
    { said: words, ms: runMs },
  );

export const READING: Journey[] = [
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
    name: 'what came while the panel was closed stands in sight below a mark; the answer in sight is no new message',
    state: 'long-answer',
    mode: 'light',
    async run(page, check) {
      await page.locator('.log').evaluate((log) => log.scrollTo(0, log.scrollHeight));
      await soon(page);
      await page.evaluate(() => window.gallery.panel.close());
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const long = 'Words of an answer that goes on for long enough.\n\n'.repeat(40);
        const came = ['The first of them.', long, 'The last.'].map((words) => build.agent([words]));
        ports.session.set(build.session([...ports.session.get().entries, ...came]));
      });
      await soon(page);
      await page.evaluate(() => window.gallery.panel.open());
      await soon(page);
      const placeOf = (selector: string) =>
        page.evaluate((wanted) => {
          const root = document.querySelector('bellhop-gallery')?.shadowRoot;
          const top = root?.querySelector('.log')?.getBoundingClientRect().top ?? 0;
          return (root?.querySelector(wanted)?.getBoundingClientRect().top ?? -1) - top;
        }, selector);
      const top = await placeOf('.new');
      check(top >= 0 && top < 40, `the mark stands at the top (${top})`);
      check(
        (await page.locator('.pill').textContent()) === 'Go to the latest',
        'the pill leads on',
      );
      await page.evaluate(async () => {
        const { ports, build } = window.gallery;
        const said = [...ports.session.get().entries, build.user('Tell me')];
        ports.session.set(build.session(said));
        const part = build.message('', true);
        const turn = build.agent([part], { turn: { state: 'working' } });
        const words = 'Words of an answer that fills the panel twice over.\n\n'.repeat(40);
        const show = (over: object, shown: object) =>
          ports.session.set(build.session([...said, { ...turn, ...over } as typeof turn], shown));
        show({ parts: [{ ...part, blocks: [build.text(words)] }] }, { run: build.running() });
        await new Promise((done) => setTimeout(done, 200));
        const root = document.querySelector('bellhop-gallery')?.shadowRoot;
        const rows = [...(root?.querySelectorAll('article.turn') ?? [])];
        rows.at(-1)?.scrollIntoView();
        await new Promise((done) => setTimeout(done, 200));
        const whole = { ...part, isPreview: false, blocks: [build.text(words)] };
        show({ parts: [whole], turn: { state: 'ended', stopReason: 'end_turn' } }, {});
      });
      await soon(page);
      const pill = await page.locator('.pill').textContent();
      check(
        pill === 'Go to the latest',
        `the answer that is being read is not counted ("${pill}")`,
      );
    },
  },
  {
    name: 'the last sixteen are drawn; earlier ones come in above without a jump',
    state: 'empty',
    mode: 'light',
    async run(page, check) {
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const many = Array.from({ length: 300 }, (_, at) => build.user(`Message ${at}`));
        ports.session.set(build.session(many));
      });
      await page.locator('article').first().waitFor();
      await soon(page);
      const count = await page.locator('article').count();
      check(count === 16, `sixteen rows at first (${count})`);
      const place = () =>
        page
          .getByText('Message 287')
          .evaluate((row) => Math.round(row.getBoundingClientRect().top));
      await page.locator('.log').evaluate((log) => {
        log.scrollTop = 200;
      });
      const before = await place();
      await soon(page);
      check((await page.locator('article').count()) > 16, 'more rows near the top');
      check(Math.abs((await place()) - before) < 3, 'what was in sight stays in its place');
      const jumps = (await page.evaluate(`(${goUp})(60, false)`)) as string[];
      check(jumps.length === 0, `and on the way up, too (${jumps.join(', ')})`);
      check((await page.locator('.page').count()) > 3, 'which leads through several pages');
    },
  },
  {
    name: 'what much is new opens at its beginning, and stays there while the rest is drawn',
    state: 'empty',
    mode: 'light',
    isLive: true,
    async run(page, check) {
      const before = await page.evaluate(async () => {
        const { ports, build, panel } = window.gallery;
        const many = Array.from({ length: 600 }, (_, at) =>
          at % 2 === 0 ? build.user(`Message ${at}`) : build.agent([`Answer ${at}.`]),
        );
        ports.session.set(build.session(many.slice(0, 30)));
        await new Promise((done) => setTimeout(done, 500));
        panel.close();
        ports.session.set(build.session(many));
        panel.open();
        await new Promise((done) => setTimeout(done, 100));
        return document
          .querySelector('bellhop-gallery')
          ?.shadowRoot?.querySelectorAll('.page:empty').length;
      });
      check(Number(before) > 3, `pages in the middle wait (${before})`);
      await page.locator('.page:empty').first().waitFor({ state: 'detached' });
      await soon(page);
      const top = () =>
        page.evaluate(() => {
          const root = document.querySelector('bellhop-gallery')?.shadowRoot;
          const at = (css: string) => root?.querySelector(css)?.getBoundingClientRect().top ?? 0;
          return Math.round(at('.new') - at('.log'));
        });
      check((await top()) === 12, `the mark stands at the top (${await top()})`);
      check((await page.locator('article').count()) > 580, 'all that is new is drawn');
      await page.locator('.pill').click();
      await soon(page);
      check((await scrolled(page)).toEnd < 2, 'the pill leads to the end');
      const jumps = (await page.evaluate(`(${goUp})(60, false)`)) as string[];
      check(jumps.length === 0, `and nothing jumps on the way back (${jumps.join(', ')})`);
    },
  },
  {
    name: 'sending sticks to the end again, and one at the very top is left there',
    state: 'long-answer',
    mode: 'light',
    async run(page, check) {
      await page.locator('.log').evaluate((log) => log.scrollTo(0, 0));
      await soon(page);
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        ports.session.set(
          build.session([...ports.session.get().entries, build.agent(['One more thing.'])]),
        );
      });
      await soon(page);
      check((await scrolled(page)).top === 0, 'what arrives leaves the top in sight');
      await page.keyboard.type('And then?');
      await page.keyboard.press('Enter');
      await soon(page);
      check((await scrolled(page)).toEnd < 2, 'sending leads to the end');
    },
  },
  {
    name: 'what is heard: Replying once, the answer in pieces, its sources; nothing of the past',
    state: 'conversation',
    mode: 'light',
    isLive: true,
    async run(page, check) {
      await listen(page);
      const sentence =
        'This sentence is one of several, and it has more than eighty characters in all. ';
      await talk(page, `**Yes.** ${sentence.repeat(5)}`, 1400);
      // A piece every half second, and later on a busy machine; then time for what must not be said.
      await page.waitForFunction(() => window.heard.some((line) => line.endsWith('2 sources')));
      await soon(page);
      const said = await heard(page);
      const pieces = said.slice(1, -1).map((line) => line.replace('polite: ', ''));
      check(said[0] === 'polite: Replying…', `Replying first (${said[0]})`);
      check(said.at(-1) === 'polite: 2 sources', `sources last (${said.at(-1)})`);
      check(
        pieces.length === 2 && pieces.every((piece) => piece.length <= 280),
        `two pieces (${pieces.map(({ length }) => length)})`,
      );
      check(
        pieces.join(' ') === `Yes. ${sentence.repeat(5)}`.trim(),
        'together they are the answer, without its marks',
      );
    },
  },
  {
    name: 'what is heard: short notices, or nothing, where the visitor chose that',
    state: 'conversation',
    mode: 'light',
    isLive: true,
    async run(page, check) {
      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('menuitem', { name: 'Screen reader' }).click();
        await page.getByRole('radio', { name }).click();
        await page.keyboard.press('Escape');
        await page.getByRole('radio', { name }).waitFor({ state: 'detached' });
        await listen(page);
      };
      await choose('Short notices');
      await talk(page, 'A long story.', 100);
      const short = (await heard(page)).join(', ');
      check(short === 'polite: 1 new message, polite: 2 sources', `short notices (${short})`);
      await choose('Off');
      await talk(page, 'Another one.', 1300);
      check((await heard(page)).length === 0, 'nothing at all');
      await choose('Full replies');
      await talk(page, 'The last one.', 100);
      check((await heard(page))[0] === 'polite: The last one.', 'all of it again');
    },
  },
  {
    name: 'what is heard at once: a question, and a message that couldn’t be sent',
    state: 'conversation',
    mode: 'light',
    async run(page, check) {
      await listen(page);
      await page.evaluate(() => {
        const { ports, build } = window.gallery;
        const refused = build.user('Hm?', {
          delivery: { state: 'refused', code: 'invalid_request', message: '' },
        });
        const before = ports.session.get().entries;
        ports.session.set(
          build.session([...before, { ...refused, delivery: { state: 'sending' } }]),
        );
        return new Promise((done) => setTimeout(done, 50)).then(() => {
          ports.session.set(build.session([...before, refused]));
          const part = build.tool('add_to_cart', {}, { isPending: true });
          ports.tools.set(build.tools(build.question(part, 'Add to cart')));
        });
      });
      await soon(page);
      await soon(page);
      const said = (await heard(page)).join(', ');
      check(
        said === 'assertive: Add to cart?, assertive: Not sent' ||
          said === 'assertive: Not sent, assertive: Add to cart?',
        `both, and nothing else (${said})`,
      );
    },
  },
  {
    name: 'nothing on the page shifts while the chat opens, answers and closes',
    state: 'conversation',
    mode: 'light',
    isLive: true,
    async run(page, check) {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.evaluate(() => {
        Object.assign(window, { shifts: [] });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & {
              value: number;
              sources: { node: Node | null }[];
            };
            const where = sources.map(({ node }) => node?.nodeName ?? 'shadow').join();
            (window as unknown as { shifts: string[] }).shifts.push(`${value.toFixed(4)} ${where}`);
          }
        }).observe({ type: 'layout-shift', buffered: false });
      });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
      await page.evaluate(() => window.gallery.panel.open());
      await page.evaluate(async () => {
        const { ports, build } = window.gallery;
        const before = [...ports.session.get().entries, build.user('Go on')];
        const part = build.message('', true);
        const turn = build.agent([part], { turn: { state: 'working' } });
        let words = '';
        for (let step = 0; step < 20; step++) {
          words += 'Some more words of it. ';
          const parts = [{ ...part, blocks: [build.text(words)] }] as typeof turn.parts;
          ports.session.set(
            build.session([...before, { ...turn, parts }], { run: build.running() }),
          );
          await new Promise((done) => setTimeout(done, 30));
        }
      });
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
      const ofThePage = shifts.filter((line) => /H1|MAIN|P\b|BODY/.test(line));
      check(ofThePage.length === 0, `no shift of the page (${ofThePage.join('; ')})`);
      check(
        (await page.evaluate(() => document.documentElement.scrollWidth)) === width,
        'no scroll bar comes',
      );
      check((await page.evaluate(() => scrollY)) === 0, 'the page is where it was');
    },
  },
];
