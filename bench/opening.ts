// From the press on the launcher to a panel that takes what is typed, in a frame: with its files fetched when the
// pointer came near, and cold. Beside it a page whose button shows a text field that is there already, and for the
// cold one what a bare import of the panel's file takes.

import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from './rig/gateway.ts';
import type { Guest, Rig } from './rig/rig.ts';
import { type BenchRow, median, timeRow } from './row.ts';

const OPENINGS_PER_RUN = 5;

export async function benchOpening(rig: Rig, runs: number): Promise<BenchRow[]> {
  rig.world.put('/field', FIELD);
  const warm: number[] = [];
  const cold: number[] = [];
  const field: number[] = [];
  const bare: number[] = [];
  for (let opening = 0; opening < runs * OPENINGS_PER_RUN; opening++) {
    field.push(await openField(rig));
    warm.push(await openPanel(rig, true));
    const { totalMs, panelFile } = await openCold(rig);
    cold.push(totalMs);
    bare.push(await importBare(rig, panelFile));
  }
  return [
    timeRow(
      'click to usable panel, fetched on intent',
      median(warm),
      { what: 'a text field shown', ms: median(field) },
      16,
    ),
    timeRow(
      'click to usable panel, cold',
      median(cold),
      { what: 'import of its file', ms: median(bare) },
      40,
    ),
    timeRow('the same, without that import', median(cold) - median(bare), null, null),
  ];
}

async function openPanel(rig: Rig, isFetched: boolean): Promise<number> {
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
      await sleep(300);
    }
    return await press(guest);
  } finally {
    await guest.close();
  }
}

async function openCold(rig: Rig): Promise<{ totalMs: number; panelFile: string }> {
  const guest = await rig.visit('/');
  try {
    let panelFile = '';
    guest.page.on('request', (request) => {
      if (request.url().includes('/panel-')) panelFile = request.url();
    });
    await sleep(300);
    return { totalMs: await press(guest), panelFile };
  } finally {
    await guest.close();
  }
}

/** A press of the page's own, so that no time of the test driver is in it. */
function press({ page }: Guest): Promise<number> {
  return page.evaluate(async () => {
    const root = document.querySelector('bellhop-host')?.shadowRoot;
    const button = root?.querySelector<HTMLElement>('button[part=launcher]');
    const startedAt = performance.now();
    button?.click();
    const { frameAt } = await window.probe.until(
      () => root?.activeElement?.localName === 'textarea',
    );
    return frameAt - startedAt;
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

async function importBare(rig: Rig, file: string): Promise<number> {
  const guest = await rig.visit('/empty');
  try {
    await sleep(300);
    return await guest.page.evaluate(async (file) => {
      const startedAt = performance.now();
      await import(file);
      return performance.now() - startedAt;
    }, file);
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
