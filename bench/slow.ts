// A whole story on a poor device: the longest task of the page's main thread in each step of it, in processor time, at a
// processor that is six times slower. Imitated: the processor, by the browser's own throttling (a task's time holds what the
// throttling takes); a device of 1 GB, by the browser's mode for such devices, a heap of at most 128 MB and one process for
// all pages. Memory that is really short, a slow disk and a slow network are not. Tasks over 50 ms are printed with what
// took most of them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventDraft } from '../gateway/index.ts';
import { pageHtml } from '../test/browser/support/world.ts';
import { idleDraft } from './rig/gateway.ts';
import { launchPoorBrowser } from './rig/poor-browser.ts';
import { createRig, type Guest, type Rig, SHOP } from './rig/rig.ts';
import { startTrace, type Trace } from './rig/trace.ts';
import { type BenchRow, countRow, ms } from './row.ts';

const SLOWER = 6;
const MOST_MS = 50;
const PIECES = 200;
const PIECE_EVERY_MS = 30;
const LONG_TURNS = 250;
const TURNS_PER_WRITE = 25;
/** What follows a step by itself: lists after a run, writes to storage, fading in. */
const REST_MS = 2500;
const OLD_AFTER_MS = 8000;
const WITHOUT = 'the same page without the chat';
/** Of a whole story that are over `MOST_MS`. */
const MOST_TASKS = 2;
/** A young log is read whole, since rows may still turn up in it: here it is old after a second. */
const TOOL = `<script>(window.bellhop ||= []).push((chat) => {
  chat.configure({ settleMs: 1000 });
  chat.registerTool({
    name: 'look', title: 'Look', description: 'Looks.', execute: () => ({ seen: 1 }) });
})</script>`;

interface Step {
  what: string;
  trace: Trace;
}

export async function benchSlow(_: Rig, runs: number): Promise<BenchRow[]> {
  const browser = await launchPoorBrowser();
  const rig = await createRig(browser);
  rig.world.put('/tool', pageHtml(rig.world, {}, SHOP, TOOL));
  try {
    const all: Step[] = [];
    for (let run = 0; run < runs; run++) all.push(...(await story(rig)));
    const rows = [...new Set(all.map(({ what }) => what))].map((what) =>
      rowOf(
        what,
        all.filter((step) => step.what === what).map(({ trace }) => trace),
      ),
    );
    const own = all.filter(({ what }) => what !== WITHOUT);
    const over = own.reduce((sum, { trace }) => sum + trace.longTasks.length, 0) / runs;
    return [...rows, countRow(`the same: tasks over ${MOST_MS} ms`, over, MOST_TASKS)];
  } finally {
    await rig.close();
    await browser.close();
  }
}

function rowOf(what: string, traces: readonly Trace[]): BenchRow {
  const longest = Math.max(...traces.map(({ longestMs }) => longestMs));
  const over = traces.flatMap(({ longTasks }) => longTasks);
  for (const task of over) console.error(`  ${what}: ${ms(task.ms)}: ${task.mostly}`);
  return {
    what: `slow device, longest task: ${what}`,
    value: ms(longest),
    reference: `${over.length} over ${MOST_MS} ms`,
    must: 'shown',
    isMet: true,
  };
}

async function story(rig: Rig): Promise<Step[]> {
  const { gateway, world } = rig;
  const steps: Step[] = [];
  const guest = await rig.visit('/empty');
  const { page, cdp, log } = guest;
  const step = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const stop = await startTrace(cdp);
    await act();
    await sleep(REST_MS);
    steps.push({ what, trace: await stop() });
  };
  try {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await step(WITHOUT, () => page.goto(`${world.site}/without`));
    await step('the page with the launcher', () => page.goto(`${world.site}/tool`));
    await step('a pointer comes near', () => guest.launcher.hover());
    await step('open', () => guest.open());
    await step('a message and its answer', async () => {
      await guest.write('Good day');
      await log.getByText('Good day!').waitFor();
    });
    const id = world.sessionId();
    await step('a streamed answer', async () => {
      const message = await gateway.beginMessage(id);
      for (let piece = 0; piece < PIECES; piece++) {
        message.add(pieceOf(piece));
        await sleep(PIECE_EVERY_MS);
      }
      message.add('The end of it.');
      await message.end();
      await log.getByText('The end of it.').waitFor();
    });
    await step('a tool, asked for and allowed', async () => {
      await guest.write('Look');
      await guest.answer('yes');
    });
    await step('an answer with sources', async () => {
      await gateway.append(id, turn(0, 'With sources.'));
      await log.getByText('With sources.').waitFor();
    });
    await step('a new conversation', async () => {
      await page.evaluate('bellhop.get().newConversation()');
      await log.getByText('With sources.').waitFor({ state: 'detached' });
      await guest.write('Good day again');
      await log.getByText('Good day!').waitFor();
    });
    await longConversation(rig, guest, step);
    return steps;
  } finally {
    await guest.close();
  }
}

/** Written while the page is open and the processor as it is; then the page comes anew. */
async function longConversation(
  { gateway, world }: Rig,
  { page, cdp, log, openByScript }: Guest,
  step: (what: string, act: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  for (let at = 0; at < LONG_TURNS; at += TURNS_PER_WRITE) {
    const turns = Array.from({ length: TURNS_PER_WRITE }, (_, one) => at + one);
    const drafts = turns.flatMap((one) => turn(one, `Answer ${one}.`));
    await gateway.append(world.sessionId(), drafts);
    await sleep(300);
  }
  const last = log.getByText(`Answer ${LONG_TURNS - 1}.`);
  await last.waitFor();
  await sleep(OLD_AFTER_MS);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await step(`${LONG_TURNS} turns out of storage`, async () => {
    await page.goto(`${world.site}/tool`);
    await openByScript();
    await last.waitFor();
  });
}

const WORDS = [
  'The **lamp** gives a warm light, ',
  'and costs [ninety euros](https://shop.example/lamp). ',
  '\n\n- white\n- black\n\n',
  'Ask for `lamp 1`, which is *in stock*. ',
];
const pieceOf = (piece: number): string => WORDS[piece % WORDS.length] ?? '';

function turn(at: number, words: string): EventDraft[] {
  const run_id = `run_of_turn_${at}_${words.length}`;
  const citations = [0, 1, 2].map((one) => ({
    type: 'document',
    document_uri: `https://shop.example/handbook/${one}`,
    document_title: `Handbook, part ${one}`,
  }));
  const text = `${words}\n\n${WORDS.join('')}`;
  return [
    { type: 'user.message', content: [{ type: 'text', text: `Question ${at}` }] },
    { type: 'session.status_running', content: [], run_id },
    { type: 'agent.message', content: [{ type: 'text', text, citations }], run_id },
    idleDraft(run_id),
  ];
}
