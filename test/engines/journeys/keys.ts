// Journeys without a mouse.

import { expect } from 'vitest';
import { until } from '../../browser/support/visitor.ts';
import { pageHtml } from '../../browser/support/world.ts';
import type { Hand } from '../hand.ts';
import { BODY, expectNoWrongs, HEAD, type Journey } from '../scene.ts';
import { find } from '../visitor.ts';

/** Kind and name of what has the focus, in the chat or on the page. */
export const focused = (hand: Hand): Promise<string> =>
  hand.run(() => {
    const host = document.activeElement;
    const inner = host?.shadowRoot?.activeElement;
    const label = inner instanceof HTMLInputElement ? inner.labels?.[0]?.textContent : null;
    return `${inner?.tagName ?? host?.tagName} ${label ?? inner?.getAttribute('aria-label') ?? inner?.textContent ?? ''}`.trim();
  });

/** The launcher, whose name becomes “Open chat” once the focus on it has brought the panel. */
export const LAUNCHER = /^BUTTON (Open c|C)hat/;

/** @param what the beginning of kind and name. */
export async function tabTo(hand: Hand, what: string | RegExp, shift = false): Promise<void> {
  await until(`${what} to be focused`, async () => {
    const now = await focused(hand);
    if (typeof what === 'string' ? now.startsWith(what) : what.test(now)) return true;
    await hand.press('Tab', { shift });
    return false;
  });
}

/** Presses Enter on it until it is gone: a question takes no press before it could be read. */
async function answer(hand: Hand, what: string): Promise<void> {
  await until(`${what} to be taken`, async () => {
    if ((await focused(hand)) === `BUTTON ${what}`) await hand.press('Enter');
    return (await find(hand, 'button', what)) === null;
  });
}

async function openByKeys(hand: Hand): Promise<void> {
  await tabTo(hand, LAUNCHER);
  await hand.press('Enter');
  await until('the composer to be focused', async () =>
    (await focused(hand)).startsWith('TEXTAREA'),
  );
}

export const KEYS_ALONE: readonly Journey[] = [
  {
    title: 'can be used with the keyboard alone',
    async play({ enter }) {
      const guest = await enter();
      const { hand } = guest;
      await guest.sees('*', 'button[part=launcher]');
      await openByKeys(hand);
      await hand.type('How long can I return it?');
      await hand.press('Enter');
      await guest.reads('30 days');
      await hand.type('Two mugs, please');
      await hand.press('Enter');
      await guest.sees('Add to cart');
      await tabTo(hand, 'BUTTON Add to cart', true);
      await answer(hand, 'Add to cart');
      await guest.reads('Two mugs are in your cart.');
      await until('the panel to be closed', async () => {
        await hand.press('Escape');
        return !(await guest.isOpen());
      });
      expect(await focused(hand)).toContain('BUTTON');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'takes a choice and a form with the keyboard alone',
    script: [
      [
        {
          call: [
            { name: 'offer_choices', input: { question: 'Which?', options: ['Green', 'Blue'] } },
          ],
        },
        {
          call: [
            {
              name: 'ask_form',
              input: {
                title: 'Where to?',
                send: 'Use this',
                fields: [{ name: 'town', label: 'Town', type: 'text', required: true }],
              },
            },
          ],
        },
        { say: 'So be it.' },
      ],
    ],
    async play({ enter, world, sent }) {
      const html = pageHtml(world, { 'data-cards': 'choices form' }, BODY, HEAD);
      world.put('/cards', html);
      const guest = await enter({}, '/cards');
      const { hand } = guest;
      await guest.sees('*', 'button[part=launcher]');
      await openByKeys(hand);
      await hand.type('I want one');
      await hand.press('Enter');
      await guest.sees('Blue');
      await tabTo(hand, 'BUTTON Blue', true);
      await answer(hand, 'Blue');
      await guest.sees('Use this');
      await tabTo(hand, 'INPUT Town', true);
      await hand.type('Oslo');
      await tabTo(hand, 'BUTTON Use this');
      await answer(hand, 'Use this');
      await guest.reads('So be it.');
      const told = JSON.stringify(await sent('user.tool_result'));
      expect(told).toContain('Blue');
      expect(told).toContain('Oslo');
      await expectNoWrongs(guest);
    },
  },
];
