// A page whose own service worker keeps whatever is fetched, the gateway's replies and the chat's files too.
// @module-tag outer

import { describe, expect, it } from 'vitest';
import { until } from '../support/visitor.ts';
import { shoot } from '../support/world.ts';
import { CART, type Place, STORY, usePlaces } from './place.ts';

const START = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  const keep = async (request) => {
    const reply = await fetch(request);
    const kept = reply.clone();
    caches.open('all').then((cache) => cache.put(request, kept)).catch(() => {});
    return reply;
  };`;
const CACHE_FIRST = `${START}
  addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET') return;
    event.respondWith(caches.match(event.request).then((kept) => kept ?? keep(event.request)));
  });`;
const STALE_WHILE_REVALIDATE = `${START}
  addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET') return;
    event.respondWith((async () => {
      const kept = await caches.match(event.request);
      const fresh = keep(event.request);
      fresh.catch(() => {});
      return kept ?? fresh;
    })());
  });`;
/** Keeps the script, and answers with the start page whatever it can't fetch, as workers of single-page sites do. */
const SHELL = `${START}
  addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET' || event.request.mode === 'navigate') return;
    event.respondWith((async () => {
      const kept = await caches.match(event.request);
      if (kept) return kept;
      const reply = await keep(event.request).catch(() => null);
      return reply?.ok || reply?.type === 'opaque' ? reply : new Response('<!doctype html><h1>Shop</h1>', {
        headers: { 'content-type': 'text/html' },
      });
    })());
  });`;

const createPlace = usePlaces();
let place: Place;

async function begin(worker: string, script = STORY): Promise<void> {
  place = await createPlace({ script });
  place.world.put('/worker.js', {
    html: worker,
    headers: { 'content-type': 'text/javascript' },
  });
  await place.visit();
  await place.page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await place.page.reload();
  await until('the worker to stand in between', () =>
    place.page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
}

describe('a visitor of a page whose service worker', () => {
  it.each([
    ['answers with what it has kept', CACHE_FIRST],
    ['answers with what it has kept and fetches it anew for the next time', STALE_WHILE_REVALIDATE],
  ])('%s reads each answer, and nothing twice, also after reloads', async (_, worker) => {
    await begin(worker);
    const { visitor, page } = place;
    await visitor.open();
    await visitor.write('One');
    await place.reads('The first answer.');
    await page.reload();
    await visitor.openByScript();
    await place.reads('The first answer.');
    await visitor.write('Put it into my cart');
    await visitor.answer('yes');
    await place.reads('It lies in the cart.');
    await page.reload();
    await visitor.openByScript();
    await place.reads('It lies in the cart.');
    await visitor.write('Three');
    await place.reads('The third answer.');
    for (const words of ['One', 'The first answer.', 'It lies in the cart.', 'The third answer.'])
      expect([words, await place.times(words)]).toEqual([words, 1]);
    expect(await place.has('user.message')).toBe(3);
    expect(await place.has('user.tool_result')).toBe(1);
    expect(await page.evaluate(() => localStorage.ran)).toBe('1');
    // The worker did keep what the chat fetched.
    const kept = await page.evaluate(async () =>
      (await (await caches.open('all')).keys()).map(({ url }) => url),
    );
    expect(kept.some((url) => url.startsWith(place.world.gateway.url))).toBe(true);
    expect(kept.some((url) => url.endsWith('/bellhop.js'))).toBe(true);
    expect(place.thrown()).toEqual([]);
  });

  it('answers with what it has kept sends a message once whose reply was lost', async () => {
    await begin(CACHE_FIRST, [[{ say: 'The first answer.' }], [{ say: 'The second answer.' }]]);
    let isFirst = true;
    await place.context.route(`${place.world.gateway.url}/**`, async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await place.visitor.open();
    await place.visitor.write('One');
    await place.reads('The first answer.');
    await place.page.waitForTimeout(5_000);
    expect(await place.has('user.message')).toBe(1);
    expect(await place.times('One')).toBe(1);
  });

  it('has an old script and serves the start page for its files reads that the chat can’t be loaded', async () => {
    await begin(SHELL);
    // The next version's files have other names, and those of this one are gone.
    place.world.breakFile(/^\/bellhop\//);
    await place.page.reload();
    await place.visitor.launcher.click();
    await until('it to be said', async () =>
      /couldn’t be loaded|could not be loaded|chat failed/i.test(
        await place.page
          .locator('bellhop-host')
          .evaluate((host) => host.shadowRoot?.textContent ?? ''),
      ),
    );
    await shoot(place.page, 'poor-old-file');
    place.world.breakFile(null);
    await place.page.evaluate(() => caches.delete('all'));
    await place.visit(CART);
    await place.visitor.openByScript();
    await place.visitor.write('One');
    await place.reads('The first answer.');
  });
});
