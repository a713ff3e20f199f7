// Plays one schedule in real time: the real client code in tabs of this process, over real sockets, through the proxy,
// to the reference gateway. Then the faults stop, the visitor settles what is left to them, and the referee judges.

import { createCredentials } from '../../../src/client/credentials.ts';
import { createGatewayClient } from '../../../src/client/gateway-client.ts';
import type { Clock } from '../../../src/platform/types.ts';
import { parseEvents } from '../../../src/protocol/index.ts';
import { readRun } from '../../../src/session/run-state.ts';
import { createToolRegistry } from '../../../src/tools/registry.ts';
import type { ToolRunner } from '../../../src/tools/types.ts';
import { type BrowserDouble, createBrowserDouble } from '../../doubles/browser-double.ts';
import { createSeededRandom } from '../../doubles/seeded-random.ts';
import { falseWords } from '../check.ts';
import { type HandlerRun, type Intent, NAMESPACE, type SimTab } from '../evidence.ts';
import type { ModelEvent } from '../model-types.ts';
import type { StepName } from '../network-faults.ts';
import { createAskedLog } from './asked.ts';
import { createFaultProxy, type FaultProxy, slowestCommit } from './fault-proxy.ts';
import type { GatewayWorld } from './gateway-world.ts';
import { judge, rowsOf } from './judge.ts';
import { isOnlyLate, measureLag } from './lag.ts';
import { type SocketAction, type SocketPlan, TOOLS } from './plan.ts';
import { createRealClock } from './real-clock.ts';
import { measureRecovery, type Recovery } from './recovery.ts';
import type { Subject } from './subject.ts';
import { createIdbStorages, type TabStorages } from './tab-storage.ts';

/** W over sockets. The proxy delays a commit by much less. */
export const SOCKET_WINDOW_MS = 1_000;

export interface SocketTab extends SimTab {
  /** Its number among all tabs that were opened, from 1. */
  number: number;
}

/** All that a referee needs to know of a schedule. */
export interface SocketPlayed {
  plan: SocketPlan;
  sessionId: string;
  clock: Clock;
  proxy: FaultProxy;
  asked: ReturnType<typeof createAskedLog>['asked'];
  tabs: SocketTab[];
  intents: Intent[];
  resent: Set<string>;
  handlers: HandlerRun[];
  meant: Set<string>;
  broken: Set<string>;
  warnings: string[];
  /** The log as it grows. */
  live: readonly ModelEvent[];
  browser: BrowserDouble;
  /** What is stored under a key now. */
  peek(key: string): Promise<unknown>;
}

export interface SocketResult {
  broken: string[];
  /** The schedule proves nothing: a commit took longer than W, or the machine was too late to judge instants. */
  isExcused: boolean;
  /** How often each fault met each step. */
  met: Map<string, number>;
  requests: number;
  recovery: Recovery | null;
}

/**
 * After the faults: how long nothing may happen while something is unsettled (a request that gets no reply takes 30 s, and
 * the next one for a result may be 45 s later), and how long settling may take in all.
 */
