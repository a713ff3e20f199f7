// Plays one schedule: the session's and the tools' real code in virtual tabs, over the faulty network, before the model
// gateway. Then the faults stop, the visitor settles what is left to them, and the invariants are checked.

import { createCredentials } from '../../src/gateway/credentials.ts';
import { createGatewayClient } from '../../src/gateway/gateway-client.ts';
import type { InputBlock } from '../../src/protocol/index.ts';
import type { SessionOptions } from '../../src/session/session.ts';
import type { Session } from '../../src/session/types.ts';
import { createToolRegistry } from '../../src/tools/registry.ts';
import type { ToolRunnerParts } from '../../src/tools/runner.ts';
import type { ToolRunner } from '../../src/tools/types.ts';
import { type BrowserDouble, createBrowserDouble, type Tab } from '../doubles/browser-double.ts';
import { createSeededRandom } from '../doubles/seeded-random.ts';
import { createVirtualClock } from '../doubles/virtual-clock.ts';
import { createModelGateway, type ModelGateway, type Step } from './model-gateway.ts';
import { createNetwork, type FaultName, type Network, type StepName } from './network.ts';
import type { Action, Plan } from './plan.ts';

/** The code under test; mutants take its place. */
export interface Subject {
  createSession(options: SessionOptions): Session;
  createToolRunner(parts: ToolRunnerParts): ToolRunner;
}

export const COMMIT_WINDOW_MS = 60_000;
export const NAMESPACE = 'sim';

export interface Intent {
  text: string;
  localId: string;
  tab: number;
  /** The visitor was told that nothing outlives the page. */
  isForgetful: boolean;
}

export interface HandlerRun {
  toolUseId: string;
  name: string;
  isJournaled: boolean;
  isDone: boolean;
}

export interface SimTab {
  slot: number;
  tab: Tab;
  session: Session;
  runner: ToolRunner;
}

export interface Played {
  plan: Plan;
  gateway: ModelGateway;
  network: Network;
  browser: BrowserDouble;
  tabs: SimTab[];
  intents: Intent[];
  /** Texts that the visitor decided to send again. */
  resent: Set<string>;
  handlers: HandlerRun[];
  /** The user events of the runs that the visitor meant to stop. */
  meant: Set<string>;
  /** Broken promises seen on the way. */
  broken: string[];
  warnings: string[];
  /** fault × step, as met. */
  met: Map<string, number>;
  isSettled: boolean;
}

const text = (value: string): InputBlock[] => [{ type: 'text', text: value }];

export function scriptOf(message: string): Step[] {
  const [name = 'm', kind = 'say'] = message.split(' ');
  const say: Step = { kind: 'say', text: `re ${name}` };
  switch (kind) {
    case 'long':
      return [say, { kind: 'wait', ms: 4_000 }, say];
    case 'once':
    case 'read':
    case 'ask':
      return [{ kind: 'call', names: [kind] }, say];
    case 'two':
      return [{ kind: 'call', names: ['once', 'read'] }, { kind: 'call', names: ['once'] }, say];
    case 'fail':
      return [{ kind: 'fail', code: 'upstream_error' }];
    default:
      return [say];
  }
}

