// What each action of a schedule does to its tab, the browser and the network; and what was going on as it did.

import type { VirtualClock } from '../doubles/virtual-clock.ts';
import type { Action, SessionName, ToolState } from './plan.ts';
import type { Conversation, Played, PlayedTab } from './played.ts';
import { createSends } from './sends.ts';
import type { Stage } from './stage.ts';
import { answer } from './visitor.ts';

export interface Acts {
  act(action: Action): void;
  /** A journal row was written; true where its tab is dead now. */
  strike(mine: PlayedTab, state: ToolState): boolean;
  /** Every request fails at once. */
  isOut(): boolean;
}

const MAX_CLOSED_MS = 20_000;
const SLOW_MS = 400;
const CLOCK_BACK_MS = 600_000;
/** How long a visitor waits for something to stop, and how often they look. */
const MAX_STOP_MS = 5_000;
const STOP_LOOK_MS = 50;

export function createActs(parts: {
  played: Played;
  clock: VirtualClock;
  stage: () => Stage;
}): Acts {
  const { played, clock } = parts;
  const { browser, network, plan, conversations } = played;
  const strikes: Extract<Action, { kind: 'strike' }>[] = [];
  const sends = createSends(clock);
  let outages = 0;

  const alive = (slot: number): PlayedTab | undefined =>
    played.tabs.find((other) => other.slot === slot && other.tab.isAlive());

  const conversationOf = (session: SessionName): Conversation => {
    const found = conversations.get(session);
    if (found === undefined) throw new Error(`no conversation ${session}`);
    return found;
  };

  function moment(): string {
    for (const { gateway } of conversations.values()) {
      const isAsked = (step: string) =>
        network.asked.some(
          (asked) => asked.step === step && asked.status === 0 && !asked.isAborted,
        );
      if (gateway.isPaused()) {
        const runs = played.tabs.flatMap(({ runner }) => [...runner.getSnapshot().calls.values()]);
        const states = runs.map(({ status }) => status.state);
        if (isAsked('result')) return 'result';
        if (states.includes('running')) return 'tool';
        if (states.includes('asking')) return 'question';
        return 'pause';
      }
      if (isAsked('message')) return 'message';
      if (gateway.isRunning()) return 'run';
    }
    return 'idle';
  }

  /** A visitor presses Stop where there is one: waits a while for a run. */
  function pressStop(mine: PlayedTab, patienceMs = MAX_STOP_MS): void {
    if (!mine.tab.isAlive() || !mine.tab.page.isVisible()) return;
    const { run } = mine.session.getSnapshot();
    if (run.state === 'idle') {
      if (patienceMs <= 0) return;
      clock.setTimeout(() => pressStop(mine, patienceMs - STOP_LOOK_MS), STOP_LOOK_MS);
      return;
    }
    // Messages that are at the gateway can have begun the run that is shown, or the next: it names none.
    const conversation = conversationOf(mine.sessionId);
    const { gateway, meant, crossing } = conversation;
    conversation.pressedAt = clock.monotonic();
    for (const { event } of gateway.rows()) if (event.type === 'user.message') meant.add(event.id);
    for (const { step, text, doneAt } of network.asked) {
      if (step === 'message' && doneAt === 0 && text !== undefined) crossing.add(text);
    }
    mine.stops.press();
    void mine.session.interrupt();
  }

  function strike(mine: PlayedTab, state: ToolState): boolean {
    const armed = strikes.find((other) => other.state === state);
    if (armed === undefined) return false;
    strikes.splice(strikes.indexOf(armed), 1);
    const hit = (): void => {
      if (!mine.tab.isAlive()) return;
      note(`strike:${armed.how}`, state);
      if (armed.how === 'freeze') freeze(mine);
      else if (armed.how === 'clock') clock.jump(-CLOCK_BACK_MS);
      else {
        played.kills.set(state, (played.kills.get(state) ?? 0) + 1);
        if (armed.how === 'reload') parts.stage().leave(mine, mine.page, 150);
        else mine.tab.kill();
      }
    };
    if (armed.ms > 0 || armed.how === 'freeze' || armed.how === 'clock') {
      clock.setTimeout(hit, armed.ms);
      return false;
    }
    hit();
    return true;
  }

  const note = (what: string, when = moment()): void => {
    const key = `${what} @ ${when}`;
    played.met.set(key, (played.met.get(key) ?? 0) + 1);
  };

  function freeze(mine: PlayedTab): void {
    // The page may show another conversation by now.
    for (const other of played.tabs) if (other.tab === mine.tab) other.isFrozen = true;
    played.frozen.add(mine.tab);
    mine.tab.freeze();
  }

  function act(action: Action): void {
    const mine = alive(action.tab);
    if (action.kind === 'strike') {
      strikes.push(action);
      return;
    }
    if (action.kind === 'device') {
      conversationOf('s1').gateway.write(action.text);
      return;
    }
    note(action.kind);
    const later = (undo: () => void, ms: number): void => {
      clock.setTimeout(undo, ms);
    };
    if (mine === undefined) {
      if (['open', 'reload', 'page'].includes(action.kind)) {
        parts.stage().open(action.tab, 'page' in action ? action.page : 'shop', 's1');
      }
      return;
    }
    const { tab, runner } = mine;
    const isSeen = !mine.isFrozen;
    switch (action.kind) {
      case 'send':
        if (isSeen) sends.send(mine, conversationOf(mine.sessionId), action);
        break;
      case 'interrupt':
        pressStop(mine);
        break;
      case 'answer':
        if (isSeen) answer(runner, action.decision, conversationOf(mine.sessionId));
        break;
      case 'page':
        parts.stage().leave(mine, action.page, action.ms);
        break;
      case 'conversation':
        if (isSeen) parts.stage().enter(mine, action.session);
        break;
      case 'reload':
        parts.stage().leave(mine, mine.page, 0);
        break;
      case 'kill':
        tab.kill();
        break;
      case 'open':
        break;
      case 'hide':
        tab.page.hide();
        break;
      case 'show':
        tab.page.show();
        break;
      case 'freeze':
        if (isSeen) freeze(mine);
        break;
      case 'thaw':
        if (!isSeen) {
          mine.isFrozen = false;
          tab.thaw();
        }
        break;
      case 'offline':
        tab.page.goOffline();
        later(() => tab.page.goOnline(), action.ms);
        break;
      case 'online':
        tab.page.goOnline();
        break;
      case 'clock_jump':
        clock.jump(action.ms);
        break;
      case 'quota':
        browser.disk.quotaBytes = browser.disk.bytes() + 300;
        later(() => {
          browser.disk.quotaBytes = Number.POSITIVE_INFINITY;
        }, action.ms);
        break;
      case 'storage_closed':
        later(browser.disk.fail({ failure: 'closed' }), Math.min(action.ms, MAX_CLOSED_MS));
        break;
      case 'storage_slow':
        browser.disk.latencyMs = SLOW_MS;
        later(() => {
          browser.disk.latencyMs = plan.diskMs;
        }, action.ms);
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
        outages += 1;
        later(() => {
          outages -= 1;
        }, action.ms);
        break;
    }
  }

  return { act, strike, isOut: () => outages > 0 };
}
