// A schedule while it is played in real time, without its tabs: the gateway's session and its log as it grows, the
// proxy with the planned faults, and what a visitor has meant. It carries out what happens outside of every tab, and
// lets a player's visitor settle until all is at rest. It doesn't know what a tab is.

import { parseEvents } from '../../../src/protocol/index.ts';
import { readRun } from '../../../src/session/run-state.ts';
import { createSeededRandom, type SeededRandom } from '../../doubles/seeded-random.ts';
import type { ModelEvent } from '../model-types.ts';
import type { StepName } from '../network-faults.ts';
import { createFaultProxy, type FaultProxy, type Heard, slowestCommit } from './fault-proxy.ts';
import type { GatewayWorld } from './gateway-world.ts';
import { isOnlyLate, measureLag } from './lag.ts';
import type { RealAction, RealPlan } from './plan.ts';

/** W in real time. The proxy delays a commit by much less. */
export const WINDOW_MS = 1_000;

/**
 * After the faults: how long nothing may happen while something is unsettled (a request that gets no reply takes 30 s, and
 * the next one for a result may be 45 s later), and how long settling may take in all.
 */
const STANDSTILL_MS = 80_000;
const REST_LIMIT_MS = 240_000;
/** After resting this long, late rows and second copies have had time to turn up. */
const REST_MS = 2_600;
const LOOK_MS = 150;
/** How long the faults go on while something is unsettled. */
const MORE_FAULTS_MS = 3_000;

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface Schedule {
  readonly plan: RealPlan;
  readonly sessionId: string;
  readonly proxy: FaultProxy;
  readonly random: SeededRandom;
  /** The log as it grows. */
  readonly live: readonly ModelEvent[];
  /** Texts that the visitor decided to send again. */
  readonly resent: Set<string>;
  /** Ids of the user events whose runs the visitor meant to stop. */
  readonly meant: Set<string>;
  /** Invariants found broken while the schedule is played. */
  readonly broken: Set<string>;
  /** How often each fault met each step, and how often each action was carried out. */
  readonly met: Record<string, number>;
  /** Carries out the plan's actions in their time: those of no tab itself, the others by `act`. */
  perform(act: (action: RealAction) => void | Promise<void>): Promise<void>;
  /** The visitor presses Stop: any run that is shown belongs to a message that is in the log now. */
  meanAll(): void;
  isRunning(): boolean;
  /** Lets the faults go on until all is quiet, or for some seconds. */
  outlast(isQuiet: () => boolean): Promise<void>;
  /** Settles as a visitor would until all is at rest, then judges. */
  settle(player: SettlingPlayer): Promise<string[]>;
  /** These findings prove nothing: a commit took longer than W, or the machine was too late to judge instants. */
  isExcused(broken: readonly string[], alsoTimed?: readonly RegExp[]): boolean;
  close(): Promise<void>;
}

export interface SettlingPlayer {
  /** The visitor looks at every tab, and does what is left to do. */
  settle(round: number): void | Promise<void>;
  isQuiet(): boolean;
  /** @param truth the whole log, as the list gives it. */
  judge(truth: readonly ModelEvent[], isSettled: boolean): string[] | Promise<string[]>;
  /** Whether the visitor has just done what may mend these findings. */
  mend?(broken: readonly string[]): Promise<boolean>;
}

export async function startSchedule(
  plan: RealPlan,
  world: GatewayWorld,
  onHeard?: (heard: Heard) => void,
): Promise<Schedule> {
  const random = createSeededRandom(`${plan.seed}/play`);
  const sessionId = await world.createSession(plan.script);
  const log = world.follow(sessionId);
  const live = log.events;
  const faults = new Map(plan.faults.map(({ step, nth, fault }) => [`${step}:${nth}`, fault]));
  const counts = new Map<StepName, number>();
  const met: Record<string, number> = {};
  const count = (name: string): void => {
    met[name] = (met[name] ?? 0) + 1;
  };
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
      count(`${heard.fault} × ${heard.step}`);
      onHeard?.(heard);
    },
  });
  const lag = measureLag();
  const meant = new Set<string>();
  const stateOfRun = () => readRun(parseEvents([...live])).state;

  /** What happens outside of every tab. False: something else. */
  function actOutside(action: RealAction): boolean {
    switch (action.kind) {
      case 'device':
        if (stateOfRun() !== 'paused') world.write(sessionId, action.text).catch(() => {});
        return true;
      case 'outage':
        proxy.goDown();
        setTimeout(() => proxy.comeUp(), action.ms);
        return true;
      case 'revoke':
        proxy.revoke();
        return true;
      default:
        return false;
    }
  }

  return {
    plan,
    sessionId,
    proxy,
    random,
    live,
    resent: new Set(),
    meant,
    broken: new Set(),
    met,
    async perform(act) {
      const startedAt = performance.now();
      for (const action of plan.actions) {
        const wait = action.at - (performance.now() - startedAt);
        if (wait > 0) await pause(wait);
        count(action.kind);
        if (!actOutside(action)) await act(action);
      }
    },
    meanAll() {
      for (const { type, id } of live) if (type === 'user.message') meant.add(id);
    },
    isRunning: () => stateOfRun() !== 'idle',
    async outlast(isQuiet) {
      const until = performance.now() + MORE_FAULTS_MS;
      while (!isQuiet() && performance.now() < until) await pause(100);
    },
    async settle(player) {
      const limit = performance.now() + REST_LIMIT_MS;
      let restedAt = performance.now();
      let movedAt = restedAt;
      let length = live.length;
      for (let round = 0; ; round++) {
        await pause(LOOK_MS);
        await player.settle(round);
        const now = performance.now();
        if (!player.isQuiet()) restedAt = now;
        if (live.length !== length) movedAt = now;
        length = live.length;
        const isSettled = now - restedAt >= REST_MS;
        const isOver = now > limit || now - movedAt > STANDSTILL_MS;
        if (!isSettled && !isOver) continue;
        const broken = await player.judge(await world.list(sessionId), isSettled);
        if (broken.length === 0 || isOver) return broken;
        if (await player.mend?.(broken)) {
          restedAt = performance.now();
          continue;
        }
        // Judge again only what time can still mend.
        const isHealing = broken.every(
          (line) => line.startsWith('16:') || line.includes('nobody says'),
        );
        if (!isHealing) return broken;
      }
    },
    isExcused: (broken, alsoTimed) =>
      slowestCommit(proxy.heard, WINDOW_MS) !== null || isOnlyLate(broken, lag, alsoTimed),
    async close() {
      lag.close();
      log.stop();
      await proxy.close();
    },
  };
}
