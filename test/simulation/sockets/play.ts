// Plays one schedule over sockets: the real client code in tabs of this process, through the proxy, to the reference
// gateway. Then the faults stop, the visitor settles what is left to them, and the referee judges.

import { createCredentials } from '../../../src/client/credentials.ts';
import { createGatewayClient } from '../../../src/client/gateway-client.ts';
import type { Clock } from '../../../src/platform/types.ts';
import { createResults } from '../../../src/session/results.ts';
import { createSession } from '../../../src/session/session.ts';
import { createToolRegistry } from '../../../src/tools/registry.ts';
import { createToolRunner } from '../../../src/tools/runner.ts';
import type { ToolRunner } from '../../../src/tools/types.ts';
import { createBrowserDouble } from '../../doubles/browser-double.ts';
import { falseWords } from '../check.ts';
import { type HandlerRun, type Intent, NAMESPACE, type SimTab } from '../evidence.ts';
import type { ModelEvent } from '../model-types.ts';
import type { GatewayWorld } from '../real-time/gateway-world.ts';
import { judge, rowsOf } from '../real-time/judge.ts';
import { type RealAction, type RealPlan, TOOLS } from '../real-time/plan.ts';
import type { Result } from '../real-time/run.ts';
import { pause, type Schedule, startSchedule, WINDOW_MS } from '../real-time/schedule.ts';
import { answer, areQuiet, settleByVisitor } from '../visitor.ts';
import { createAskedLog } from './asked.ts';
import { createRealClock } from './real-clock.ts';
import { measureRecovery, type Recovery } from './recovery.ts';
import { createIdbStorages, type TabStorages } from './tab-storage.ts';

export interface SocketTab extends SimTab {
  /** Its number among all tabs that were opened, from 1. */
  number: number;
}

/** What is known of a schedule whose tabs are in this process. */
export interface SocketPlayed {
  schedule: Schedule;
  clock: Clock;
  asked: ReturnType<typeof createAskedLog>['asked'];
  tabs: SocketTab[];
  intents: Intent[];
  handlers: HandlerRun[];
  /** Calls that the visitor has allowed. */
  allowed: Set<string>;
}

export interface SocketResult extends Result {
  requests: number;
  /** Null: a tab had not caught up within 40 s, or there was nothing to measure since an invariant is broken. */
  recovery: Recovery | null;
}

/** In which of the looks after the faults the visitor does something. */
const EVERY_LOOK = 6;
/** How long a visitor waits for a run that can be stopped, and how often they look for it. */
const MAX_STOP_MS = 2_000;
const LOOK_FOR_RUN_MS = 30;
const OUTBOX = `${NAMESPACE}:outbox`;

