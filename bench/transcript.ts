// A transcript of 10,000 events: from opening the database to the frame with its last messages, what one more
// event costs, and how it scrolls. Beside it a conversation of a few events.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventDraft } from '../gateway/index.ts';
import { buildPage } from '../test/payloads/harness.ts';
import { idleDraft, waitUntil } from './rig/gateway.ts';
import { watchLastWords } from './rig/probe.ts';
import { type Guest, type Rig, type Spent, spentBy } from './rig/rig.ts';
import { type BenchRow, median, ms, quantile, timeRow, times } from './row.ts';

const EVENTS = 10_000;
const EVENTS_PER_TURN = 4;
const TURNS_PER_WRITE = 250;
const APPENDS = 20;
const APPEND_EVERY_MS = 110;
const SCROLL_FRAMES = 150;
/** Pixels a frame: a quick turn of the wheel, and a fling. */
const SCROLL_STEP = 60;
const FLING_STEP = 300;
const FRAME_MS = 1000 / 60;
export const LAST_WORDS = 'These are the last words.';

interface Measures {
  restoreMs: number[];
  append: Spent;
  frames: number[];
  fling: number[];
}

export async function benchTranscript(rig: Rig, runs: number): Promise<BenchRow[]> {
  await putStorePage(rig.world);
  const few = await measure(rig, EVENTS_PER_TURN, runs);
  const many = await measure(rig, EVENTS, runs);
  return [
    timeRow(
      'transcript of 10,000 events: from storage to its frame',
      median(many.restoreMs),
      { what: 'a few events', ms: median(few.restoreMs) },
      60,
    ),
    timeRow(
      'the same: one more event, script and layout',
      many.append.scriptMs + many.append.layoutMs,
      { what: 'a few events', ms: few.append.scriptMs + few.append.layoutMs },
      2,
    ),
    timeRow(
      'the same: one more event, main thread in all (with the frames of its fade-in)',
      many.append.taskMs,
      { what: 'a few events', ms: few.append.taskMs },
      null,
    ),
    scrollRow('the same: frames of scrolling up', many.frames, true),
    scrollRow('the same: frames of a fling', many.fling, false),
  ];
}

/** 95 of 100 frames; a clock that ticks at 60 Hz is off by a little. */
function scrollRow(what: string, frames: readonly number[], isAsked: boolean): BenchRow {
  const most = quantile(frames, 0.95);
  return {
    what: `${what}, 95 of 100 (longest ${Math.max(...frames).toFixed(0)} ms)`,
    value: ms(most),
    reference: `60 fps ${ms(FRAME_MS)}`,
    ratio: times(most / FRAME_MS),
    must: isAsked ? '60 fps' : 'shown',
    isMet: !isAsked || most <= FRAME_MS * 1.1,
  };
}

async function measure(rig: Rig, events: number, runs: number): Promise<Measures> {
  const guest = await rig.visit('/');
  try {
    const sessionId = await guest.begin();
    await store(rig, guest, sessionId, events);
    await guest.page.addInitScript(watchLastWords);
    const restoreMs: number[] = [];
    for (let run = 0; run < runs; run++) {
      await guest.page.goto(`${rig.world.site}/empty`);
      await guest.page.goto(`${rig.world.site}/`);
      restoreMs.push(
        await guest.page.evaluate(async () => {
          const { frameAt } = await window.probe.lastWords;
          return frameAt - (window.probe.databaseAt ?? Number.NaN);
        }),
      );
      await waitUntil('an open stream', () => rig.gateway.listeners(sessionId) > 0);
    }
    await sleep(2500);
    const spent = await append(rig, guest, sessionId);
    const frames = await scrollUp(guest, SCROLL_STEP);
    return { restoreMs, append: spent, frames, fling: await scrollUp(guest, FLING_STEP) };
  } finally {
    await guest.close();
  }
}

/** Serves at /store the page that `store` visits. */
export async function putStorePage(world: Rig['world']): Promise<void> {
  const script = await buildPage(join(import.meta.dirname, 'transcript-page.ts'));
  const inline = script.replaceAll('</script', '<\\/script');
  world.put('/store', `<!doctype html><meta charset="utf-8"><script>${inline}</script>`);
}

