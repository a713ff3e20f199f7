// Plays one schedule: the real code of the session and the tools in virtual tabs, over the faulty network, with the
// model gateways. Then the faults stop and the visitor settles what is left to them, so that the outcome can be judged.

import { createBrowserDouble } from '../doubles/browser-double.ts';
import { createSeededRandom } from '../doubles/seeded-random.ts';
import { createVirtualClock } from '../doubles/virtual-clock.ts';
import { createActs } from './acts.ts';
import { REPEATABLE } from './evidence.ts';
import { createModelGateway } from './model-gateway.ts';
import { createNetwork, type FaultName, type StepName } from './network.ts';
import { type Plan, SESSIONS, type SessionName } from './plan.ts';
import { plantOldRows, UNREADABLE_CALL } from './planted.ts';
import { COMMIT_WINDOW_MS, type Conversation, type Played, type Subject } from './played.ts';
import { probe } from './probe.ts';
import { scriptOf } from './script.ts';
import { createStage } from './stage.ts';
import { isQuiet, settleByVisitor } from './visitor.ts';

export {
  type HandlerRun,
  type Intent,
  isMessage,
  NAMESPACE,
  type SimTab,
} from './evidence.ts';
export { COMMIT_WINDOW_MS, type Played, type Subject } from './played.ts';
export { scriptOf } from './script.ts';

/** Time between two looks of the visitor after the faults. */
const ROUND_MS = 15_000;
const MAX_ROUNDS = 40;
/** So many rounds that late rows and second copies have a whole W to turn up. */
const MIN_ROUNDS = 9;

export async function play(plan: Plan, subject: Subject): Promise<Played> {
  const random = createSeededRandom(`${plan.seed}/play`);
  const clock = createVirtualClock();
  const latencyMs = plan.diskMs;
  const browser = createBrowserDouble({ clock, random: random.fork('browser'), latencyMs });
  const lateRandom = random.fork('late');
  let areFaultsOver = false;

  const conversations = new Map<SessionName, Conversation>();
  for (const sessionId of SESSIONS) {
    const gateway = createModelGateway({
      clock,
      script: scriptOf,
      lateness: () =>
        !areFaultsOver && lateRandom.chance(plan.lateChance) ? lateRandom.int(plan.lateMs) : 0,
      maxPage: 40,
      hasTurnUsage: true,
      hasIntents: plan.hasIntents === true,
      ...(sessionId === 's1' ? {} : { idPrefix: `${sessionId}_` }),
    });
    conversations.set(sessionId, {
      sessionId,
      gateway,
      intents: [],
      resent: new Set(),
      handlers: [],
      meant: new Set(),
      crossing: new Set(),
      withdrawn: new Map(),
      openPresses: 0,
      pressedAt: Number.NEGATIVE_INFINITY,
      broken: [],
      warnings: [],
      untaken: new Set(),
      // All that the visitor of a schedule writes is well-formed.
      isRefusing: false,
      allowed: new Set(),
    });
  }
  const first = must(conversations.get('s1'));
  if (plan.isPlanted) first.intents.push(...plantOldRows(browser.disk, first.gateway, clock.now()));

  const faults = new Map(plan.faults.map(({ step, nth, fault }) => [`${step}:${nth}`, fault]));
  const counts = new Map<StepName, number>();
  const met = new Map<string, number>();
  const network = createNetwork({
    clock,
    random: random.fork('network'),
    gateway: first.gateway,
    others: new Map([...conversations].map(([id, { gateway }]) => [id, gateway])),
    maxLateMs: COMMIT_WINDOW_MS - 2_000,
    keepAliveMs: 15_000,
    choose(step): FaultName {
      const nth = counts.get(step) ?? 0;
      counts.set(step, nth + 1);
      const every = step === 'stream' ? plan.everyStream : null;
      const planned = acts.isOut() ? 'http_503' : (every ?? faults.get(`${step}:${nth}`) ?? 'none');
      const fault = areFaultsOver ? 'none' : planned;
      const key = `${fault} × ${step}`;
      met.set(key, (met.get(key) ?? 0) + 1);
      return fault;
    },
  });
  const played: Played = {
    plan,
    network,
    browser,
    tabs: [],
    conversations,
    broken: [],
    met,
    kills: new Map(),
    isSettled: false,
    calmAt: Number.POSITIVE_INFINITY,
    acts: [],
    opened: [],
    hasEntered: false,
    frozen: new WeakSet(),
  };
  const acts = createActs({ played, clock, stage: () => stage });
  const stage = createStage({
    played,
    subject,
    clock,
    random: random.fork('tools'),
    onRow: (mine, state) => !areFaultsOver && acts.strike(mine, state),
  });

  for (let slot = 0; slot < plan.tabs; slot++) stage.open(slot, 'shop', 's1');
  for (const action of plan.actions) {
    const wait = action.at - clock.monotonic();
    if (wait > 0) await clock.advance(wait);
    acts.act(action);
  }
  await clock.advance(3_000);

  areFaultsOver = true;
  browser.disk.quotaBytes = Number.POSITIVE_INFINITY;
  browser.disk.latencyMs = plan.diskMs;
  browser.channels.isDeaf = false;
  /** The visitor returns to every conversation, even if a tool has taken its tab to another page. */
  const comeBack = (): void => {
    for (const { sessionId, gateway, intents } of conversations.values()) {
      const isThere = played.tabs.some(
        (mine) => mine.tab.isAlive() && mine.sessionId === sessionId,
      );
      const isUsed = sessionId === 's1' || gateway.rows().length > 0 || intents.length > 0;
      if (isUsed && !isThere) stage.open(90 + played.tabs.length, 'shop', sessionId);
    }
  };
  /** Thaws all pages: a strike that was under way may freeze one even now. */
  const thaw = (): void => {
    for (const mine of played.tabs) {
      if (!mine.tab.isAlive() || !mine.isFrozen) continue;
      mine.isFrozen = false;
      mine.tab.thaw();
    }
  };
  played.acts.push(clock.monotonic());
  comeBack();
  thaw();
  for (const { tab } of played.tabs) {
    if (!tab.isAlive()) continue;
    tab.page.goOnline();
    tab.page.show();
  }
  played.calmAt = clock.monotonic() + ROUND_MS;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await clock.advance(ROUND_MS);
    played.acts.push(clock.monotonic());
    comeBack();
    thaw();
    for (const mine of [...played.tabs]) {
      if (mine.tab.isAlive()) settleByVisitor(mine, must(conversations.get(mine.sessionId)));
    }
    played.isSettled = isQuiet(played);
    if (played.isSettled && round >= MIN_ROUNDS) break;
  }
  if (played.isSettled) {
    played.broken.push(...(await probe(played, clock)));
    played.isSettled = isQuiet(played);
  }
  const hasRun = first.handlers.some(
    ({ toolUseId, name }) => toolUseId === UNREADABLE_CALL && !REPEATABLE.has(name),
  );
  if (plan.isPlanted && plan.isDurable && hasRun) {
    played.broken.push(`6: ${UNREADABLE_CALL} ran, though an unreadable row may say that it had`);
  }
  return played;
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no such conversation');
  return value;
}
