// Plays one schedule in a real browser: a visitor with keyboard and mouse, a site with the built widget, and the
// reference gateway behind the proxy. Then the faults stop, the visitor settles what is left, and the referee judges.

import type { ModelEvent } from '../model-types.ts';
import type { GatewayWorld } from '../real-time/gateway-world.ts';
import type { RealAction, RealPlan } from '../real-time/plan.ts';
import type { Result } from '../real-time/run.ts';
import { pause, type Schedule, startSchedule, WINDOW_MS } from '../real-time/schedule.ts';
import { judgeBrowser, judgeSight } from './sights.ts';
import type { Site, Visit } from './site.ts';
import type { BrowserTab, RealBrowser, Seen } from './tab.ts';

export interface BrowserIntent {
  text: string;
  tab: number;
  /** Its bubble was seen, so the visitor may rely on the message. */
  isShown: boolean;
  /** The visitor was told that nothing is kept beyond the page. */
  isForgetful: boolean;
}

/** What is known of a schedule whose tabs are pages of a browser. */
export interface BrowserPlayed {
  schedule: Schedule;
  visit: Visit;
  tabs: BrowserTab[];
  intents: BrowserIntent[];
  /** Messages that Stop gave back: their text was in a composer after their bubble had been seen. */
  cameBack: Set<string>;
  /** What each tab showed at the last look. */
  sights: Map<BrowserTab, Seen>;
}

export interface BrowserResult extends Result {
  /** Number of pages that the back-forward cache gave back, and of all walks back. */
  restored: number;
  walksBack: number;
  notRestored: string[];
  executions: number;
}

/** On a busy machine a page reads a refusal later than the proxy has sent it. */
const TIMED_IN_PAGES = [/^14:.*used a refused token again$/];
const LOOK_MS = 200;
const ONE_TAB_MS = 2_000;
const SHOWN_MS = 1_500;

export async function playInBrowser(
  plan: RealPlan,
  parts: { browser: RealBrowser; world: GatewayWorld; site: Site },
): Promise<BrowserResult> {
  const { browser, world, site } = parts;
  const schedule = await startSchedule(plan, world);
  const { sessionId, proxy } = schedule;
  const visit = site.visit({
    name: sessionId,
    gateway: proxy.url,
    transport: plan.transport,
    settleMs: WINDOW_MS,
    issue: () => world.issue(sessionId),
  });
  const profile = await browser.newProfile();
  const played: BrowserPlayed = {
    schedule,
    visit,
    tabs: [],
    intents: [],
    cameBack: new Set(),
    sights: new Map(),
  };
  const notRestored: string[] = [];
  let walksBack = 0;
  let isOver = false;

  async function open(slot: number): Promise<void> {
    const tab = await profile.openTab(slot, visit.page, {
      onError: (text) => schedule.broken.add(`18: uncaught in the page: ${text}`),
      onNotRestored: (reasons) => notRestored.push(...reasons),
    });
    played.tabs = [...played.tabs.filter((other) => other.slot !== slot), tab];
    await tab.open();
  }

  const alive = (slot: number): BrowserTab | undefined =>
    played.tabs.find((tab) => tab.slot === slot && tab.isAlive());

  async function send(tab: BrowserTab, text: string, isDoubled: boolean): Promise<void> {
    const intent: BrowserIntent = { text, tab: tab.slot, isShown: false, isForgetful: false };
    played.intents.push(intent);
    if (!(await tab.open())) return;
    const replaced = await tab.write(text, isDoubled);
    if (replaced === null) return;
    noteDraft(replaced);
    for (const until = performance.now() + SHOWN_MS; performance.now() < until; ) {
      const seen = await look(tab);
      if (seen?.users.some((user) => user.text === text)) {
        intent.isShown = true;
        intent.isForgetful = seen.isForgetful;
        return;
      }
      if (!tab.isAlive()) return;
      await pause(40);
    }
  }

  /** Messages that a Stop has given back stand in the composer. */
  function noteDraft(draft: string): void {
    for (const { text, isShown } of played.intents) {
      if (isShown && draft.includes(text)) played.cameBack.add(text);
    }
  }

  async function look(tab: BrowserTab): Promise<Seen | null> {
    const seen = await tab.look();
    if (seen === null) return null;
    played.sights.set(tab, seen);
    noteDraft(seen.draft);
    for (const line of judgeSight(seen, played)) schedule.broken.add(line);
    return seen;
  }

  async function act(action: RealAction): Promise<void> {
    if (action.kind === 'offline') {
      await profile.setOffline(true);
      setTimeout(() => void profile.setOffline(false).catch(() => {}), action.ms);
      return;
    }
    const tab = alive(action.tab);
    if (tab === undefined) {
      if (action.kind === 'open' || action.kind === 'reload' || action.kind === 'send') {
        await open(action.tab);
        if (action.kind === 'send') await act(action);
      }
      return;
    }
    if (tab.isFrozen() && action.kind !== 'thaw' && action.kind !== 'kill') return;
    switch (action.kind) {
      case 'send':
        await send(tab, action.text, action.isDoubled);
        break;
      case 'stop': {
        const seen = await look(tab);
        if (!seen?.stop) return;
        schedule.meanAll();
        await tab.click(seen.stop);
        break;
      }
      case 'answer': {
        const seen = await look(tab);
        if (seen?.allow && action.decision === 'once') await tab.click(seen.allow);
        break;
      }
      case 'walk':
        await tab.goto(`${visit.page}other`);
        break;
      case 'back':
        if (await tab.goBack()) walksBack += 1;
        break;
      case 'reload':
        await tab.reload();
        break;
      case 'freeze':
        await tab.freeze();
        break;
      case 'thaw':
        await tab.thaw();
        break;
      case 'kill':
        await tab.crash();
        break;
      case 'close':
        await tab.close();
        break;
      default:
        break;
    }
  }

  /** Looks at every tab while the schedule runs: what a tab shows must be true at every moment. */
  async function watch(): Promise<void> {
    while (!isOver) {
      for (const tab of played.tabs) if (tab.isAlive()) await look(tab);
      await pause(LOOK_MS);
    }
  }

  let watching: Promise<void> = Promise.resolve();
  try {
    for (let slot = 0; slot < plan.tabs; slot++) await open(slot);
    watching = watch();
    await schedule.perform(act);
    await schedule.outlast(() => isQuiet(played));

    // Wait longer than any absence that is under way.
    await pause(300);
    await profile.setOffline(false);
    proxy.comeUp();
    proxy.calm();
    for (const tab of played.tabs) await tab.thaw();
    // A tab that was taken to another page while offline shows the browser's error page: load it again.
    for (const tab of played.tabs) {
      if (tab.isAlive() && (await tab.look()) === null) await tab.goto(visit.page);
    }
    if (played.tabs.every((tab) => !tab.isAlive())) await open(0);
    const broken = await settle(played, look, browser);
    const hasForgotten = [...played.sights.values()].some(({ isForgetful }) => isForgetful);
    return {
      broken,
      // If storage takes longer than 2 s to open, the widget works without it and tells the visitor.
      isExcused: hasForgotten || schedule.isExcused(broken, TIMED_IN_PAGES),
      met: schedule.met,
      restored: visit.shown.filter(Boolean).length,
      walksBack,
      notRestored,
      executions: visit.effects.length,
    };
  } finally {
    isOver = true;
    await watching.catch(() => {});
    await profile.close().catch(() => {});
    visit.end();
    await schedule.close();
  }
}

