// What the browser really fetches from Bellhop's folder, stage by stage of one visit, as Brotli 11. The budget that
// `npm test` holds is scripts/bytes.ts's; here the browser says what belongs to a stage.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { DIST, pageHtml } from '../test/browser/support/world.ts';
import { waitUntil } from './rig/gateway.ts';
import type { Rig } from './rig/rig.ts';
import type { BenchRow } from './row.ts';

const KB = 1024;
const goals: Record<string, { goal: number }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'),
);
const TOOL = `<script>(window.bellhop ||= []).push((chat) => chat.registerTool({
  name: 'look', description: 'Looks.', annotations: { readOnlyHint: true },
  inputSchema: { type: 'object' }, execute: () => 'seen' }));</script>`;

export async function benchBytes(rig: Rig): Promise<BenchRow[]> {
  const fetched = new Set<string>();
  rig.world.put('/bytes', pageHtml(rig.world, {}, '', TOOL));
  const guest = await rig.visit('/empty');
  guest.context.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === rig.world.cdn) fetched.add(pathname);
  });
  const rows: BenchRow[] = [];
  const note = (what: string, stage: string): void => {
    const most = goals[stage]?.goal ?? Number.NaN;
    const bytes = [...fetched].reduce((sum, path) => sum + compressed(path), 0);
    rows.push({
      what: `bytes, Brotli 11: ${what}`,
      value: `${(bytes / KB).toFixed(1)} KB`,
      reference: `${fetched.size} files`,
      must: `≤ ${(most / KB).toFixed(1)} KB`,
      isMet: bytes <= most,
    });
  };
  try {
    await guest.page.goto(`${rig.world.site}/bytes`);
    await guest.launcher.waitFor();
    await sleep(300);
    note('before opening', 'launcher');
    // All that a pointer brings that comes near and stays; a press then opens what is there.
    await guest.launcher.hover();
    await sleep(1000);
    note('until the panel can be typed into', 'until typing');
    await guest.open();
    await guest.write('Good day');
    await guest.log.getByText('Good day!').waitFor();
    await sleep(1500);
    note('with the first answer', 'first answer');
    await guest.write('Look');
    await waitUntil('the result of the tool', async () =>
      (await rig.gateway.events(rig.world.sessionId())).some(
        ({ type }) => type === 'user.tool_result',
      ),
    );
    await sleep(500);
    note('with a first tool', 'first tool');
  } finally {
    await guest.close();
  }
  return rows;
}

function compressed(path: string): number {
  return brotliCompressSync(readFileSync(join(DIST, path)), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }).length;
}
