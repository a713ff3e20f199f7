// Counts requests that no visitor caused: before the chat is opened, while the page is hidden, and after a reload until the
// transcript is up to date.

import { setTimeout as sleep } from 'node:timers/promises';
import { hidePage, SETTLE_MS } from './rig/hide.ts';
import type { Guest, Rig } from './rig/rig.ts';
import { type BenchRow, countRow, median } from './row.ts';

const HOUR_S = 3600;
/** Of doing nothing, however soon the other benchmarks are over. */
const LEAST_MS = 60_000;

export interface Idlers {
  /** Requests of each since it went quiet. */
  rows(): Promise<BenchRow[]>;
}

/** Two visitors who do nothing while the other benchmarks run. */
export async function startIdlers(rig: Rig): Promise<Idlers> {
  const never = await rig.visit('/');
  const hidden = await rig.visit('/');
  await hidden.begin();
  await hidePage(hidden.page);
  const settled = sleep(SETTLE_MS).then(() => ({
    startedAt: performance.now(),
    counts: [countRequests(never), countRequests(hidden)],
  }));
  return {
    async rows() {
      const { startedAt, counts } = await settled;
      await sleep(Math.max(0, LEAST_MS - (performance.now() - startedAt)));
      const seconds = (performance.now() - startedAt) / 1000;
      const [atNever = 0, atHidden = 0] = counts.map((count) => count());
      await Promise.all([never.close(), hidden.close()]);
      const over = `in ${seconds.toFixed(0)} s`;
      const anHour = (count: number): string =>
        `${((count * HOUR_S) / seconds).toFixed(0)} an hour`;
      return [
        countRow(`idle, never opened: requests ${over}`, atNever, 0, anHour(atNever)),
        countRow(`idle, page hidden: requests ${over}`, atHidden, 0, anHour(atHidden)),
      ];
    },
  };
}

export async function benchReload(rig: Rig, runs: number): Promise<BenchRow[]> {
  const toGateway: number[] = [];
  const preflights: number[] = [];
  const tickets: number[] = [];
  const guest = await rig.visit('/');
  try {
    await guest.begin();
    for (let run = 0; run < runs; run++) {
      rig.gateway.requests.length = 0;
      rig.world.tickets.length = 0;
      await guest.page.reload();
      await guest.log.getByText('Good day!').waitFor();
      // Until the list has been answered; those that follow it later keep it so.
      await sleep(1200);
      const { requests } = rig.gateway;
      toGateway.push(requests.filter((line) => !line.startsWith('OPTIONS')).length);
      preflights.push(requests.filter((line) => line.startsWith('OPTIONS')).length);
      tickets.push(rig.world.tickets.length);
    }
  } finally {
    await guest.close();
  }
  return [
    countRow(
      'reload: requests to the gateway until up to date',
      median(toGateway),
      2,
      `+ ${median(tickets)} of the site's own for the token, ${median(preflights)} preflights`,
    ),
  ];
}

function countRequests({ context }: Guest): () => number {
  let count = 0;
  context.on('request', () => {
    count += 1;
  });
  return () => count;
}
