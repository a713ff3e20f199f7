// Plays one schedule in a real browser: the built widget on the shop's pages, with keyboard and mouse, and the
// reference gateway behind the faulty proxy. Then the faults stop, the visitor settles what is left to them, and the
// referee judges.

import { parseEvents } from '../../../src/protocol/index.ts';
import { readRun } from '../../../src/session/run-state.ts';
import { createSeededRandom } from '../../doubles/seeded-random.ts';
import type { ModelEvent } from '../model-types.ts';
import type { StepName } from '../network-faults.ts';
import { createFaultProxy, type FaultProxy, slowestCommit } from '../sockets/fault-proxy.ts';
import type { GatewayWorld } from '../sockets/gateway-world.ts';
import { isOnlyLate, measureLag } from '../sockets/lag.ts';
import { judgeBrowser, judgeSight } from './judge.ts';
import type { BrowserAction, BrowserPlan } from './plan.ts';
import type { Site, Visit } from './site.ts';
import { type BrowserTab, pause, type RealBrowser, type Seen } from './tab.ts';

/** W in the browser. */
export const BROWSER_WINDOW_MS = 1_000;

export interface BrowserIntent {
  text: string;
  tab: number;
  /** Its bubble was seen, so the visitor may rely on the message. */
  isShown: boolean;
  /** The visitor was told that nothing is kept beyond the page. */
  isForgetful: boolean;
}

/** All that the referee needs to know of a schedule. */
export interface BrowserPlayed {
  plan: BrowserPlan;
  sessionId: string;
  proxy: FaultProxy;
  visit: Visit;
  tabs: BrowserTab[];
  intents: BrowserIntent[];
  resent: Set<string>;
  /** Messages that Stop gave back: their text was in a composer after their bubble had been seen. */
  cameBack: Set<string>;
  meant: Set<string>;
  broken: Set<string>;
  live: readonly ModelEvent[];
  /** What each tab showed at the last look. */
  sights: Map<BrowserTab, Seen>;
  isSettled: boolean;
}

export interface BrowserResult {
  broken: string[];
  /** The schedule proves nothing: a commit took longer than W, or the machine was too late to judge instants. */
  isExcused: boolean;
  met: Map<string, number>;
  /** Number of pages that the back-forward cache gave back, and of all walks back. */
  restored: number;
  walksBack: number;
  notRestored: string[];
  executions: number;
}

/**
 * After the faults: how long nothing may happen while something is unsettled (a request that gets no reply takes 30 s, and
 * the next one for a result may be 45 s later), and how long settling may take in all.
 */
const STANDSTILL_MS = 80_000;
const REST_LIMIT_MS = 240_000;
const REST_MS = 2_300;
/** On a busy machine a page reads a refusal later than the proxy has sent it. */
const TIMED_IN_PAGES = [/^14:.*used a refused token again$/];
const LOOK_MS = 200;
const ONE_TAB_MS = 2_000;
const SHOWN_MS = 1_500;
const MORE_FAULTS_MS = 1_500;