export async function play(plan: Plan, subject: Subject): Promise<Played> {
  const random = createSeededRandom(`${plan.seed}/play`);
  const clock = createVirtualClock();
  const browser = createBrowserDouble({ clock, random: random.fork('browser'), latencyMs: 1 });
  const lateRandom = random.fork('late');
  let areFaultsOver = false;
  /** Every request fails at once. */
  let isOut = false;
  const gateway = createModelGateway({
    clock,
    script: scriptOf,
    lateness: () =>
      !areFaultsOver && lateRandom.chance(plan.lateChance) ? lateRandom.int(plan.lateMs) : 0,
    maxPage: 40,
  });
  const faults = new Map(plan.faults.map(({ step, nth, fault }) => [`${step}:${nth}`, fault]));
  const counts = new Map<StepName, number>();
  const met = new Map<string, number>();
  const network = createNetwork({
    clock,
    random: random.fork('network'),
    gateway,
    maxLateMs: COMMIT_WINDOW_MS - 2_000,
    choose(step): FaultName {
      const nth = counts.get(step) ?? 0;
      counts.set(step, nth + 1);
      const planned = isOut ? 'http_503' : (faults.get(`${step}:${nth}`) ?? 'none');
      const fault = areFaultsOver ? 'none' : planned;
      const key = `${fault} × ${step}`;
      met.set(key, (met.get(key) ?? 0) + 1);
      return fault;
    },
  });
  const toolRandom = random.fork('tools');
  const played: Played = {
    plan,
    gateway,
    network,
    browser,
    tabs: [],
    intents: [],
    resent: new Set(),
    handlers: [],
    meant: new Set(),
    broken: [],
    warnings: [],
    met,
    isSettled: false,
  };
  let opened = 0;

  function open(slot: number): void {
    opened += 1;
    const number = opened;
    const tab = browser.openTab({
      fetch: network.fetchFor(number),
      hasChannel: plan.hasChannel,
      isDurable: plan.isDurable,
    });
    const { platform } = tab;
    const registry = createToolRegistry();
    for (const name of ['once', 'read', 'ask']) {
      registry.register({
        name,
        description: name,
        annotations: { readOnlyHint: name === 'read' },
        approval: name === 'ask' ? 'ask' : 'auto',
        async execute(_input, { toolUseId }) {
          const row = browser.disk.peek(`${NAMESPACE}:s1:tool:${toolUseId}`) as { state?: string };
          const run: HandlerRun = {
            toolUseId,
            name,
            isJournaled: row?.state === 'started',
            isDone: false,
          };
          played.handlers.push(run);
          await new Promise<void>((resolve) => {
            platform.clock.setTimeout(resolve, toolRandom.int(1_500));
          });
          run.isDone = true;
          return `did ${name} ${toolUseId}`;
        },
      });
    }
    const client = createGatewayClient({
      baseUrl: 'https://gateway.example',
      fetch: platform.fetch,
      clock: platform.clock,
      credentials: createCredentials({
        clock: platform.clock,
        getTicket: () =>
          new Promise<{ token: string }>((resolve, reject) => {
            platform.clock.setTimeout(() => {
              if (tab.page.isOnline()) resolve({ token: network.issue() });
              else reject(new TypeError('offline'));
            }, 20);
          }),
      }),
    });
    let runner: ToolRunner | null = null;
    const session = subject.createSession({
      sessionId: 's1',
      gateway: client,
      platform,
      namespace: NAMESPACE,
      onWarning: (reason) => played.warnings.push(reason),
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
      platform,
      registry,
      namespace: `${NAMESPACE}:s1`,
      isFramed: false,
      commitMs: COMMIT_WINDOW_MS,
      postResults: (results) => session.postResults(results),
    });
    runner = made;
    made.subscribe(() => session.toolsChanged());
    const mine: SimTab = { slot, tab, session, runner: made };
    session.subscribe(() => {
      if (!tab.isAlive()) return;
      const { run } = session.getSnapshot();
      made.update(run.state === 'paused' ? run.calls : []);
      watch(mine);
    });
    played.tabs = [...played.tabs.filter((other) => other.slot !== slot), mine];
  }

  /** What must hold at every moment: nothing is called sent or failed that isn't. */
  function watch({ session }: SimTab): void {
    for (const entry of session.getSnapshot().entries) {
      if (entry.kind !== 'user' || entry.localId === undefined) continue;
      const { delivery, eventId, localId } = entry;
      const intent = played.intents.find((other) => other.localId === localId);
      const copies = gateway.rows().filter((row) => isMessage(row.event, intent?.text ?? localId));
      if (delivery.state === 'sent' && !copies.some((row) => row.event.id === eventId)) {
        if (intent !== undefined) played.broken.push(`5: "${intent.text}" is called sent`);
      }
      if (delivery.state === 'refused' && copies.length > 0) {
        played.broken.push(`5: "${intent?.text}" is called refused, and is there`);
      }
    }
  }

  const alive = (slot: number): SimTab | undefined =>
    played.tabs.find((other) => other.slot === slot && other.tab.isAlive());

  function act(action: Action): void {
    const mine = alive(action.tab);
    if (action.kind === 'device') {
      if (!gateway.isPaused()) gateway.write(action.text);
      return;
    }
    if (mine === undefined) {
      if (action.kind === 'open' || action.kind === 'reload') open(action.tab);
      return;
    }
    const { tab, session, runner } = mine;
    const later = (undo: () => void, ms: number): void => {
      clock.setTimeout(undo, ms);
    };
    switch (action.kind) {
      case 'send':
        for (let times = action.isDoubled ? 2 : 1; times > 0; times--) {
          void session.send(text(action.text)).then((localId) => {
            if (localId === null) return;
            if (played.intents.some((intent) => intent.localId === localId)) return;
            const { isForgetful } = session.getSnapshot();
            played.intents.push({ text: action.text, localId, tab: mine.slot, isForgetful });
          });
        }
        break;
      case 'interrupt': {
        // Whatever run is shown, its message was there when Stop was pressed.
        if (session.getSnapshot().run.state !== 'idle') {
          for (const { event } of gateway.rows()) {
            if (event.type === 'user.message') played.meant.add(event.id);
          }
        }
        void session.interrupt();
        break;
      }
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
        later(() => tab.page.goOnline(), action.ms);
        break;
      case 'clock_jump':
        clock.jump(action.ms);
        break;
      case 'quota': {
        browser.disk.quotaBytes = browser.disk.bytes() + 300;
        later(() => {
          browser.disk.quotaBytes = Number.POSITIVE_INFINITY;
        }, action.ms);
        break;
      }
      case 'storage_closed':
        later(
          browser.disk.fail({ failure: 'closed', key: (key) => !key.includes(':tool:') }),
          Math.min(action.ms, 2_000),
        );
        break;
      case 'channel_deaf':
        browser.channels.isDeaf = true;
        later(() => {
          browser.channels.isDeaf = false;
        }, action.ms);
        break;
      case 'revoke':
        network.revoke();
        break;
      case 'outage':
        isOut = true;
        later(() => {
          isOut = false;
        }, action.ms);
        break;
      default:
        break;
    }
  }

  for (let slot = 0; slot < plan.tabs; slot++) open(slot);
  for (const action of plan.actions) {
    const wait = action.at - clock.monotonic();
    if (wait > 0) await clock.advance(wait);
    act(action);
  }
  await clock.advance(3_000);

  areFaultsOver = true;
  browser.disk.quotaBytes = Number.POSITIVE_INFINITY;
  browser.channels.isDeaf = false;
  if (alive(0) === undefined) open(0);
  for (const { tab } of played.tabs) {
    if (!tab.isAlive()) continue;
    tab.thaw();
    tab.page.goOnline();
    tab.page.show();
  }
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 40; round++) {
      await clock.advance(15_000);
      for (const mine of played.tabs) if (mine.tab.isAlive()) settleByVisitor(mine, played);
      played.isSettled = isQuiet(played);
      // Late rows and second copies have a whole window to turn up.
      if (played.isSettled && round > 8) return;
    }
  };
  await settle();
  // A clock that was set back can make what waits for a wall time wait that much longer.
  const isBack = plan.actions.some((action) => action.kind === 'clock_jump' && action.ms < 0);
  if (!played.isSettled && isBack) {
    await clock.advance(4_000_000);
    await settle();
  }
  for (const { tab, session } of played.tabs) if (tab.isAlive()) session.getSnapshot();
  return played;
}