/** Settles as a visitor of these pages would, then judges. */
function settle(
  played: BrowserPlayed,
  look: (tab: BrowserTab) => Promise<Seen | null>,
  { remembersFailedModules }: RealBrowser,
): Promise<string[]> {
  const pressed = new Map<number, number>();
  let isNewPage = false;
  const living = (): BrowserTab[] => played.tabs.filter((tab) => tab.isAlive());
  return played.schedule.settle({
    async settle() {
      const tabs = living();
      // The visitor stays with one tab for a while: an answer to a question counts only once it has been in sight.
      const before = tabs[Math.floor(performance.now() / ONE_TAB_MS) % tabs.length];
      for (const tab of tabs) {
        const isOpen = await tab.open();
        const seen = await look(tab);
        // The script, or a part of the chat, was asked for while the network was away. Only loading the page helps.
        const isStuck = seen?.hasChat === false || (remembersFailedModules && seen?.lacksPart);
        if (isStuck) await tab.goto(played.visit.page);
        if (isStuck || !isOpen) continue;
        if (seen !== null && tab === before) await settleByVisitor(tab, seen, played, pressed);
      }
    },
    isQuiet: () => isQuiet(played),
    judge: (truth: readonly ModelEvent[], isSettled) => judgeBrowser(played, truth, isSettled),
    async mend(broken) {
      // A message may wait for the next page: written in a tab that is gone, before the site had named a session.
      const isLeft = broken.every((line) => line.includes('has vanished'));
      if (!isLeft || isNewPage) return false;
      isNewPage = true;
      await living()[0]?.reload();
      return true;
    },
  });
}

async function settleByVisitor(
  tab: BrowserTab,
  seen: Seen,
  { schedule: { resent }, intents }: BrowserPlayed,
  pressed: Map<number, number>,
): Promise<void> {
  const place = seen.allow ?? seen.runHere ?? seen.tryNow ?? seen.earlier;
  if (place !== null) return tab.click(place);
  if (seen.check === null || seen.sendAgain === null) return;
  // A visitor checks first, and sends again if the check told nothing.
  const at = pressed.get(tab.slot) ?? 0;
  pressed.set(tab.slot, at + 1);
  if (at % 4 === 0) return tab.click(seen.check);
  if (at % 4 !== 3) return;
  for (const { text, state } of seen.users) if (state === 'unconfirmed') resent.add(text);
  for (const { text } of intents)
    if (seen.users.every((user) => user.text !== text)) resent.add(text);
  await tab.click(seen.sendAgain);
}

/** Whether nothing runs, and no tab shows anything on its way. */
function isQuiet({ schedule, tabs, sights }: BrowserPlayed): boolean {
  if (schedule.isRunning()) return false;
  return tabs.every((tab) => {
    const seen = sights.get(tab);
    if (!tab.isAlive()) return true;
    const isDone = seen?.users.every(({ state }) => state === 'sent' || state === 'refused');
    return seen?.run === 'idle' && isDone === true;
  });
}
