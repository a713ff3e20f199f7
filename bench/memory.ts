// What the chat holds of a poor device's memory, and what stays: after many openings, after long conversations that were
// left, in a conversation that grows all day, and after `destroy`. Imitated as in slow.ts; the page itself holds 300 MB
// outside of its scripts' heap, which the heap here doesn't count.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { EventDraft } from '../gateway/index.ts';
import { type Visitor, visitorOf } from '../test/browser/support/visitor.ts';
import { pageHtml } from '../test/browser/support/world.ts';
import { idleDraft } from './rig/gateway.ts';
import { type Held, heldBy, installCounters } from './rig/held.ts';
import { launchPoorBrowser } from './rig/poor-browser.ts';
import { createRig, type Rig, SHOP } from './rig/rig.ts';
import { type BenchRow, countRow, times } from './row.ts';
import { LAST_WORDS, putStorePage, store } from './transcript.ts';

const PAGE_MB = 300;
const OPENINGS = [5, 50] as const;
const CONVERSATIONS = 5;
const EVENTS = 2_000;
const SCREENS_UP = 40;
const TURNS = [125, 500] as const;
const EVENTS_PER_TURN = 4;
/** What the library that sanitises keeps for itself (test/browser/destroyed.test.ts). */
const SANITISERS_NODES = 4;
/** Until what follows a step by itself is over: lists after a run, pages that leave the document. */
const REST_MS = 5_000;

interface Guest extends Visitor {
  held(): Promise<Held>;
  startAnew(): Promise<void>;
  close(): Promise<void>;
}

export async function benchMemory(): Promise<BenchRow[]> {
  const browser = await launchPoorBrowser();
  const rig = await createRig(browser);
  const load = `<script>window.load = Array.from({ length: ${PAGE_MB} }, () => new Uint8Array(1 << 20).fill(1))</script>`;
  rig.world.put('/heavy', pageHtml(rig.world, {}, SHOP, load));
  await putStorePage(rig.world);
  try {
    const rows: BenchRow[] = [];
    for (const story of [openings, conversations, day, destroyed]) rows.push(...(await story(rig)));
    return rows;
  } finally {
    await rig.close();
    await browser.close();
  }
}

/** Without the probe of the other benchmarks, which keeps hold of each shadow root. */
async function invite(browser: Browser, address: string): Promise<Guest> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(installCounters);
  const cdp = await context.newCDPSession(page);
  await page.goto(address);
  const visitor = visitorOf(page);
  return {
    ...visitor,
    held: () => heldBy(page, cdp),
    async startAnew() {
      await page.evaluate('void bellhop.get().newConversation()');
      await visitor.log.locator('article').first().waitFor({ state: 'detached' });
    },
    close: () => context.close(),
  };
}

async function openings({ browser, world }: Rig): Promise<BenchRow[]> {
  const guest = await invite(browser, `${world.site}/heavy`);
  const seen: Held[] = [];
  try {
    for (let opening = 1; opening <= OPENINGS[1]; opening++) {
      await guest.openByScript();
      await sleep(200);
      await guest.page.evaluate('bellhop.get().close()');
      await sleep(300);
      if (opening === OPENINGS[0] || opening === OPENINGS[1]) {
        await sleep(REST_MS);
        seen.push(await guest.held());
      }
    }
  } finally {
    await guest.close();
  }
  return keptRows(`after ${OPENINGS[1]} openings, against ${OPENINGS[0]}`, seen, 1.02);
}

async function conversations(rig: Rig): Promise<BenchRow[]> {
  const { browser, world } = rig;
  const guest = await invite(browser, `${world.site}/heavy`);
  const seen: Held[] = [];
  try {
    for (let one = 0; one < CONVERSATIONS; one++) {
      await guest.openByScript();
      if (one > 0) await guest.startAnew();
      await guest.write(`Conversation ${one}`);
      await guest.log.getByText('Good day!').waitFor();
      await sleep(1_500);
      await store(rig, guest, world.sessionId(), EVENTS);
      await guest.page.goto(`${world.site}/heavy`);
    }
    await guest.openByScript();
    // Twice: what is done for the first time brings its code, and that stays.
    for (const _ of [1, 2]) {
      for (let one = 0; one < CONVERSATIONS; one++) {
        await guest.panel.getByRole('button', { name: 'Menu' }).click();
        await guest.panel.getByRole('menuitem', { name: 'Earlier conversations' }).click();
        const name = `Conversation ${one}`;
        await guest.panel.locator('.conversation').filter({ hasText: name }).click();
        await guest.log.getByText(LAST_WORDS).waitFor();
        for (let screen = 0; screen < SCREENS_UP; screen++) {
          await guest.log.evaluate((box) => {
            box.scrollTop = 0;
          });
          await sleep(50);
        }
        await guest.startAnew();
      }
      await sleep(REST_MS);
      seen.push(await guest.held());
    }
  } finally {
    await guest.close();
  }
  return keptRows(
    `five conversations of ${EVENTS} events seen and left, twice against once`,
    seen,
    1.02,
  );
}

