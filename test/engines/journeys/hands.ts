// Hands and eyes of other kinds: a voice that says what it sees, a switch, a finger and its keyboard on the screen, 400 %
// zoom, wider text, few colours.

import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Step } from '../../browser/support/test-gateway.ts';
import { until } from '../../browser/support/visitor.ts';
import { pageHtml } from '../../browser/support/world.ts';
import { pictureAt } from '../pictures.ts';
import {
  askFirst,
  askForMugs,
  BODY,
  cart,
  expectNoWrongs,
  HEAD,
  type Journey,
  type Scene,
} from '../scene.ts';
import { find, type Guest } from '../visitor.ts';
import { focused, LAUNCHER, tabTo } from './keys.ts';
import { overflowInPage } from './looks.ts';

/** As a visitor may set it for all pages: WCAG 2.2, 1.4.12. */
const SPACED = `<style>* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}</style>`;
/** Of a window of 1280 × 1024 px at 400 %. */
const ZOOMED = [320, 256] as const;
const PHONE = [390, 844] as const;
/** Up to here the panel is a sheet that fills the window. */
const SHEET_PX = 480;
const KEYBOARD_PX = 336;

const CARDS: Step[][] = [
  [
    {
      call: [{ name: 'offer_choices', input: { question: 'Which?', options: ['Green', 'Blue'] } }],
    },
    {
      call: [
        {
          name: 'ask_form',
          input: {
            title: 'Where to?',
            send: 'Use this',
            fields: [
              { name: 'town', label: 'Town', type: 'text', required: true },
              { name: 'terms', label: 'I agree', type: 'consent', required: true },
            ],
          },
        },
      ],
    },
    { say: 'So be it.' },
  ],
];

/** A size that the engine's window may refuse: it has a least width. */
const needsWidth =
  (most: number) =>
  async ({ enter }: Scene): Promise<string | null> => {
    const { hand } = await enter();
    await hand.resize(most, 600);
    const width = await hand.run(() => innerWidth);
    return width > most ? `its window is never narrower than ${width} px` : null;
  };

