// A tab that the browser has thrown away to save memory, or whose process has died: the next one goes on where it was.
// @module-tag outer

import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../doubles/seeded-random.ts';
import { stored } from '../support/stored.ts';
import { until } from '../support/visitor.ts';
import { shoot } from '../support/world.ts';
import { CALL, CART, createFaultyWay, type Place, usePlaces } from './place.ts';

const createPlace = usePlaces();
let place: Place;

/** The page's process dies, with no event for the page. The browser opens the same page in a new one. */
async function crash(): Promise<void> {
  const gone = new Promise((resolve) => place.page.once('crash', resolve));
  place.cdp.send('Page.crash').catch(() => {});
  await gone;
  await place.page.close();
  await place.renew();
  await place.page.goto(`${place.world.site}/`);
  await place.visitor.openByScript();
}

describe('a visitor whose tab has died', () => {
  it('finds what was written, and half written', async () => {
    place = await createPlace({
      script: [[{ say: 'The first answer.' }], [{ say: 'The second answer.' }]],
    });
    await place.visit();
    await place.visitor.open();
    await place.visitor.write('One');
    await place.reads('The first answer.');
    await place.visitor.composer.fill('Half a thou');
    await until('it to be stored', async () => (await stored(place.page)).includes('Half a thou'));
    await crash();
    await place.reads('The first answer.');
    await until(
      'the draft',
      async () => (await place.visitor.composer.inputValue()) === 'Half a thou',
    );
    await place.visitor.composer.press('Enter');
    await place.reads('The second answer.');
    expect(await place.has('user.message')).toBe(2);
    expect(place.thrown()).toEqual([]);
  });

  it('in the middle of an answer reads the whole of it, once', async () => {
    const answer = Array.from({ length: 60 }, (_, at) => `Line ${at} of the answer.`).join('\n\n');
    place = await createPlace({
      script: [[{ say: answer, ms: 6_000 }], [{ say: 'The second answer.' }]],
    });
    await place.visit();
    await place.visitor.open();
    await place.visitor.write('Tell me everything');
    await place.reads('Line 10 of');
    expect(await place.times('Line 59 of')).toBe(0);
    await crash();
    await place.reads('Line 59 of the answer.');
    for (const words of ['Tell me everything', 'Line 0 of', 'Line 10 of', 'Line 59 of'])
      expect([words, await place.times(words)]).toEqual([words, 1]);
    await place.visitor.write('And then?');
    await place.reads('The second answer.');
    expect(await place.has('user.message')).toBe(2);
    expect(place.thrown()).toEqual([]);
  });

  it('in the middle of a tool that changes something: it runs no second time, and both are told', async () => {
    place = await createPlace({
      script: [[CALL, { say: 'I don’t know whether it did.' }], [{ say: 'The next answer.' }]],
    });
    // It never ends.
    await place.visit(CART.replace('return { pieces: 1 };', 'return new Promise(() => {});'));
    await place.visitor.open();
    await place.visitor.write('Put it into my cart');
    await place.visitor.answer('yes');
    await until('the tool to run', () =>
      place.page.evaluate(() => localStorage.ran === '1' || undefined),
    );
    await crash();
    await place.reads('I don’t know whether it did.');
    await place.reads('It isn’t clear whether that worked');
    await shoot(place.page, 'poor-crash');
    expect(await place.page.evaluate(() => localStorage.ran)).toBe('1');
    const events = await place.world.gateway.events(place.world.sessionId());
    const results = events.filter(({ type }) => type === 'user.tool_result');
    expect(results).toHaveLength(1);
    expect(results[0]?.content).toMatchObject([{ is_error: true }]);
    expect(JSON.stringify(results[0]?.content)).toMatch(/unknown|not known|may have/i);
    await place.visitor.write('And then?');
    await place.reads('The next answer.');
    expect(await place.has('user.message')).toBe(2);
    expect(place.thrown()).toEqual([]);
  });

  it('between the press of Send and the reply sends the message once', async () => {
    let isFirst = true;
    const way = createFaultyWay({
      random: createSeededRandom('a reply that is held'),
      // The gateway takes the message, and its reply doesn't come.
      choose: ({ step }) => {
        if (step !== 'message' || !isFirst) return 'none';
        isFirst = false;
        return 'stall';
      },
    });
    const script = [[{ say: 'The first answer.' }]];
    place = await createPlace({ script, through: way.through });
    await place.visit();
    await place.visitor.open();
    await place.visitor.write('One');
    await until('the gateway to have it', () =>
      way.heard().some(({ fault, answeredAt }) => fault === 'stall' && answeredAt > 0),
    );
    await crash();
    await place.reads('The first answer.');
    // A copy would come within the time that a commit may take.
    await place.page.waitForTimeout(5_000);
    expect(await place.times('One')).toBe(1);
    expect(await place.has('user.message')).toBe(1);
  });
});
