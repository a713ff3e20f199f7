// How it looks: pictures for people, and what axe finds. The panel in five looks, every state of the gallery, the shop.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { openShop } from '../../browser/support/shop.ts';
import { until } from '../../browser/support/visitor.ts';
import { pageHtml } from '../../browser/support/world.ts';
import { goUp } from '../../gallery/go-up.ts';
import { serveBuiltGallery } from '../../gallery/serve.ts';
import { STATES } from '../../gallery/states.ts';
import type { Hand } from '../hand.ts';
import { askFirst, BODY, expectNoWrongs, HEAD, type Journey } from '../scene.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PANEL_LOOKS: readonly [string, Record<string, string>, [number, number]][] = [
  ['desktop', {}, [1280, 800]],
  ['phone', {}, [390, 844]],
  ['dark', { 'data-theme': 'dark' }, [1280, 800]],
  ['right to left', { 'data-lang': 'ar' }, [1280, 800]],
  ['phone, dark, right to left', { 'data-lang': 'ar', 'data-theme': 'dark' }, [390, 844]],
];

const looks = PANEL_LOOKS.map(
  ([name, attributes, [width, height]]): Journey => ({
    title: `is accessible and fits: ${name}`,
    async play({ engine, enter, world }) {
      world.put('/look', pageHtml(world, attributes, BODY, HEAD));
      const guest = await enter({}, '/look');
      await guest.hand.resize(width, height);
      await askFirst(guest);
      await guest.write('Two mugs, please');
      await guest.sees('*', '.question button, [role=group] button');
      await guest.hand.shoot(`${engine.name}-${name.replaceAll(/\W+/g, '-')}`);
      expect(await violations(guest.hand, 'bellhop-host')).toEqual([]);
      expect(await guest.hand.run(overflowInPage, 'bellhop-host')).toEqual([]);
      await expectNoWrongs(guest);
    },
  }),
);

export const LOOKS: readonly Journey[] = [
  ...looks,
  {
    title: 'is dark where the visitor’s system is',
    needs: 'isDark',
    async play({ engine, enter, world }) {
      const head = '<meta name="color-scheme" content="light dark">';
      world.put('/system', pageHtml(world, {}, BODY, head + HEAD));
      const guest = await enter({ isDark: true }, '/system');
      await askFirst(guest);
      await guest.hand.shoot(`${engine.name}-system-dark`);
      expect(await violations(guest.hand, 'bellhop-host')).toEqual([]);
    },
  },
  {
    title: 'draws every state of the gallery without a fault of axe',
    length: 4,
    async play({ engine, enter, world, afterwards }) {
      const gallery = await serveBuiltGallery();
      afterwards(() => gallery.close());
      const guest = await enter({}, world.site);
      await guest.hand.resize(900, 800);
      const wrong: string[] = [];
      for (const { name } of STATES) {
        await guest.hand.goto(`${gallery.address}?state=${name}`);
        await until(`${name} to be drawn`, () =>
          guest.hand.run(() => 'ready' in document.documentElement.dataset),
        );
        await guest.hand.shoot(`gallery/${engine.name}/${name}`);
        const found = [
          ...(await violations(guest.hand, 'bellhop-gallery')),
          ...(await guest.hand.run(overflowInPage, 'bellhop-gallery')),
        ];
        wrong.push(...found.map((line) => `${name}: ${line}`));
      }
      expect(wrong).toEqual([]);
      expect(guest.hand.troubles).toEqual([]);
    },
  },
  {
    title: 'keeps what is read in its place while earlier messages come in above',
    length: 2,
    async play({ enter, world, afterwards }) {
      const gallery = await serveBuiltGallery();
      afterwards(() => gallery.close());
      const { hand } = await enter({}, world.site);
      await hand.resize(900, 800);
      await hand.goto(`${gallery.address}?state=ten-thousand`);
      await until('the conversation to be drawn', () =>
        hand.run(() => 'ready' in document.documentElement.dataset),
      );
      expect(await hand.run(goUp, 90, true)).toEqual([]);
      const pages = await hand.run(
        () =>
          document.querySelector('bellhop-gallery')?.shadowRoot?.querySelectorAll('.page').length,
      );
      expect(pages).toBeGreaterThan(3);
      expect(hand.troubles).toEqual([]);
    },
  },
  {
    title: 'serves the demo shop: answers from its pages, and fills the cart when allowed',
    async play({ engine, enter, afterwards }) {
      const shop = await openShop();
      afterwards(() => shop.close());
      const guest = await enter({}, shop.url);
      await guest.open();
      await guest.press('How long does delivery take?');
      await guest.reads('2 to 4 working days');
      await guest.sees('*Delivery times and costs*', '[role=log] a');
      await guest.write('Add two green mugs to my cart');
      await guest.answer('yes');
      await guest.reads('€40.90');
      expect(
        await guest.hand.run(() => document.querySelector('[data-cart-count]')?.textContent),
      ).toBe('2');
      await guest.hand.shoot(`${engine.name}-shop`);
      expect(await violations(guest.hand, 'bellhop-host')).toEqual([]);
      expect(guest.hand.troubles).toEqual([]);
    },
  },
];

/** What axe finds wrong in this element. */
async function violations(hand: Hand, host: string): Promise<string[]> {
  if (!(await hand.run(() => 'axe' in window))) await hand.inject(AXE);
  return hand.run(async (within) => {
    interface Axe {
      run(
        where: unknown,
        options: unknown,
      ): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
    }
    const { axe: checker } = window as unknown as { axe: Axe };
    const { violations: found } = await checker.run(
      { include: [[within]] },
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    );
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${JSON.stringify(target)}`),
    );
  }, host);
}

/** Elements that are wider than the panel, but for code and tables, which scroll in themselves. */
export function overflowInPage(host: string): string[] {
  const panel = document.querySelector(host)?.shadowRoot?.querySelector('.panel');
  if (!panel) return ['there is no panel'];
  const { left, right } = panel.getBoundingClientRect();
  return [...panel.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && !element.closest('pre, .table, .hidden'))
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    })
    .map((element) => `wider than the panel: ${element.tagName}.${element.className}`);
}
