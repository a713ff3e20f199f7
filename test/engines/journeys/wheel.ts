// What the wheel moves: what lies under the pointer, and nothing behind it.

import { expect } from 'vitest';
import { until } from '../../browser/support/visitor.ts';
import { pageHtml } from '../../browser/support/world.ts';
import { BODY, expectNoWrongs, HEAD, type Journey } from '../scene.ts';
import { find, type Guest } from '../visitor.ts';

const LONG = Array.from({ length: 60 }, (_, at) => `Line ${at} of a long answer.`).join('\n\n');
const TURN_PX = 150;
/** Where the log stands when the wheel is turned. */
const START_PX = 100;
/** A box of the page's own that keeps the wheel at its end, if the engine does. */
const BOX = `<div data-box style="position: fixed; inset: 200px auto auto 0; width: 200px; height: 100px; overflow: auto;
  overscroll-behavior: contain"><div style="height: 300px"></div></div>`;

export const WHEEL: readonly Journey[] = [
  {
    title:
      'is scrolled by the wheel, and not the page behind it, nor at the end of the conversation',
    script: [[{ say: LONG }]],
    async play({ engine, enter, world }) {
      const tall = `${BODY}<div style="height: 300vh"></div>${BOX}`;
      world.put('/tall', pageHtml(world, {}, tall, HEAD));
      const guest = await enter({}, '/tall');
      // Where there is no chat the wheel has to move the page, or this journey would see nothing.
      await guest.hand.wheel(400, 600, TURN_PX);
      await until('the page to move', async () => (await placesOf(guest)).page > 0);
      await guest.hand.run(() => scrollTo({ top: 0, behavior: 'instant' }));
      // From its end on: what has begun to move keeps the turns that follow, at its end too.
      await guest.hand.run(() => document.querySelector('[data-box]')?.scrollTo(0, 1_000));
      const isKeptAtEnds = (await turnPastEnd(guest, 100, 250)).page === 0;
      await guest.hand.run(() => scrollTo({ top: 0, behavior: 'instant' }));

      await guest.open();
      await guest.write('Tell me everything');
      await guest.reads('Line 59');
      await guest.sees('Copy');
      const { x, y } = await until('the log', () => find(guest.hand, '[role=log]'));
      await guest.hand.run(putLogAt, START_PX);
      await guest.hand.wheel(x, y, TURN_PX);
      await until('the log to move', async () => (await placesOf(guest)).log > START_PX);
      expect((await placesOf(guest)).page).toBe(0);

      await guest.hand.run(putLogAt, 1e6);
      const end = (await placesOf(guest)).log;
      const places = await turnPastEnd(guest, x, y);
      if (isKeptAtEnds) expect(places).toEqual({ log: end, page: 0 });
      else engine.note('its driver’s wheel goes past any box at its end, so there it was not seen');
      await expectNoWrongs(guest);
    },
  },
];

async function turnPastEnd(guest: Guest, x: number, y: number) {
  for (let turn = 0; turn < 4; turn++) await guest.hand.wheel(x, y, TURN_PX);
  // A turn that goes on to the page moves it within some frames.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return placesOf(guest);
}

const placesOf = ({ hand }: Guest) =>
  hand.run(() => {
    const log = document.querySelector('bellhop-host')?.shadowRoot?.querySelector('[role=log]');
    return { log: log?.scrollTop ?? 0, page: scrollY };
  });

function putLogAt(top: number): void {
  const log = document.querySelector('bellhop-host')?.shadowRoot?.querySelector('[role=log]');
  log?.scrollTo({ top, behavior: 'instant' });
}
