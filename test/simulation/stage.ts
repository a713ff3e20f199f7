// Opens virtual tabs: each has the real session and tool runner of one conversation, wired as the widget wires them, in
// a page of the site, behind the faulty network.

import type { Storage } from '../../src/platform/types.ts';
import { createToolRegistry } from '../../src/tools/registry.ts';
import type { ToolRunner } from '../../src/tools/types.ts';
import type { Tab } from '../doubles/browser-double.ts';
import type { SeededRandom } from '../doubles/seeded-random.ts';
import type { VirtualClock } from '../doubles/virtual-clock.ts';
import { falseTrouble, falseWords, repeatedParts, shownTwice } from './check-words.ts';
import { NAMESPACE } from './evidence.ts';
import type { Asked, AskedBy } from './network.ts';
import { createPageTools, EVERYWHERE } from './page-tools.ts';
import type { PageName, SessionName, ToolState } from './plan.ts';
import { COMMIT_WINDOW_MS, type Played, type PlayedTab, type Subject } from './played.ts';
import { createStops } from './stops.ts';

export interface Stage {
  open(slot: number, page: PageName, session: SessionName): PlayedTab;
  /** Enters another conversation in the same page. */
  enter(mine: PlayedTab, session: SessionName): PlayedTab;
  /** Leaves the page; another takes its place `ms` later. */
  leave(mine: PlayedTab, page: PageName, ms: number): void;
}

export interface StageParts {
  played: Played;
  subject: Subject;
  clock: VirtualClock;
  random: SeededRandom;
  /** Called when a journal row was written. True: the tab dies before it gets the answer. */
  onRow(mine: PlayedTab, state: ToolState): boolean;
}

const TICKET_MS = 20;
const LATE_TOOLS_MS = 3_000;