async function day({ browser, world, gateway }: Rig): Promise<BenchRow[]> {
  const guest = await invite(browser, `${world.site}/heavy`);
  const seen: Held[] = [];
  try {
    await guest.openByScript();
    await guest.write('Good day');
    await guest.log.getByText('Good day!').waitFor();
    const id = world.sessionId();
    for (let turn = 1; turn <= TURNS[1]; turn++) {
      await gateway.append(id, turnOf(turn));
      await sleep(50);
      if (turn !== TURNS[0] && turn !== TURNS[1]) continue;
      await guest.log.getByText(`Lamp ${turn} gives`).waitFor();
      await sleep(2 * REST_MS);
      seen.push(await guest.held());
    }
  } finally {
    await guest.close();
  }
  const [few, many] = seen as [Held, Held];
  const what = `open while it grows by ${TURNS[1] * EVENTS_PER_TURN} events, against ${TURNS[0] * EVENTS_PER_TURN}`;
  return [
    ratioRow(`${what}: nodes`, String(many.nodes), many.nodes / few.nodes, 1.1),
    ratioRow(`${what}: heap`, mb(many.heapMb), many.heapMb / few.heapMb, null),
  ];
}

function turnOf(turn: number): EventDraft[] {
  const run_id = `run_of_the_day_${turn}`;
  const text = `Lamp ${turn} gives a **warm** light. It has:\n\n- a switch\n- a \`cable\` of two metres`;
  return [
    { type: 'user.message', content: [{ type: 'text', text: `Tell me of lamp ${turn}.` }], run_id },
    { type: 'session.status_running', content: [], run_id },
    { type: 'agent.message', content: [{ type: 'text', text }], run_id },
    idleDraft(run_id),
  ];
}

async function destroyed({ browser, world, gateway }: Rig): Promise<BenchRow[]> {
  const guest = await invite(browser, `${world.site}/without`);
  try {
    const own = await guest.held();
    const left: Held[] = [];
    for (let life = 0; life < 3; life++) {
      await guest.page.evaluate(
        ([cdn, url]) => {
          const script = document.createElement('script');
          script.src = `${cdn}/bellhop.js`;
          Object.assign(script.dataset, { gateway: url, session: '/session', history: 'none' });
          script.onload = () => script.remove();
          document.head.append(script);
        },
        [world.cdn, gateway.url] as const,
      );
      await guest.launcher.waitFor();
      await guest.openByScript();
      await guest.write('Good day');
      await guest.log.getByText('Good day!').waitFor();
      await sleep(REST_MS);
      await guest.page.evaluate('bellhop.get().destroy()');
      left.push(await guest.held());
    }
    const last = left.at(-1) as Held;
    const { document: ofScripts = 0, IntersectionObserver: _, ...open } = last.open;
    const begun = Object.values(open).reduce((sum, count) => sum + count, 0);
    return [
      countRow('destroyed, three times: nodes', last.nodes - own.nodes, SANITISERS_NODES),
      countRow(
        'the same: databases, channels, timers, observers, listeners of the window',
        begun,
        0,
      ),
      countRow('the same: listeners of the document, one for each script', ofScripts, 3),
    ];
  } finally {
    await guest.close();
  }
}

const mb = (value: number): string => `${value.toFixed(2)} MB`;

function keptRows(what: string, seen: readonly Held[], most: number): BenchRow[] {
  const [before, after] = seen as [Held, Held];
  return [
    ratioRow(`${what}: values`, mb(after.valuesMb), after.valuesMb / before.valuesMb, most),
    ratioRow('the same: heap, with code', mb(after.heapMb), after.heapMb / before.heapMb, null),
    ratioRow('the same: nodes', String(after.nodes), after.nodes / before.nodes, null),
  ];
}

function ratioRow(what: string, value: string, ratio: number, most: number | null): BenchRow {
  return {
    what: `memory, ${what}`,
    value,
    ratio: times(ratio),
    must: most === null ? 'shown' : `≤ ${most} ×`,
    isMet: most === null || ratio <= most,
  };
}