export const OTHER_HANDS: readonly Journey[] = [
  {
    title: 'has names that begin with the words that are seen, so that a voice can say them',
    async play({ enter }) {
      const guest = await enter();
      const met = new Set<string>();
      const look = async () => {
        const { seen, strange } = await guest.hand.run(wordsInPage);
        for (const words of seen) met.add(words);
        expect(strange).toEqual([]);
      };
      await guest.sees('Chat', 'button[part=launcher]');
      await look();
      await askFirst(guest);
      await askForMugs(guest);
      await look();
      await guest.press('Menu');
      await guest.sees('New conversation');
      await look();
      await guest.press('New conversation');
      await guest.press('Menu');
      await guest.press('Earlier conversations');
      await guest.sees('*How long can I return it?*');
      await look();
      for (const words of ['Thought', 'Add to cart', 'New conversation', 'Stop']) {
        expect([...met]).toContain(words);
      }
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'has names that begin with the words that are seen on cards and their fields',
    script: CARDS,
    async play({ enter, world }) {
      world.put('/cards', pageHtml(world, { 'data-cards': 'choices form' }, BODY, HEAD));
      const guest = await enter({}, '/cards');
      await guest.open();
      await guest.write('I want one');
      await guest.sees('Blue');
      const choices = await guest.hand.run(wordsInPage);
      await guest.answer('Blue');
      await guest.sees('Use this');
      const form = await guest.hand.run(wordsInPage);
      expect([...choices.strange, ...form.strange]).toEqual([]);
      expect(choices.seen).toEqual(expect.arrayContaining(['Green', 'Blue']));
      expect(form.seen).toEqual(expect.arrayContaining(['Use this', 'Town', 'I agree']));
    },
  },
  {
    title:
      'can be used by a switch: one key goes on, one goes back, one presses, and nothing is written',
    script: [
      [
        { call: [{ name: 'add_to_cart', input: { product: 'mug', quantity: 2 } }] },
        { say: 'Two mugs are in your cart.' },
      ],
    ],
    async play({ enter, world }) {
      world.put('/switch', pageHtml(world, { 'data-prompts': 'Two mugs' }, BODY, HEAD));
      const guest = await enter({}, '/switch');
      const { hand } = guest;
      await guest.sees('*', 'button[part=launcher]');
      await tabTo(hand, LAUNCHER);
      await hand.press('Space');
      await guest.sees('Two mugs');
      await tabTo(hand, 'BUTTON Two mugs', true);
      await hand.press('Space');
      await guest.sees('Add to cart');
      await until('the tool to be allowed', async () => {
        if ((await find(hand, 'button', 'Add to cart')) === null) return true;
        await tabTo(hand, 'BUTTON Add to cart', true);
        await hand.press('Space');
        return false;
      });
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      await tabTo(hand, 'BUTTON Close chat', true);
      await hand.press('Space');
      await until('the panel to be closed', async () => !(await guest.isOpen()));
      expect(await focused(hand)).toContain('BUTTON');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'can be used and read at a zoom of 400 %',
    gap: needsWidth(ZOOMED[0]),
    async play({ engine, enter }) {
      const guest = await enter();
      await guest.hand.resize(...ZOOMED);
      await askFirst(guest);
      await askForMugs(guest);
      await guest.hand.shoot(`${engine.name}-zoom`);
      expect(await guest.hand.run(overflowInPage, 'bellhop-host')).toEqual([]);
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'takes a visitor’s own text spacing, and cuts nothing off',
    async play({ engine, enter, world }) {
      world.put('/spaced', pageHtml(world, {}, BODY, SPACED + HEAD));
      const guest = await enter({}, '/spaced');
      await askFirst(guest);
      await askForMugs(guest);
      await guest.hand.shoot(`${engine.name}-spaced`);
      const { spacing, cut } = await guest.hand.run(spacingInPage);
      expect(spacing).toBeGreaterThan(1);
      expect(cut).toEqual([]);
      expect(await guest.hand.run(overflowInPage, 'bellhop-host')).toEqual([]);
    },
  },
  {
    title: 'shows what can be pressed, and where the focus is, in forced colours',
    needs: 'isForced',
    async play({ engine, enter }) {
      const guest = await enter({ isForced: true });
      expect(await guest.hand.run(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
      await askFirst(guest);
      await askForMugs(guest);
      await tabTo(guest.hand, 'BUTTON Add to cart', true);
      await guest.hand.shoot(`${engine.name}-forced`);
      expect(await guest.hand.run(unseenInPage)).toEqual([]);
      expect(await drawnOnLauncher(guest, `${engine.name}-forced`)).toBeGreaterThan(40);
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      await guest.press('Close chat', 'button[part=launcher]');
      await until('the panel to be closed', async () => !(await guest.isOpen()));
      await guest.hand.shoot(`${engine.name}-forced-closed`);
      expect(await drawnOnLauncher(guest, `${engine.name}-forced-closed`)).toBeGreaterThan(40);
    },
  },
  {
    title: 'can be used with a finger',
    needs: 'hasTouch',
    async play({ enter }) {
      const guest = await enter({ hasTouch: true });
      expect(await guest.hand.run(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      await guest.hand.resize(...PHONE);
      await guest.sees('*', 'button[part=launcher]');
      await tap(guest, 'Chat');
      await tap(guest, '*', 'textarea');
      await guest.hand.type('How long can I return it?');
      await tap(guest, 'Send');
      await guest.reads('30 days');
      await tap(guest, '*', 'textarea');
      await guest.hand.type('Two mugs, please');
      await tap(guest, 'Send');
      await guest.sees('Add to cart');
      await tap(guest, 'Add to cart');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'stays above a keyboard on the screen, with its title and what is asked in reach',
    gap: needsWidth(SHEET_PX),
    async play({ engine, enter }) {
      const guest = await enter();
      await guest.hand.resize(...PHONE);
      await askFirst(guest);
      const left = (await guest.hand.run(() => innerHeight)) - KEYBOARD_PX;
      await guest.hand.run(openKeyboard, left);
      await until('the composer to stand above the keyboard', async () => {
        const { title, composer } = await guest.hand.run(sheetInPage);
        return title >= 0 && composer > left / 2 && composer <= left + 1;
      });
      await guest.hand.shoot(`${engine.name}-keyboard`);
      await askForMugs(guest);
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      await guest.hand.run(openKeyboard, left + KEYBOARD_PX);
      await until('the sheet to fill the window again', async () => {
        const { composer } = await guest.hand.run(sheetInPage);
        return composer > left + KEYBOARD_PX / 2;
      });
      await expectNoWrongs(guest);
    },
  },
];

/** Touches it until it is gone (a question takes no press before it could be read), or, other than a button, once. */
const tap = ({ hand }: Guest, name: string, css = 'button'): Promise<unknown> =>
  until(`${name} to be taken`, async () => {
    const sight = await find(hand, css, name);
    if (sight?.isEnabled && sight.isOnTop) await hand.tap(sight.x, sight.y);
    return css === 'button' ? (await find(hand, css, name)) === null : sight;
  });

/** The words on all that can be pressed or filled in, and what has a name that doesn't begin with its words. */
function wordsInPage(): { seen: string[]; strange: string[] } {
  const root = document.querySelector('bellhop-host')?.shadowRoot;
  const css = 'button, a[href], [role=menuitem], summary, input, textarea, select';
  const line = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  // Spaces between boxes are the layout's own.
  const bare = (text: string) => text.replace(/\s/g, '').toLowerCase();
  const labelled = (element: Element) =>
    element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => root?.getElementById(id)?.textContent)
      .join(' ');
  const all = [...(root?.querySelectorAll<HTMLElement>(css) ?? [])]
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => {
      const label = [...((element as HTMLInputElement).labels ?? [])][0];
      const seen = line((label ?? element).innerText);
      const name = labelled(element) ?? element.getAttribute('aria-label') ?? null;
      return { seen, name: line(name ?? (label ?? element).textContent) };
    });
  return {
    seen: all.map(({ seen }) => seen).filter((words) => words !== ''),
    strange: all
      .filter(({ seen, name }) => {
        // A number alone, as of new messages, is nothing that one says.
        const said = /^\d*$/.test(seen) ? '' : seen;
        return name === '' || !bare(name).startsWith(bare(said));
      })
      .map(({ seen, name }) => `"${seen}" is named "${name}"`),
  };
}

/** Letter spacing of an answer in px, and the buttons that cut their words off. */
function spacingInPage(): { spacing: number; cut: string[] } {
  const root = document.querySelector('bellhop-host')?.shadowRoot;
  const answer = root?.querySelector('article.turn .answer');
  const buttons = [...(root?.querySelectorAll<HTMLElement>('button') ?? [])];
  return {
    spacing: answer ? Number.parseFloat(getComputedStyle(answer).letterSpacing) : 0,
    cut: buttons
      .filter((one) => one.getClientRects().length > 0 && one.innerText.trim() !== '')
      .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const [words, box] = [range, one].map((it) => it.getBoundingClientRect());
        if (!words || !box) return true;
        return (
          words.left < box.left - 1 ||
          words.right > box.right + 1 ||
          words.top < box.top - 1 ||
          words.bottom > box.bottom + 1
        );
      })
      .map((one) => one.innerText),
  };
}

/** Buttons whose words can't be told from what is behind them, and a focus without a ring. */
function unseenInPage(): string[] {
  const root = document.querySelector('bellhop-host')?.shadowRoot;
  const words = [...(root?.querySelectorAll<HTMLElement>('button') ?? [])]
    .filter((button) => button.innerText.trim() !== '' && button.getClientRects().length > 0)
    .filter((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return color === backgroundColor;
    })
    .map((button) => button.innerText);
  const focus = root?.activeElement;
  if (!focus) return [...words, 'nothing has the focus'];
  const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(focus);
  const hasRing =
    outlineStyle !== 'none' &&
    Number.parseFloat(outlineWidth) >= 2 &&
    outlineColor !== backgroundColor;
  return hasRing ? words : [...words, 'the focus has no ring'];
}

/** How many pixels of the launcher's sign can be told from its ground, in this picture of the page as it is now. */
async function drawnOnLauncher({ hand }: Guest, picture: string): Promise<number> {
  const png = await readFile(await pictureAt(picture), 'base64');
  return hand.run(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const root = document.querySelector('bellhop-host')?.shadowRoot;
    const box = root?.querySelector('[part=launcher]')?.getBoundingClientRect();
    if (!box) throw new Error('There is no launcher.');
    const canvas = document.createElement('canvas');
    // The sign is 28 px wide and stands 14 px from the start.
    Object.assign(canvas, { width: 28, height: 28 });
    const [left, top] = [box.left + 14, box.top + box.height / 2 - 14];
    const context = canvas.getContext('2d');
    context?.drawImage(image, -left, -top);
    const bytes = context?.getImageData(0, 0, 28, 28).data ?? new Uint8ClampedArray();
    const ground = bytes.slice(0, 3);
    let drawn = 0;
    for (let at = 0; at < bytes.length; at += 4) {
      const distance = [0, 1, 2].map((n) => Math.abs((bytes[at + n] ?? 0) - (ground[n] ?? 0)));
      if (Math.max(...distance) > 100) drawn += 1;
    }
    return drawn;
  }, png);
}

/** As a phone tells of its keyboard: the part of the page that is left in sight. */
function openKeyboard(left: number): void {
  const view = window.visualViewport;
  if (!view) throw new Error('This engine tells of no keyboard.');
  Object.defineProperty(view, 'height', { configurable: true, get: () => left });
  view.dispatchEvent(new Event('resize'));
}

/** Where the sheet's title begins and its composer ends, in px from above. */
function sheetInPage(): { title: number; composer: number } {
  const root = document.querySelector('bellhop-host')?.shadowRoot;
  return {
    title: root?.querySelector('.header')?.getBoundingClientRect().top ?? -1,
    composer: root?.querySelector('textarea')?.getBoundingClientRect().bottom ?? 0,
  };
}
