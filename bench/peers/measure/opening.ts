// From the press on the button to a field that can be typed into, near and far from the server.

import type { CDPSession } from 'playwright-core';
import type { Contestant } from '../contestants.ts';
import {
  cellsOf,
  eachOf,
  type Group,
  note,
  row,
  sleep,
  type Trial,
  type Values,
} from '../group.ts';
import { type Request, roundTrips } from '../trips.ts';

const OPENINGS_PER_RUN = 3;
/** Lists that follow a run are over by then. */
const REST_MS = 3000;
const FAR = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
};

export const opening: Group = {
  name: 'opening',
  title: 'Opening',
  how: 'Until the field has its place on the screen, is enabled, a click meets it, and that frame is done. Warm: the pointer has rested on the button and everything that this fetches is there. Cold: pressed without that, with nothing in the cache; only Bellhop fetches anything then, since the others load all of themselves with the page. So the third and the fourth row count from the page: its button is pressed as soon as it stands there, at 150 ms a round trip and 1.6 Mbit/s. Round trips are the longest chain of requests of which each began after the one before had been answered; the page’s own is left out, a permission to ask another origin (preflight) counts, connections are open already. The message is written as soon as the field is there; that row has every request that had been answered when it left, whether or not it waited for that one. The last row counts the same from the press that sends a second message, in a conversation that has come to rest.',
  async run({ stage, contestants, runs }) {
    const warm: Values = new Map();
    const cold: Values = new Map();
    const far: Values = new Map();
    const trips: Values = new Map();
    const toAnswer: Values = new Map();
    const toNext: Values = new Map();
    for (let opening = 0; opening < runs * OPENINGS_PER_RUN; opening++) {
      await eachOf(contestants, async (one) => {
        note(warm, one, await near(stage, one, true));
        note(cold, one, await near(stage, one, false));
        if (opening % OPENINGS_PER_RUN !== 0) return;
        const from = await fromAfar(stage, one);
        note(far, one, from.ms);
        note(trips, one, from.tripsToField);
        note(toAnswer, one, from.tripsToMessage);
        if (!Number.isNaN(from.tripsToNext)) note(toNext, one, from.tripsToNext);
      });
    }
    return [
      row('press to usable field, warm', 'ms', cellsOf(warm), ['≤ 12 ms', 12]),
      row('press to usable field, cold, network included', 'ms', cellsOf(cold), ['≤ 40 ms', 40]),
      row('page to usable field, 150 ms and 1.6 Mbit/s, cold', 'ms', cellsOf(far)),
      row('round trips until then', '', cellsOf(trips)),
      row('round trips before a first message left', '', cellsOf(toAnswer), ['≤ 3', 3]),
      row('round trips from the press until a second message leaves', '', cellsOf(toNext), [
        '0',
        0,
      ]),
    ];
  },
};

async function near(stage: Trial['stage'], one: Contestant, isWarm: boolean): Promise<number> {
  const guest = await stage.invite(one);
  try {
    await guest.load();
    if (isWarm) {
      await guest.page.locator(one.button).first().hover();
      await sleep(500);
      await guest.quiet();
    }
    await sleep(300);
    return await guest.open();
  } finally {
    await guest.close();
  }
}

async function fromAfar(stage: Trial['stage'], one: Contestant) {
  const guest = await stage.invite(one);
  try {
    const { page, cdp } = guest;
    await guest.arrive();
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', FAR);
    const requests = record(cdp);
    await page.goto(guest.address, { waitUntil: 'commit' });
    const ms = await page.evaluate(
      async ([button, field]) => {
        while (window.eye.find(button) === null) await window.probe.frame();
        await window.eye.press(button, field);
        return performance.now();
      },
      [one.button, one.field] as const,
    );
    const tripsToField = roundTrips(requests) - 1;
    await guest.write('Good day');
    await guest.shows('Good day!');
    const asks = requests.findIndex(({ isMessage }) => isMessage);
    const before = asks < 0 ? requests : chainBefore(requests, asks);
    await guest.quiet();
    await sleep(REST_MS);
    await guest.quiet();
    const earlier = requests.length;
    await guest.write('Good day again');
    const hasLeft = (): boolean => requests.slice(earlier).some(isMessage);
    for (let looks = 0; looks < 100 && !hasLeft(); looks++) await sleep(100);
    const next = requests.slice(earlier);
    const tripsToNext = hasLeft()
      ? roundTrips(chainBefore(next, next.findIndex(isMessage)))
      : Number.NaN;
    return { ms, tripsToField, tripsToMessage: roundTrips(before) - 1, tripsToNext };
  } finally {
    await guest.close();
  }
}

const isMessage = (request: Request): boolean => request.isMessage;

/** The requests that had been answered when the message left. */
function chainBefore(requests: readonly Request[], index: number): Request[] {
  const at = requests[index]?.startedAt ?? 0;
  return requests.filter(({ endedAt }) => endedAt !== null && endedAt <= at);
}

/** The page's requests, as they come; a message is known by its words. */
function record(cdp: CDPSession): Request[] {
  const requests: Request[] = [];
  const byId = new Map<string, Request>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    // A font of another host can't be fetched here, and nothing waits for it.
    if (!request.url.startsWith('http://127.0.0.1')) return;
    const isMessage = request.method === 'POST' && /Good day/.test(request.postData ?? '');
    const made: Request = { startedAt: timestamp * 1000, endedAt: null, isMessage };
    requests.push(made);
    byId.set(requestId, made);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const found = byId.get(requestId);
    if (found !== undefined) found.endedAt = timestamp * 1000;
  });
  return requests;
}