export function createStage({ played, subject, clock, random, onRow }: StageParts): Stage {
  const { browser, network, plan } = played;
  let opened = 0;
  let clients = 0;

  function load(
    base: Pick<PlayedTab, 'slot' | 'tab' | 'page'>,
    sessionId: SessionName,
    number: number,
  ): PlayedTab {
    const { slot, tab, page } = base;
    const conversation = played.conversations.get(sessionId);
    if (conversation === undefined) throw new Error(`no conversation ${sessionId}`);
    const { platform } = tab;
    let refreshes = 0;
    let runner: ToolRunner | null = null;
    clients += 1;
    const stops = createStops(conversation.gateway, () => clock.monotonic());
    const by: AskedBy = { client: clients };

    const registry = createToolRegistry();
    const tools = createPageTools({
      random,
      clock: platform.clock,
      now: () => clock.monotonic(),
      isAlive: tab.isAlive,
      isHere: () => tab.isAlive() && !played.frozen.has(tab),
      tab: number,
      isJournaled: (id) =>
        (browser.disk.peek(`${NAMESPACE}:${sessionId}:tool:${id}`) as { state?: string } | null)
          ?.state === 'started',
      isWanted(id) {
        if (!tab.isAlive() || played.frozen.has(tab) || left.has(mine)) return false;
        const since = conversation.gateway.waitsSince(id);
        if (since === null || conversation.pressedAt >= since) return false;
        // A Stop in one tab stops the tools of all tabs.
        const siblings = played.tabs.filter((other) => other.sessionId === sessionId);
        return ![mine, ...siblings].some((other) => other.stops.isStopped());
      },
      handlers: conversation.handlers,
      leave: () => {
        if (!tab.isAlive() || mine.isFrozen) return;
        tab.page.leave();
        // The page stays until the server has answered with the next one.
        const serverMs = random.pick([0, 300, 4_000]);
        clock.setTimeout(() => {
          const next = random.chance(0.7) ? 'shop' : 'blog';
          if (tab.isAlive() && !mine.isFrozen) leave(mine, next, 300);
        }, serverMs);
      },
    });
    const offer = (): void => {
      for (const tool of tools) if (registry.find(tool.name) === null) registry.register(tool);
    };
    for (const tool of tools) if (EVERYWHERE.includes(tool.name)) registry.register(tool);
    if (page === 'shop') offer();
    if (page === 'late') platform.clock.setTimeout(offer, LATE_TOOLS_MS);

    const client = subject.createGatewayClient({
      baseUrl: 'https://gateway.example',
      fetch(input, init) {
        if (!stops.isMeant(init?.body)) {
          conversation.broken.push(`12: tab ${slot} stops a run that nobody meant`);
        }
        return platform.fetch(input, { ...init, ...by });
      },
      clock: platform.clock,
      credentials: subject.createCredentials({
        clock: platform.clock,
        getTicket: () => {
          refreshes += 1;
          if (refreshes > 1)
            conversation.broken.push(`14: tab ${slot} asks for two tokens at once`);
          return new Promise<{ token: string }>((resolve, reject) => {
            platform.clock.setTimeout(() => {
              refreshes -= 1;
              if (tab.page.isOnline()) resolve({ token: network.issue() });
              else reject(new TypeError('offline'));
            }, TICKET_MS);
          });
        },
      }),
    });
    const session = subject.createSession({
      sessionId,
      gateway: client,
      platform,
      namespace: NAMESPACE,
      onEvent: stops.hear,
      onWarning: (reason) => conversation.warnings.push(reason),
      options: {
        transport: plan.transport,
        commitWindowMs: COMMIT_WINDOW_MS,
        areHandlersRunning: () => runner?.getSnapshot().isRunning ?? false,
        hasOpenQuestions: () => (runner?.getSnapshot().questions.length ?? 0) > 0,
        onQuestionsSkipped: () => runner?.skipQuestions(),
        stopTools: async () => runner?.stop(),
      },
    });
    const made = subject.createToolRunner({
      platform: { ...platform, storage: watched(platform.storage, (state) => onRow(mine, state)) },
      registry,
      namespace: `${NAMESPACE}:${sessionId}`,
      isFramed: false,
      commitMs: COMMIT_WINDOW_MS,
      postResults: session.resultsBy(subject.createResults),
      evict: session.evict,
      refresh: session.refresh,
    });
    runner = made;
    const mine: PlayedTab = {
      slot,
      tab,
      session,
      runner: made,
      sessionId,
      page,
      isFrozen: false,
      stops,
    };
    made.subscribe(() => session.toolsChanged());
    session.subscribe(() => {
      if (!tab.isAlive()) return;
      const { run, trouble, isUpToDate } = session.getSnapshot();
      made.update(run.state === 'paused' && isUpToDate ? run.calls : []);
      conversation.broken.push(
        ...falseWords(session, { ...conversation, network }),
        ...falseTrouble(trouble, asked()),
        ...repeatedParts(session),
        ...(isTimeKept ? shownTwice(session, { ...conversation, network }, saidOf) : []),
      );
    });
    const isIts = ({ url }: Asked): boolean => url.includes(`/sessions/${sessionId}/`);
    const asked = (): Asked[] => network.asked.filter(isIts);
    numbers.set(mine, number);
    played.tabs = [
      ...played.tabs.filter((other) => other.tab.isAlive() && other.tab !== tab),
      mine,
    ];
    return mine;
  }

  const numbers = new WeakMap<PlayedTab, number>();
  /** Tabs whose page shows another conversation now. */
  const left = new WeakSet<PlayedTab>();
  /** Whether no clock is set back, which would make an event that arrived after a message look earlier. */
  const isTimeKept = plan.actions.every(
    (action) =>
      action.kind !== 'clock_jump' && !(action.kind === 'strike' && action.how === 'clock'),
  );
  const saidOf = (text: string): number =>
    plan.actions.filter((action) => action.kind === 'send' && action.text === text).length;

  function open(slot: number, page: PageName, sessionId: SessionName): PlayedTab {
    opened += 1;
    const tab: Tab = browser.openTab({
      fetch: network.fetchFor(opened),
      url: `https://shop.example/${page}?${opened}`,
      hasChannel: plan.hasChannel,
      isDurable: plan.isDurable,
    });
    played.opened.push(tab);
    return load({ slot, tab, page }, sessionId, opened);
  }

  function leave(mine: PlayedTab, page: PageName, ms: number): void {
    mine.tab.page.pagehide();
    mine.tab.kill();
    clock.setTimeout(() => {
      const isTaken = played.tabs.some(({ slot, tab }) => slot === mine.slot && tab.isAlive());
      if (!isTaken) open(mine.slot, page, mine.sessionId);
    }, ms);
  }

  return {
    open,
    leave,
    enter(mine, sessionId) {
      if (mine.sessionId === sessionId) return mine;
      left.add(mine);
      mine.runner.close();
      mine.session.close();
      played.hasEntered = true;
      return load(mine, sessionId, numbers.get(mine) ?? 0);
    },
  };
}

/** Wraps the tools' storage and reports each journal row as it is written. */
function watched(storage: Storage, onState: (state: ToolState) => boolean): Storage {
  return {
    get isDurable() {
      return storage.isDurable;
    },
    settled: () => storage.settled(),
    get: (key) => storage.get(key),
    getMany: (keys) => storage.getMany(keys),
    set: (key, value) => storage.set(key, value),
    setMany: (entries) => storage.setMany(entries),
    delMany: (keys) => storage.delMany(keys),
    keys: () => storage.keys(),
    close: () => storage.close(),
    async update(key, change) {
      let isNews = false;
      const value = await storage.update(key, (before) => {
        const after = change(before);
        isNews = JSON.stringify(after) !== JSON.stringify(before);
        return after;
      });
      const state = (value as { state?: ToolState } | undefined)?.state;
      const dies = isNews && state !== undefined && onState(state);
      return dies ? new Promise(() => {}) : value;
    },
  };
}