const STANDSTILL_MS = 80_000;
const REST_LIMIT_MS = 240_000;
/** After resting this long, late rows and second copies have had time to turn up. */
const REST_MS = 2_600;
const LOOK_MS = 150;
/** How long a visitor waits for a run that can be stopped. */
const MAX_STOP_MS = 2_000;
/** How long the faults go on while something is unsettled. */
const MORE_FAULTS_MS = 3_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export async function playOverSockets(
  plan: SocketPlan,
  world: GatewayWorld,
  subject: Subject,
): Promise<SocketResult> {
  const random = createSeededRandom(`${plan.seed}/play`);
  const clock = createRealClock();
  const browser = createBrowserDouble({ clock, random: random.fork('browser'), latencyMs: 1 });
  const idb: TabStorages | null = plan.storage === 'idb' ? createIdbStorages(clock) : null;
  const sessionId = await world.createSession(plan.script);
  const log = world.follow(sessionId);
  const faults = new Map(plan.faults.map(({ step, nth, fault }) => [`${step}:${nth}`, fault]));
  const counts = new Map<StepName, number>();
  const met = new Map<string, number>();
  const requests = createAskedLog(clock);
  const proxy = await createFaultProxy({
    port: world.port,
    random: random.fork('proxy'),
    resetChance: () => plan.resetChance,
    choose({ step }) {
      if (step === 'preflight') return 'none';
      const nth = counts.get(step) ?? 0;
      counts.set(step, nth + 1);
      return faults.get(`${step}:${nth}`) ?? 'none';
    },
    onHeard(heard) {
      const key = `${heard.fault} × ${heard.step}`;
      met.set(key, (met.get(key) ?? 0) + 1);
      requests.note(heard);
    },
  });
  const toolRandom = random.fork('tools');
  const played: SocketPlayed = {
    plan,
    sessionId,
    clock,
    proxy,
    asked: requests.asked,
    tabs: [],
    intents: [],
    resent: new Set(),
    handlers: [],
    meant: new Set(),
    broken: new Set(),
    warnings: [],
    live: log.events,
    browser,
    peek: async (key) => (idb === null ? browser.disk.peek(key) : idb.peek(key)),
  };
  let opened = 0;
  const lag = measureLag();

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
          const row = await played.peek(`${NAMESPACE}:${sessionId}:tool:${toolUseId}`);
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
    const session = subject.createSession({
      sessionId,
      gateway: client,
      platform,
      namespace: NAMESPACE,
      onWarning: (reason) => played.warnings.push(reason),
      options: {
        transport: plan.transport,
        commitWindowMs: SOCKET_WINDOW_MS,
        areHandlersRunning: () => runner?.getSnapshot().isRunning ?? false,
        hasOpenQuestions: () => (runner?.getSnapshot().questions.length ?? 0) > 0,
        onQuestionsSkipped: () => runner?.skipQuestions(),
        stopTools: async () => runner?.stop(),
      },
    });
    const made = subject.createToolRunner({
      platform,
      registry,
      namespace: `${NAMESPACE}:${sessionId}`,
      isFramed: false,
      commitMs: SOCKET_WINDOW_MS,
      postResults: session.postResults,
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
      if (performance.now() < until) setTimeout(() => pressStop(mine, until), LOOK_MS / 5);
      return;
    }
    // Any run that is shown belongs to a message that was in the log when Stop was pressed.
    for (const { type, id } of log.events) if (type === 'user.message') played.meant.add(id);
    void session.interrupt();
  }

  function act(action: SocketAction): void {
    const mine = alive(action.tab);
    if (action.kind === 'device') {
      const facts = readRun(parseEvents([...log.events]));
      if (facts.state !== 'paused') world.write(sessionId, action.text).catch(() => {});
      return;
    }
    if (action.kind === 'outage') {
      proxy.goDown();
      setTimeout(() => proxy.comeUp(), action.ms);
      return;
    }
    if (action.kind === 'revoke') {
      proxy.revoke();
      return;
    }
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
      case 'interrupt':
        pressStop(mine);
        break;
      case 'answer':
        answer(runner, action.decision);
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

  try {
    const startedAt = performance.now();
    for (let slot = 0; slot < plan.tabs; slot++) open(slot);
    for (const action of plan.actions) {
      const wait = action.at - (performance.now() - startedAt);
      if (wait > 0) await pause(wait);
      act(action);
    }
    // By then the longest outage and absence are over. Requests that still wait meet their faults too.
    await pause(1_400);
    const strikesBy = performance.now() + MORE_FAULTS_MS;
    while (!isQuiet(played) && performance.now() < strikesBy) await pause(100);

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

    const broken = await rest(played, world);
    const recovery =
      broken.length === 0 ? await measureRecovery(played, world, random.chance(0.5)) : null;
    return {
      broken,
      isExcused: slowestCommit(proxy.heard, SOCKET_WINDOW_MS) !== null || isOnlyLate(broken, lag),
      met,
      requests: proxy.heard.length,
      recovery,
    };
  } finally {
    lag.close();
    for (const { tab, session, runner } of played.tabs) {
      if (tab.isAlive()) {
        runner.close();
        session.close();
      }
      tab.kill();
    }
    log.stop();
    idb?.close();
    clock.close();
    await proxy.close();
  }
}

/** Settles as a visitor would until all is at rest, then judges. Judges again only what time can still mend. */
async function rest(played: SocketPlayed, world: GatewayWorld): Promise<string[]> {
  const limit = performance.now() + REST_LIMIT_MS;
  let restedAt = performance.now();
  let movedAt = restedAt;
  let length = played.live.length;
  for (let round = 0; ; round++) {
    await pause(LOOK_MS);
    if (round % 6 === 0) {
      for (const mine of played.tabs) if (mine.tab.isAlive()) settleByVisitor(mine, played);
    }
    const now = performance.now();
    if (!isQuiet(played)) restedAt = now;
    if (played.live.length !== length) movedAt = now;
    length = played.live.length;
    const isOver = now > limit || now - movedAt > STANDSTILL_MS;
    if (now - restedAt < REST_MS && !isOver) continue;
    const broken = await judge(
      played,
      await world.list(played.sessionId),
      now - restedAt >= REST_MS,
    );
    const isHealing = broken.every(
      (line) => line.startsWith('16:') || line.includes('nobody says'),
    );
    if (broken.length === 0 || !isHealing || isOver) return broken;
  }
}

/** Judges at every moment: no message may be shown as sent or failed if it isn't. */
function watch({ session }: SimTab, { intents, live, broken }: SocketPlayed): void {
  const gateway = {
    rows: () => rowsOf(live),
    accepted: new Map(),
    afterRefusal: [],
    interrupted: [],
    violations: [],
  };
  for (const line of falseWords(session, { intents, gateway })) broken.add(line);
}

function answer(runner: ToolRunner, decision: 'once' | 'no'): void {
  const [question] = runner.getSnapshot().questions;
  if (question !== undefined) runner.answer(question.toolUseId, question.binding, decision);
}

function settleByVisitor({ session, runner }: SimTab, played: SocketPlayed): void {
  answer(runner, 'once');
  for (const [toolUseId, call] of runner.getSnapshot().calls) {
    if (call.status.state === 'elsewhere') runner.runHere(toolUseId);
  }
  const { entries, trouble } = session.getSnapshot();
  if (trouble !== null && !('retryAt' in trouble)) session.retryNow();
  for (const entry of entries) {
    if (entry.kind !== 'user' || entry.localId === undefined) continue;
    const { localId, delivery } = entry;
    if (delivery.state !== 'unconfirmed') continue;
    session.check(localId).then(
      () => {
        const now = session
          .getSnapshot()
          .entries.find((other) => other.kind === 'user' && other.localId === localId);
        if (now?.kind !== 'user' || now.delivery.state !== 'unconfirmed') return;
        const intent = played.intents.find((other) => other.localId === localId);
        if (intent !== undefined) played.resent.add(intent.text);
        void session.resend(localId);
      },
      () => {},
    );
  }
}

function isQuiet({ live, tabs }: SocketPlayed): boolean {
  if (readRun(parseEvents([...live])).state !== 'idle') return false;
  return tabs.every(({ tab, session }) => {
    if (!tab.isAlive()) return true;
    const { entries, run } = session.getSnapshot();
    const isDone = entries.every(
      (entry) =>
        entry.kind !== 'user' ||
        entry.delivery.state === 'sent' ||
        entry.delivery.state === 'refused',
    );
    return run.state === 'idle' && isDone;
  });
}
