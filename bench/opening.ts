// From the press on the launcher to a panel that takes what is typed, in a frame: with its files fetched when the
// pointer came near, and cold. Beside it a page whose button shows a text field that is there already.

import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from './rig/gateway.ts';
import type { Guest, Rig } from './rig/rig.ts';
import { type BenchRow, median, ms, timeRow } from './row.ts';

const OPENINGS_PER_RUN = 5;

interface Opening {
  totalMs: number;
  /** Of `totalMs`, until the panel's file was here. */
  networkMs: number;
}

export async function benchOpening(rig: Rig, runs: number): Promise<BenchRow[]> {
  rig.world.put('/field', FIELD);
  const warm: number[] = [];
  const cold: Opening[] = [];
  const field: number[] = [];
  for (let opening = 0; opening < runs * OPENINGS_PER_RUN; opening++) {
    field.push(await openField(rig));
    warm.push((await openPanel(rig, true)).totalMs);
    cold.push(await openPanel(rig, false));
  }
  const floor = { what: 'a text field shown', ms: median(field) };
  return [
    timeRow('click to usable panel, fetched on intent', median(warm), floor, 12),
    timeRow(
      `click to usable panel, cold, beyond the network (${ms(median(cold.map(({ networkMs }) => networkMs)))})`,
      median(cold.map(({ totalMs, networkMs }) => totalMs - networkMs)),
      floor,
      40,
    ),
  ];
}

async function openPanel(rig: Rig, isFetched: boolean): Promise<Opening> {
  const guest = await rig.visit('/');
  try {
    if (isFetched) {
      await guest.launcher.hover();
      await waitUntil('the engine', () =>
        guest.page.evaluate(
          () =>
            (
              window as unknown as { bellhop: { get(): { state: { isLoaded: boolean } } } }
            ).bellhop.get().state.isLoaded,
        ),
      );
    }
    await sleep(300);
    return await press(guest);
  } finally {
    await guest.close();
  }
}

/** The page itself presses the button, so that the test driver's time isn't measured. */
function press({ page }: Guest): Promise<Opening> {
  return page.evaluate(async () => {
    const root = document.querySelector('bellhop-host')?.shadowRoot;
    const button = root?.querySelector<HTMLElement>('button[part=launcher]');
    const startedAt = performance.now();
    button?.click();
    const { frameAt } = await window.probe.until(
      () => root?.activeElement?.localName === 'textarea',
    );
    const file = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/panel-')) as PerformanceResourceTiming | undefined;
    return {
      totalMs: frameAt - startedAt,
      networkMs: Math.max(0, (file?.responseEnd ?? 0) - startedAt),
    };
  });
}

async function openField(rig: Rig): Promise<number> {
  const guest = await rig.visit('/field');
  try {
    await sleep(300);
    return await guest.page.evaluate(async () => {
      const startedAt = performance.now();
      document.querySelector('button')?.click();
      return (await window.probe.frame()) - startedAt;
    });
  } finally {
    await guest.close();
  }
}

const FIELD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Field</title></head><body>
<button>Chat</button><div hidden><textarea></textarea></div><script>
document.querySelector('button').onclick = () => {
  document.querySelector('div').hidden = false;
  document.querySelector('textarea').focus();
};
</script></body></html>`;
