// A device whose clock is wrong by years, or is set right in the middle of a conversation.
// @module-tag outer

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '../support/visitor.ts';
import { type Place, STORY, usePlaces } from './place.ts';

const YEAR_MS = 365.25 * 86_400_000;
const createPlace = usePlaces();

/** Date tells `localStorage.wrongBy` milliseconds more than it should; other tabs and later pages do likewise. */
const setClock = (): void => {
  const Real = Date;
  const now = () => Real.now() + Number(localStorage.wrongBy ?? 0);
  window.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
};
const wrongBy = (page: Page, ms: number) =>
  page.evaluate((by) => {
    localStorage.wrongBy = by;
  }, ms);

async function begin(offsetMs: number): Promise<Place> {
  const place = await createPlace({ script: STORY });
  await place.context.addInitScript(setClock);
  place.world.put('/empty', '<!doctype html><title>Empty</title>');
  await place.page.goto(`${place.world.site}/empty`);
  await wrongBy(place.page, offsetMs);
  await place.visit();
  return place;
}

async function ends(place: Place): Promise<void> {
  expect(await place.has('user.message')).toBe(3);
  expect(await place.has('user.tool_result')).toBe(1);
  expect(await place.page.evaluate(() => localStorage.ran)).toBe('1');
  for (const words of ['The first answer.', 'It lies in the cart.', 'The third answer.'])
    expect([words, await place.times(words)]).toEqual([words, 1]);
  expect(place.thrown()).toEqual([]);
}

describe('a visitor', () => {
  it.each([
    ['twenty years behind', -20 * YEAR_MS],
    ['twenty years ahead', 20 * YEAR_MS],
    ['before 1970', -70 * YEAR_MS],
    // PHP and old databases end in 2038, four digits of a year in 9999.
    ['after the year 10,000', 8_100 * YEAR_MS],
  ])('whose clock is %s is answered, runs a tool once, and finds it again', async (_, offsetMs) => {
    const place = await begin(offsetMs);
    await place.visitor.open();
    await place.visitor.write('One');
    await place.reads('The first answer.');
    await place.page.reload();
    await place.visitor.openByScript();
    await place.reads('The first answer.');
    await place.visitor.write('Put it into my cart');
    await place.visitor.answer('yes');
    await place.reads('It lies in the cart.');
    await place.visitor.write('Three');
    await place.reads('The third answer.');
    await ends(place);
  });

  it.each([
    ['forward by ten years', -10 * YEAR_MS],
    ['back by ten years', 10 * YEAR_MS],
  ])('whose clock is set %s in mid-conversation goes on in both tabs', async (_, offsetMs) => {
    const place = await begin(offsetMs);
    await place.visitor.open();
    await place.visitor.write('One');
    await place.reads('The first answer.');
    const first = { ...place };
    await place.renew();
    await place.visit();
    await place.visitor.openByScript();
    await place.reads('The first answer.');
    await wrongBy(place.page, 0);
    await place.visitor.write('Put it into my cart');
    await place.visitor.answer('yes');
    await place.reads('It lies in the cart.');
    await first.page.bringToFront();
    await first.visitor.log.getByText('It lies in the cart.').waitFor();
    await first.visitor.write('Three');
    await first.visitor.log.getByText('The third answer.').waitFor();
    await place.page.bringToFront();
    await place.reads('The third answer.');
    await ends(place);
  });

  it('whose clock is years behind reads no time that lies in the future as long ago or to come', async () => {
    const place = await begin(-20 * YEAR_MS);
    await place.visitor.open();
    await place.visitor.write('One');
    await place.reads('The first answer.');
    // The panel says when something was said, where it says that at all, in words of a clock or a calendar.
    const said = await until('the answer', () => place.visitor.panel.innerText());
    expect(said).not.toMatch(/\bin \d+ (year|month|day|hour|minute)s?\b|years ago|Invalid|NaN/);
  });
});