export async function playOverSockets(plan: RealPlan, world: GatewayWorld): Promise<SocketResult> {
  const clock = createRealClock();
  const requests = createAskedLog(clock);
  const schedule = await startSchedule(plan, world, requests.note);
  const { random, proxy, sessionId } = schedule;
  const browser = createBrowserDouble({ clock, random: random.fork('browser'), latencyMs: 1 });
  const idb: TabStorages | null = plan.storage === 'idb' ? createIdbStorages(clock) : null;
  const peek = async (key: string): Promise<unknown> =>
    idb === null ? browser.disk.peek(key) : idb.peek(key);
  const warnings: string[] = [];
  const toolRandom = random.fork('tools');
  const played: SocketPlayed = {
    schedule,
    clock,
    asked: requests.asked,
    tabs: [],
    intents: [],
    handlers: [],
    allowed: new Set(),
  };
  let opened = 0;

  function open(slot: number): void {
    opened += 1;
    const number = opened;
    const tab = browser.openTab({
      fetch: requests.fetchFor(number),
      hasChannel: plan.hasChannel,
    });
    const platform =
      idb === null
        ? tab.platform
        : { ...tab.platform, storage: idb.open(tab.platform, tab.isAlive) };
    const registry = createToolRegistry();
    for (const name of TOOLS) {
      registry.register({
        name,
        description: name,
        annotations: { readOnlyHint: name === 'read' },
        approval: name === 'ask' ? 'ask' : 'auto',
        async execute(_input, { toolUseId }) {
          const run: HandlerRun = {
            toolUseId,
            name,
            isJournaled: true,
            isDone: false,
            startedAt: clock.monotonic(),
          };
          played.handlers.push(run);
          const row = await peek(`${NAMESPACE}:${sessionId}:tool:${toolUseId}`);
          // A Stop may have changed the row before it is read here, so any later state proves that it was journaled.
          const { state } = (row ?? {}) as { state?: string };
          run.isJournaled = state !== undefined && state !== 'claimed';
          await new Promise<void>((resolve) => {
            platform.clock.setTimeout(resolve, toolRandom.int(600));
          });
          run.isDone = true;
          return `did ${name} ${toolUseId}`;
        },
      });
    }
    const client = createGatewayClient({
      baseUrl: proxy.url,
      fetch: platform.fetch,
      clock: platform.clock,
      credentials: createCredentials({
        clock: platform.clock,
        getTicket: async () => {
          if (!tab.page.isOnline()) throw new TypeError('offline');
          const { token } = await world.issue(sessionId);
          if (!tab.isAlive()) return new Promise<never>(() => {});
          return { token };
        },
      }),
    });
    let runner: ToolRunner | null = null;
    const session = createSession({
      sessionId,
      gateway: client,
      platform,
      namespace: NAMESPACE,
      onWarning: (reason) => warnings.push(reason),
      options: {
        transport: plan.transport,
        commitWindowMs: WINDOW_MS,
        areHandlersRunning: () => runner?.getSnapshot().isRunning ?? false,
        hasOpenQuestions: () => (runner?.getSnapshot().questions.length ?? 0) > 0,
        onQuestionsSkipped: () => runner?.skipQuestions(),
        stopTools: async () => runner?.stop(),
      },
    });
    const made = createToolRunner({
      platform,
      registry,
      namespace: `${NAMESPACE}:${sessionId}`,
      isFramed: false,
      commitMs: WINDOW_MS,
      postResults: session.resultsBy(createResults),
    });
    runner = made;
    made.subscribe(() => session.toolsChanged());
    const mine: SocketTab = { slot, number, tab, session, runner: made };
    session.subscribe(() => {
      if (!tab.isAlive()) return;
      const { run, isUpToDate } = session.getSnapshot();
      made.update(run.state === 'paused' && isUpToDate ? run.calls : []);
      watch(mine, played);
    });
    played.tabs = [...played.tabs.filter((other) => other.slot !== slot), mine];
  }

  const alive = (slot: number): SocketTab | undefined =>
    played.tabs.find((other) => other.slot === slot && other.tab.isAlive());

  /** The visitor waits a while for a run, and presses Stop once it shows. */
  function pressStop(mine: SocketTab, until = performance.now() + MAX_STOP_MS): void {
    const { tab, session } = mine;
    if (!tab.isAlive() || !tab.page.isVisible()) return;
    if (['idle', 'coming'].includes(session.getSnapshot().run.state)) {
      if (performance.now() < until) setTimeout(() => pressStop(mine, until), LOOK_FOR_RUN_MS);
      return;
    }
    schedule.meanAll();
    void session.interrupt();
  }

  function act(action: RealAction): void {
    const mine = alive(action.tab);
    if (mine === undefined) {
      if (action.kind === 'open' || action.kind === 'reload') open(action.tab);
      return;
    }
    const { tab, session, runner } = mine;
    switch (action.kind) {
      case 'send':
        for (let times = action.isDoubled ? 2 : 1; times > 0; times--) {
          void session.send([{ type: 'text', text: action.text }]).then((localId) => {
            if (localId === null) return;
            if (played.intents.some((intent) => intent.localId === localId)) return;
            const { isForgetful } = session.getSnapshot();
            played.intents.push({ text: action.text, localId, tab: mine.slot, isForgetful });
          });
        }
        break;
      case 'stop':
        pressStop(mine);
        break;
      case 'answer':
        answer(runner, action.decision, played);
        break;
      case 'reload':
        tab.page.pagehide();
        tab.kill();
        open(mine.slot);
        break;
      case 'kill':
        tab.kill();
        break;
      case 'hide':
        tab.page.hide();
        break;
      case 'show':
        tab.page.show();
        break;
      case 'freeze':
        tab.freeze();
        break;
      case 'thaw':
        tab.thaw();
        break;
      case 'offline':
        tab.page.goOffline();
        setTimeout(() => tab.page.goOnline(), action.ms);
        break;
      case 'clock_jump':
        tab.clock.jump(action.ms);
        break;
      case 'channel_deaf':
        browser.channels.isDeaf = true;
        setTimeout(() => {
          browser.channels.isDeaf = false;
        }, action.ms);
        break;
      default:
        break;
    }
  }

  const isQuiet = (): boolean => !schedule.isRunning() && areQuiet(played.tabs);

  async function judgeAll(truth: readonly ModelEvent[], isSettled: boolean): Promise<string[]> {
    const outbox = await peek(OUTBOX);
    const { tabs, intents, handlers, allowed, asked } = played;
    const peekStored = (key: string): unknown => (key === OUTBOX ? outbox : null);
    const disk = idb === null ? browser.disk : { peek: peekStored };
    return judge(schedule, truth, {
      asked,
      tabs,
      intents,
      handlers,
      allowed,
      warnings,
      browser: { disk },
      isSettled,
    });
  }

  try {
    for (let slot = 0; slot < plan.tabs; slot++) open(slot);
    await schedule.perform(act);
    // By then the longest outage and absence are over. Requests that still wait meet their faults too.
    await pause(1_400);
    await schedule.outlast(isQuiet);

    proxy.calm();
    browser.channels.isDeaf = false;
    if (played.tabs.every(({ tab }) => !tab.isAlive())) open(0);
    const living = (): SocketTab[] => played.tabs.filter(({ tab }) => tab.isAlive());
    for (const { tab } of living()) {
      tab.thaw();
      tab.page.goOffline();
    }
    await pause(60);
    for (const { tab } of living()) {
      tab.page.goOnline();
      tab.page.show();
    }

    const broken = await schedule.settle({
      settle(round) {
        if (round % EVERY_LOOK !== 0) return;
        for (const mine of living()) settleByVisitor(mine, { ...played, resent: schedule.resent });
      },
      isQuiet,
      judge: judgeAll,
    });
    const recovery =
      broken.length === 0 ? await measureRecovery(played, world, random.chance(0.5)) : null;
    return {
      broken,
      isExcused: schedule.isExcused(broken),
      met: schedule.met,
      requests: proxy.heard.length,
      recovery,
    };
  } finally {
    for (const { tab, session, runner } of played.tabs) {
      if (tab.isAlive()) {
        runner.close();
        session.close();
      }
      tab.kill();
    }
    idb?.close();
    clock.close();
    await schedule.close();
  }
}

/** Judges at every moment: no message may be shown as sent or failed if it isn't. */
function watch({ session }: SimTab, { intents, schedule }: SocketPlayed): void {
  const gateway = {
    rows: () => rowsOf(schedule.live),
    accepted: new Map(),
    afterRefusal: [],
    interrupted: [],
    violations: [],
  };
  for (const line of falseWords(session, { intents, gateway })) schedule.broken.add(line);
}