function answer(runner: ToolRunner, decision: 'once' | 'no'): void {
  const [question] = runner.getSnapshot().questions;
  if (question !== undefined) runner.answer(question.toolUseId, question.digest, decision);
}

function settleByVisitor({ session, runner }: SimTab, played: Played): void {
  answer(runner, 'once');
  for (const [toolUseId, call] of runner.getSnapshot().calls) {
    if (call.status.state === 'elsewhere') runner.runHere(toolUseId);
  }
  const { entries, trouble } = session.getSnapshot();
  if (trouble !== null && !('retryAt' in trouble)) session.retryNow();
  void session.loadOlder();
  for (const entry of entries) {
    if (entry.kind !== 'user' || entry.localId === undefined) continue;
    const { localId, delivery } = entry;
    if (delivery.state !== 'unconfirmed') continue;
    void session.check(localId).then(() => {
      const now = session
        .getSnapshot()
        .entries.find((other) => other.kind === 'user' && other.localId === localId);
      if (now?.kind !== 'user' || now.delivery.state !== 'unconfirmed') return;
      const intent = played.intents.find((other) => other.localId === localId);
      if (intent !== undefined) played.resent.add(intent.text);
      void session.resend(localId);
    });
  }
}

function isQuiet(played: Played): boolean {
  if (played.gateway.isRunning()) return false;
  return played.tabs.every(({ tab, session }) => {
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

export function isMessage(event: { type: string; content: unknown }, message: string): boolean {
  if (event.type !== 'user.message') return false;
  return (event.content as { text?: string }[])[0]?.text === message;
}
