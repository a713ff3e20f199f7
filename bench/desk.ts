// The desk as its people open it: first paint beside an empty page of the same gateway, and the bytes of each stage. Signed in,
// cold, on this machine, so that what is measured is the page's own weight and work.

import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/browser/support/browser.ts';
import { DESK_KEY, type DeskServer, startDesk } from '../test/browser/support/desk.ts';
import { type BenchRow, median, timeRow } from './row.ts';

const ROOT = resolve(import.meta.dirname, '..');
const OPENINGS_PER_RUN = 5;
/** Served by the gateway as it is: a few words, no script. */
const EMPTY = '/livez';

interface Visit {
  firstPaintMs: number;
  /** Until what the page is opened for stands there; null for the empty page. */
  doneMs: number | null;
  /** Of bodies as they came, compressed. */
  bytes: number;
}

export async function benchDesk(runs: number): Promise<BenchRow[]> {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [browser, desk] = await Promise.all([launchBrowser({ isWhole: true }), startDesk()]);
  try {
    const id = await desk.converse(['Is it bright?'], [[{ say: 'It is **green**.' }]]);
    const visits = { empty: [] as Visit[], list: [] as Visit[], talk: [] as Visit[] };
    for (let opening = 0; opening < runs * OPENINGS_PER_RUN; opening++) {
      visits.empty.push(await visit(browser, desk, EMPTY, null));
      visits.list.push(await visit(browser, desk, '/desk', '.conversations li'));
      visits.talk.push(await visit(browser, desk, `/desk/conversations/${id}`, '.rich strong'));
    }
    const of = (name: keyof typeof visits, value: (visit: Visit) => number) =>
      median(visits[name].map(value));
    const floor = { what: 'an empty page', ms: of('empty', ({ firstPaintMs }) => firstPaintMs) };
    const list = of('list', ({ bytes }) => bytes);
    const talk = of('talk', ({ bytes }) => bytes);
    return [
      timeRow(
        'desk: first paint',
        of('list', (one) => one.firstPaintMs),
        floor,
        null,
      ),
      timeRow('desk: until the list stands there', of('list', whole), floor, null),
      timeRow('desk: until an answer is drawn', of('talk', whole), floor, null),
      bytesRow('desk: bytes until the list stands there', list),
      bytesRow('desk: bytes that the first conversation adds', talk - list),
    ];
  } finally {
    await browser.close();
    await desk.close();
  }
}

const whole = ({ doneMs }: Visit): number => doneMs ?? Number.NaN;

const bytesRow = (what: string, bytes: number): BenchRow => ({
  what,
  value: `${bytes.toLocaleString('en')} B`,
  must: 'shown',
  isMet: true,
});

/** With a profile of its own, so that nothing is cached. @param until what has to stand there; null: nothing */
async function visit(
  browser: Browser,
  desk: DeskServer,
  path: string,
  until: string | null,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const signedIn = await context.request.post(`${desk.url}/admin/desk/sign-in`, {
      headers: { 'X-Bellhop-Desk': '1', Origin: desk.url },
      data: { key: DESK_KEY },
    });
    if (!signedIn.ok()) throw new Error(`signing in: ${signedIn.status()}`);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    let bytes = 0;
    cdp.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(desk.url + path);
    let doneMs: number | null = null;
    if (until !== null) {
      await page.locator(until).first().waitFor();
      doneMs = await page.evaluate(() => performance.now());
    }
    const firstPaintMs = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          const found = () => {
            const [paint] = performance.getEntriesByName('first-contentful-paint');
            if (paint === undefined) requestAnimationFrame(found);
            else done(paint.startTime);
          };
          found();
        }),
    );
    return { firstPaintMs, doneMs, bytes };
  } finally {
    await context.close();
  }
}