export async function playInBrowser(
  plan: BrowserPlan,
  parts: { browser: RealBrowser; world: GatewayWorld; site: Site },
): Promise<BrowserResult> {
  const { browser, world, site } = parts;
  const random = createSeededRandom(`${plan.seed}/play`);
  const sessionId = await world.createSession(plan.script);
  const log = world.follow(sessionId);
  const faults = new Map(plan.faults.map(({ step, nth, fault }) => [`${step}:${nth}`, fault]));
  const counts = new Map<StepName, number>();
  const met = new Map<string, number>();
  const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);
  const proxy = await createFaultProxy({
    port: world.port,
    random: random.fork('proxy'),
    choose({ step }) {
      if (step === 'preflight') return 'none';
      const nth = counts.get(step) ?? 0;
      counts.set(step, nth + 1);
      return faults.get(`${step}:${nth}`) ?? 'none';
    },
    onHeard: ({ fault, step }) => count(`${fault} × ${step}`),
  });
  const visit = site.visit({
    name: sessionId,
    gateway: proxy.url,
    transport: plan.transport,
    settleMs: BROWSER_WINDOW_MS,
    issue: () => world.issue(sessionId),
  });
  const profile = await browser.newProfile();
  const played: BrowserPlayed = {
    plan,
    sessionId,
    proxy,
    visit,
    tabs: [],
    intents: [],
    resent: new Set(),
    cameBack: new Set(),
    meant: new Set(),
    broken: new Set(),
    live: log.events,
    sights: new Map(),
    isSettled: false,
  };
  const notRestored: string[] = [];
  let walksBack = 0;
  let isOver = false;
  const lag = measureLag();

  async function open(slot: number): Promise<void> {
    const tab = await profile.openTab(slot, visit.page, {
      onError: (text) => played.broken.add(`18: uncaught in the page: ${text}`),
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
    for (const line of judgeSight(seen, played)) played.broken.add(line);
    return seen;
  }

  async function act(action: BrowserAction): Promise<void> {
    count(action.kind);
    if (action.kind === 'device') {
      const facts = readRun(parseEvents([...log.events]));
      if (facts.state !== 'paused') await world.write(sessionId, action.text).catch(() => {});
      return;
    }
    if (action.kind === 'outage') {
      proxy.goDown();
      setTimeout(() => proxy.comeUp(), action.ms);
      return;
    }
    if (action.kind === 'offline') {
      await profile.setOffline(true);
      setTimeout(() => void profile.setOffline(false).catch(() => {}), action.ms);
      return;
    }
    if (action.kind === 'revoke') {
      proxy.revoke();
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
    if (tab.isFrozen() && action.kind !== 'thaw' && action.kind !== 'crash') return;
    switch (action.kind) {
      case 'send':
        await send(tab, action.text, action.isDoubled);
        break;
      case 'stop': {
        const seen = await look(tab);
        if (!seen?.stop) return;
        // Any run that is shown belongs to a message that was in the log when Stop was pressed.
        for (const { type, id } of log.events) if (type === 'user.message') played.meant.add(id);
        await tab.click(seen.stop);
        break;
      }
      case 'answer': {
        const seen = await look(tab);
        if (seen?.allow) await tab.click(seen.allow);
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
      case 'crash':
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
    const startedAt = performance.now();
    for (const action of plan.actions) {
      const wait = action.at - (performance.now() - startedAt);
      if (wait > 0) await pause(wait);
      await act(action);
    }
    const strikesBy = performance.now() + MORE_FAULTS_MS;
    while (!isQuiet(played) && performance.now() < strikesBy) await pause(100);

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
    const broken = await rest(played, world, look, browser);
    return {
      broken,
      isExcused:
        // If storage takes longer than 2 s to open, the widget works without it and tells the visitor.
        [...played.sights.values()].some(({ isForgetful }) => isForgetful) ||
        slowestCommit(proxy.heard, BROWSER_WINDOW_MS) !== null ||
        isOnlyLate(broken, lag, TIMED_IN_PAGES),
      met,
      restored: visit.shown.filter(Boolean).length,
      walksBack,
      notRestored,
      executions: visit.effects.length,
    };
  } finally {
    lag.close();
    isOver = true;
    await watching.catch(() => {});
    await profile.close().catch(() => {});
    visit.end();
    log.stop();
    await proxy.close();
  }
}

/** Settles as a visitor would until all is at rest, then judges. Judges again only what time can still mend. */
async function rest(
  played: BrowserPlayed,
  world: GatewayWorld,
  look: (tab: BrowserTab) => Promise<Seen | null>,
  { remembersFailedModules }: RealBrowser,
): Promise<string[]> {
  const limit = performance.now() + REST_LIMIT_MS;
  let restedAt = performance.now();
  let movedAt = restedAt;
  let length = played.live.length;
  const pressed = new Map<string, number>();
  let isNewPage = false;
  for (;;) {
    const living = played.tabs.filter((tab) => tab.isAlive());
    // The visitor stays with one tab for a while: an answer to a question counts only once it has been in sight.
    const before = living[Math.floor(performance.now() / ONE_TAB_MS) % living.length];
    for (const tab of living) {
      const isOpen = await tab.open();
      const seen = await look(tab);
      // The script, or a part of the chat, was asked for while the network was away. Only loading the page helps.
      const isStuck = seen?.hasChat === false || (remembersFailedModules && seen?.lacksPart);
      if (isStuck) await tab.goto(played.visit.page);
      if (isStuck || !isOpen) continue;
      if (seen !== null && tab === before) await settleByVisitor(tab, seen, played, pressed);
    }
    await pause(LOOK_MS);
    const now = performance.now();
    if (!isQuiet(played)) restedAt = now;
    if (played.live.length !== length) movedAt = now;
    length = played.live.length;
    const isOver = now > limit || now - movedAt > STANDSTILL_MS;
    if (now - restedAt < REST_MS && !isOver) continue;
    played.isSettled = now - restedAt >= REST_MS;
    const broken = judgeBrowser(played, await world.list(played.sessionId));
    const isHealing = broken.every(
      (line) => line.startsWith('16:') || line.includes('nobody says'),
    );
    // A message may wait for the next page: written in a tab that is gone, before the site had named a session.
    const isLeft = broken.length > 0 && broken.every((line) => line.includes('has vanished'));
    if (isLeft && !isNewPage) {
      isNewPage = true;
      await living[0]?.reload();
      restedAt = performance.now();
      continue;
    }
    if (broken.length === 0 || !isHealing || isOver) return broken;
  }
}

async function settleByVisitor(
  tab: BrowserTab,
  seen: Seen,
  { resent, intents }: BrowserPlayed,
  pressed: Map<string, number>,
): Promise<void> {
  const place = seen.allow ?? seen.runHere ?? seen.tryNow ?? seen.earlier;
  if (place !== null) return tab.click(place);
  if (seen.check === null || seen.sendAgain === null) return;
  // A visitor checks first, and sends again if the check told nothing.
  const key = `${tab.slot}`;
  const at = pressed.get(key) ?? 0;
  pressed.set(key, at + 1);
  if (at % 4 === 0) return tab.click(seen.check);
  if (at % 4 !== 3) return;
  for (const { text, state } of seen.users) if (state === 'unconfirmed') resent.add(text);
  for (const { text } of intents)
    if (seen.users.every((user) => user.text !== text)) resent.add(text);
  await tab.click(seen.sendAgain);
}

/** Whether nothing runs, and no tab shows anything on its way. */
function isQuiet({ live, tabs, sights }: BrowserPlayed): boolean {
  if (readRun(parseEvents([...live])).state !== 'idle') return false;
  return tabs.every((tab) => {
    const seen = sights.get(tab);
    if (!tab.isAlive()) return true;
    const isDone = seen?.users.every(({ state }) => state === 'sent' || state === 'refused');
    return seen?.run === 'idle' && isDone === true;
  });
}
