// A disk that is full: the browser refuses what a page wants to store. What the chat has taken is sent or given back,
// nothing is doubled, and a visitor whose browser keeps nothing reads so.
// @module-tag outer

import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/visitor.ts';
import { shoot } from '../support/world.ts';
import { type Place, STORY, usePlaces } from './place.ts';

const createPlace = usePlaces();
let place: Place;
beforeEach(async () => {
  place = await createPlace({ script: STORY });
});

const KEPT = 'This browser keeps nothing';

/** The browser refuses what the page wants to store. Chromium remembers for up to half a minute how much room it had. */
async function fill(): Promise<void> {
  await place.cdp.send('Storage.overrideQuotaForOrigin', {
    origin: place.world.site,
    quotaSize: 1,
  });
  await until('the disk to be full', isRefused);
}

const empty = () => place.cdp.send('Storage.overrideQuotaForOrigin', { origin: place.world.site });

const isRefused = () =>
  place.page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('try');
        opening.onupgradeneeded = () => opening.result.createObjectStore('try');
        opening.onerror = () => resolve(true);
        opening.onsuccess = () => {
          const db = opening.result;
          const end = (isFull: boolean) => () => {
            db.close();
            resolve(isFull);
          };
          const writing = db.transaction('try', 'readwrite');
          writing.objectStore('try').put('a few bytes', 1);
          writing.onabort = end(true);
          writing.oncomplete = end(false);
        };
      }),
  );

describe('a visitor whose disk is full', () => {
  it('from the beginning is answered, and finds the conversation again', async () => {
    const { visitor, page } = place;
    await place.visit();
    await fill();
    await visitor.open();
    await visitor.write('One');
    await place.reads('The first answer.');
    await shoot(page, 'poor-disk');
    const told = await visitor.panel.getByText(KEPT).count();
    await page.reload();
    await visitor.openByScript();
    await until(
      'the answer, or that it ended with the page',
      async () => (await place.times('The first answer.')) > 0 || told > 0,
    );
    expect(place.thrown()).toEqual([]);
  });

  it('since the first answer is answered; a tool that changes something does not run, and that is told', async () => {
    const { visitor, page } = place;
    await place.visit();
    await visitor.open();
    await visitor.write('One');
    await place.reads('The first answer.');
    await fill();
    await visitor.write('Put it into my cart');
    await visitor.answer('yes');
    await place.reads('It lies in the cart.');
    await shoot(page, 'poor-disk-tool');
    await visitor.write('Three');
    await place.reads('The third answer.');
    expect(await place.has('user.message')).toBe(3);
    // A tool runs only once that is noted on the disk, or a crash could run it twice: so this one says that it did not.
    const events = await place.world.gateway.events(place.world.sessionId());
    const results = events.filter(({ type }) => type === 'user.tool_result');
    expect(results).toHaveLength(1);
    expect(results[0]?.content).toMatchObject([{ is_error: true, error_code: 'unavailable' }]);
    expect(await page.evaluate(() => localStorage.ran)).toBe(undefined);
    await page.reload();
    await visitor.openByScript();
    await place.reads('The third answer.');
    for (const words of ['The first answer.', 'It lies in the cart.', 'The third answer.'])
      expect([words, await place.times(words)]).toEqual([words, 1]);
    expect(place.thrown()).toEqual([]);
  });

  it('and whose network is away finds what was written after a reload, and sends it once', async () => {
    const { visitor, page, context } = place;
    await place.visit();
    await visitor.open();
    await visitor.write('One');
    await place.reads('The first answer.');
    await fill();
    await context.route(`${place.world.gateway.url}/**`, (route) => route.abort());
    await visitor.write('What is lost?');
    await visitor.log.getByText('What is lost?').waitFor();
    await visitor.panel.getByText(KEPT).waitFor();
    await shoot(page, 'poor-disk-offline');
    await page.reload();
    await visitor.openByScript();
    const isBack = async (): Promise<string | null> => {
      if ((await visitor.composer.inputValue()) === 'What is lost?') return 'given back';
      return (await place.times('What is lost?')) > 0 ? 'queued' : null;
    };
    const how = await until('the words, queued or given back', isBack);
    await empty();
    await context.unroute(`${place.world.gateway.url}/**`);
    if (how === 'given back') await visitor.composer.press('Enter');
    await visitor.answer('yes');
    await place.reads('It lies in the cart.');
    expect(await place.has('user.message')).toBe(2);
    expect(place.thrown()).toEqual([]);
  });
});