/** Gateway and browser hold the same log. */
export async function store(
  rig: Pick<Rig, 'world' | 'gateway'>,
  guest: Pick<Guest, 'page'>,
  sessionId: string,
  events: number,
): Promise<void> {
  await guest.page.goto(`${rig.world.site}/store`);
  const turns = events / EVENTS_PER_TURN;
  for (let turn = 0; turn < turns; turn += TURNS_PER_WRITE) {
    const drafts: EventDraft[] = [];
    for (let at = turn; at < Math.min(turns, turn + TURNS_PER_WRITE); at++) {
      drafts.push(...turnOf(at, at === turns - 1));
    }
    await rig.gateway.append(sessionId, drafts);
  }
  const wire = await rig.gateway.events(sessionId);
  const put = () =>
    guest.page.evaluate(
      ([namespace, sessionId, wire]) => window.storeLog(namespace, sessionId, wire),
      [`default@${rig.gateway.url}`, sessionId, wire] as const,
    );
  // A database that a busy machine doesn't open in time counts as none; then it is opened once more.
  const stored = await put().catch(async () => {
    await guest.page.goto(`${rig.world.site}/store`);
    return put();
  });
  if (stored < events) throw new Error(`Only ${stored} of ${events} events were stored.`);
}

function turnOf(index: number, isLast: boolean): EventDraft[] {
  const run_id = `run_stored_${index}`;
  const answer = `Lamp **${index}** gives a warm light. It has:\n\n- a switch\n- a \`cable\` of two metres\n\n${isLast ? LAST_WORDS : 'Anything else?'}`;
  return [
    {
      type: 'user.message',
      content: [{ type: 'text', text: `Tell me of lamp ${index}.` }],
      run_id,
    },
    { type: 'session.status_running', content: [], run_id },
    { type: 'agent.message', content: [{ type: 'text', text: answer }], run_id },
    idleDraft(run_id),
  ];
}

/** The cost of each event, less what the same time costs without events. */
export async function append(
  rig: Pick<Rig, 'gateway'>,
  { cdp }: Pick<Guest, 'cdp'>,
  sessionId: string,
): Promise<Spent> {
  // In a run, as answers are: what moves while it runs is in both measures.
  const run_id = 'run_open';
  await rig.gateway.append(sessionId, [{ type: 'session.status_running', content: [], run_id }]);
  await sleep(1000);
  const idle = await spentOver(cdp, async () => sleep(APPENDS * APPEND_EVERY_MS));
  const busy = await spentOver(cdp, async () => {
    for (let index = 0; index < APPENDS; index++) {
      const content = [{ type: 'text', text: `One more answer, number ${index}.` }];
      await rig.gateway.append(sessionId, [{ type: 'agent.message', content, run_id }]);
      await sleep(APPEND_EVERY_MS);
    }
  });
  await rig.gateway.append(sessionId, [idleDraft(run_id)]);
  await sleep(1000);
  return {
    taskMs: (busy.taskMs - idle.taskMs) / APPENDS,
    scriptMs: (busy.scriptMs - idle.scriptMs) / APPENDS,
    layoutMs: (busy.layoutMs - idle.layoutMs) / APPENDS,
  };
}

async function spentOver(cdp: Guest['cdp'], act: () => Promise<unknown>): Promise<Spent> {
  const before = await spentBy(cdp);
  await act();
  const after = await spentBy(cdp);
  return {
    taskMs: after.taskMs - before.taskMs,
    scriptMs: after.scriptMs - before.scriptMs,
    layoutMs: after.layoutMs - before.layoutMs,
  };
}

/** Milliseconds between frames while the log moves up by so many pixels in each. */
function scrollUp({ page }: Guest, step: number): Promise<number[]> {
  const move = async ([frames, step]: readonly [number, number]): Promise<number[]> => {
    const root = document.querySelector('bellhop-host')?.shadowRoot;
    let box: Element | null | undefined = root?.querySelector('[role=log]');
    while (box && !(box.scrollHeight > box.clientHeight && box.scrollTop > 0))
      box = box.parentElement;
    if (!box) return [];
    const found: number[] = [];
    let last = 0;
    for (let index = 0; index <= frames; index++) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      if (last > 0) found.push(now - last);
      last = now;
      box.scrollTop -= step;
    }
    return found;
  };
  return page.evaluate(move, [SCROLL_FRAMES, step] as const);
}
