// A first message over a phone's slow network: 400 ms a round trip and 50 KB/s, nothing in the cache. From the press on the
// launcher to the field, the greeting, the message's leaving and the answer's first words, with the chain of requests that
// stand one behind the other. Imitated by the browser: the network's delay and rate, for each request; and by a proxy before
// the gateway: the delay of a permission to ask another origin (a preflight), which the browser imitates none for. Not
// imitated: finding and opening a connection, which `preconnect` begins early.

import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { DIST, pageHtml } from '../test/browser/support/world.ts';
import { serveFiles } from './peers/files.ts';
import { type Request, roundTrips } from './peers/trips.ts';
import { type Guest, type Rig, SHOP } from './rig/rig.ts';
import { type BenchRow, countRow, median, timeRow } from './row.ts';

const VISITS_PER_RUN = 3;
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const WORDS = 'Good day';
/** By so much two processes may tell the time differently. */
const CLOCK_MS = 20;

interface Sent extends Request {
  what: string;
}

/** Milliseconds from the press. */
interface Visit {
  usableMs: number;
  greetingMs: number;
  leftMs: number;
  answerMs: number;
  /** Of all requests, preflights too, that had been answered when the message left. */
  trips: number;
}

export async function benchPhone(rig: Rig, runs: number): Promise<BenchRow[]> {
  const files = await serveFiles(DIST);
  const far = await delayPreflights(rig.world.gateway.url);
  try {
    const world = { cdn: `${files.url}/bellhop`, gateway: rig.world.gateway };
    const attributes = { 'data-greeting': 'How can we help?', 'data-gateway': far.url };
    rig.world.put('/phone', pageHtml(world, attributes, SHOP));
    const visits: Visit[] = [];
    for (let visit = 0; visit < runs * VISITS_PER_RUN; visit++) {
      visits.push(await visitSlowly(rig, far, visit === 0));
    }
    const of = (pick: (visit: Visit) => number): number => median(visits.map(pick));
    const row = (what: string, pick: (visit: Visit) => number, most: number | null): BenchRow =>
      timeRow(`slow network: press to ${what}`, of(pick), null, most);
    return [
      row('usable field', ({ usableMs }) => usableMs, 3500),
      row('first words', ({ greetingMs }) => greetingMs, 2500),
      row('message has left', ({ leftMs }) => leftMs, null),
      row('answer, first words', ({ answerMs }) => answerMs, null),
      countRow(
        'slow network: round trips until the message leaves',
        of(({ trips }) => trips),
        3,
      ),
    ];
  } finally {
    await Promise.all([files.close(), far.close()]);
  }
}

interface Far {
  url: string;
  /** Unix milliseconds at which the latest POST came, which the browser sends without a delay. */
  postedAt(): number;
  close(): Promise<void>;
}

/** Stands before the gateway, and lets each preflight wait for one round trip. */
async function delayPreflights(url: string): Promise<Far> {
  let postedAt = 0;
  const server = createServer(async (from, to) => {
    if (from.method === 'OPTIONS') await sleep(SLOW.latency);
    if (from.method === 'POST') postedAt = performance.timeOrigin + performance.now();
    const { method, headers } = from;
    const on = ask(url + from.url, { method, headers }, (reply) => {
      to.writeHead(reply.statusCode ?? 502, reply.headers);
      to.flushHeaders();
      reply.pipe(to);
    });
    on.on('error', () => to.destroy());
    to.on('close', () => on.destroy());
    from.pipe(on);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    postedAt: () => postedAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function visitSlowly(rig: Rig, far: Far, isTold: boolean): Promise<Visit> {
  const guest = await rig.visit('/empty');
  try {
    const { page, cdp } = guest;
    await page.goto(`${rig.world.site}/phone`);
    await guest.launcher.waitFor();
    await sleep(500);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW);
    const requests = record(cdp);
    const startedAt = await pressAndWatch(page);
    await page.waitForFunction('window.phone.usableAt');
    await guest.composer.fill(WORDS);
    await guest.composer.press('Enter');
    const answerAt = await wordsOfAnswer(guest);
    const { usableAt, greetingAt } = await page.evaluate(() => window.phone);
    const leftAt = far.postedAt();
    if (isTold) print(requests, startedAt);
    const before = requests.filter(
      ({ endedAt }) => endedAt !== null && endedAt <= leftAt + CLOCK_MS,
    );
    return {
      usableMs: usableAt - startedAt,
      greetingMs: greetingAt - startedAt,
      leftMs: leftAt - startedAt,
      answerMs: answerAt - startedAt,
      trips: roundTrips(before),
    };
  } finally {
    await guest.close();
  }
}

declare global {
  interface Window {
    /** Unix milliseconds; 0: not yet. */
    phone: { usableAt: number; greetingAt: number };
  }
}

/** As a finger does: the pointer comes with the press. Returns when, in Unix milliseconds. */
function pressAndWatch(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.querySelector('bellhop-host')?.shadowRoot;
    const button = root?.querySelector<HTMLElement>('button[part=launcher]');
    window.phone = { usableAt: 0, greetingAt: 0 };
    const unix = ({ frameAt }: { frameAt: number }): number => performance.timeOrigin + frameAt;
    void window.probe
      .until(() => root?.activeElement?.localName === 'textarea')
      .then((seen) => {
        window.phone.usableAt = unix(seen);
      });
    void window.probe
      .until(
        () =>
          root?.querySelector('dialog')?.open === true &&
          root.textContent?.includes('How can we help?') === true,
      )
      .then((seen) => {
        window.phone.greetingAt = unix(seen);
      });
    const startedAt = performance.timeOrigin + performance.now();
    button?.dispatchEvent(new PointerEvent('pointerenter'));
    button?.click();
    return startedAt;
  });
}

async function wordsOfAnswer({ page, log }: Guest): Promise<number> {
  await log.getByText('Good day!').waitFor();
  return page.evaluate(() => performance.timeOrigin + performance.now());
}

/** The page's requests as they come, in Unix milliseconds. */
function record(cdp: CDPSession): Sent[] {
  const requests: Sent[] = [];
  const byId = new Map<string, Sent>();
  let ahead = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    if (!request.url.startsWith('http')) return;
    if (wallTime > 0) ahead = wallTime - timestamp;
    const made: Sent = {
      what: `${request.method} ${new URL(request.url).pathname}`,
      startedAt: (timestamp + ahead) * 1000,
      endedAt: null,
      isMessage: false,
    };
    requests.push(made);
    byId.set(requestId, made);
  });
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }): void => {
    const found = byId.get(requestId);
    if (found) found.endedAt = (timestamp + ahead) * 1000;
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  return requests;
}

function print(requests: readonly Sent[], startedAt: number): void {
  for (const { what, startedAt: from, endedAt } of requests) {
    const until = endedAt === null ? '…' : (endedAt - startedAt).toFixed(0);
    console.error(`  slow network: ${(from - startedAt).toFixed(0)} to ${until} ms: ${what}`);
  }
}
