// Carries out each action of a schedule on its tab, the browser and the network, and notes what went on at that moment.

import type { TranscriptEntry } from '../../src/session/types.ts';
import type { VirtualClock } from '../doubles/virtual-clock.ts';
import type { Action, SessionName, ToolState } from './plan.ts';
import type { Conversation, Played, PlayedTab } from './played.ts';
import { createSends } from './sends.ts';
import type { Stage } from './stage.ts';
import { answer } from './visitor.ts';

export interface Acts {
  act(action: Action): void;
  /** Called when a journal row was written. True: the tab was killed by it. */
  strike(mine: PlayedTab, state: ToolState): boolean;
  /** Whether every request fails at once now. */
  isOut(): boolean;
}

/** A message of which no run shows. */
interface Coming {
  text: string;
  localId: string;
  isSent: boolean;
}

const MAX_CLOSED_MS = 20_000;
const SLOW_MS = 400;
const CLOCK_BACK_MS = 600_000;
/** How long a visitor waits for a run that can be stopped, and how often they look. */
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

  /** The visitor waits a while for a run, and presses Stop once it shows. */
  function pressStop(
    mine: PlayedTab,
    patienceMs = MAX_STOP_MS,
    pressedFirst = clock.monotonic(),
  ): void {
    if (!mine.tab.isAlive() || !mine.tab.page.isVisible()) return;
    const { run, entries } = mine.session.getSnapshot();
    // Every other visitor presses as soon as Stop is shown, before the run is.
    const isHasty = Math.floor(pressedFirst) % 2 === 0;
    if (run.state === 'idle' || (run.state === 'coming' && !isHasty)) {
      if (patienceMs <= 0) return;
      const again = (): void => pressStop(mine, patienceMs - STOP_LOOK_MS, pressedFirst);
      clock.setTimeout(again, STOP_LOOK_MS);
      return;
    }
    // An interrupt names no run: any message at the gateway may have begun the run that is shown, or the next one.
    const conversation = conversationOf(mine.sessionId);
    const { gateway, meant, crossing } = conversation;
    conversation.pressedAt = clock.monotonic();
    for (const { event } of gateway.rows()) if (event.type === 'user.message') meant.add(event.id);
    for (const { step, text, doneAt } of network.asked) {
      if (step === 'message' && doneAt === 0 && text !== undefined) crossing.add(text);
    }
    const coming = run.state === 'coming' ? comingOf(entries) : [];
    for (const { text } of coming) crossing.add(text);
    mine.stops.press(run.state === 'coming' ? coming.map(({ text }) => text) : null);
    // This Stop gives unsent messages back to the visitor.
    const unsent = coming.filter(({ isSent }) => !isSent);
    const { withdrawn } = conversation;
    for (const { localId } of unsent) {
      if (!withdrawn.has(localId)) withdrawn.set(localId, 'maybe');
    }
    conversation.openPresses += 1;
    void mine.session.interrupt().then((content) => {
      conversation.openPresses -= 1;
      const back = (content ?? []).map((block) => ('text' in block ? block.text : ''));
      const shown = new Set(
        mine.session
          .getSnapshot()
          .entries.flatMap((entry) => (entry.kind === 'user' ? (entry.localId ?? []) : [])),
      );
      // Two messages with the same text: each tab may get its own back, or, if a tab can't write, both tabs the same
      // one.
      const isBack = ({ localId }: Coming): boolean => withdrawn.get(localId) === 'yes';
      const candidates = [...unsent.filter((one) => !isBack(one)), ...unsent.filter(isBack)];
      for (const { localId, text } of candidates) {
        const index = shown.has(localId) ? -1 : back.indexOf(text);
        if (index < 0) continue;
        back.splice(index, 1);
        withdrawn.set(localId, 'yes');
      }
      // No press is open any more: a message that none has given back is still in the outbox.
      if (conversation.openPresses === 0) {
        for (const [localId, how] of withdrawn) if (how === 'maybe') withdrawn.delete(localId);
      }
      for (const text of back) conversation.broken.push(`4: "${text}" came back, and was not sent`);
    });
  }

  /** Messages of which no run shows. */
  function comingOf(entries: readonly TranscriptEntry[]): Coming[] {
    return entries.flatMap((entry) => {
      if (entry.kind !== 'user' || entry.localId === undefined) return [];
      const { localId, delivery, content } = entry;
      if (delivery.state === 'refused' || delivery.state === 'unconfirmed') return [];
      const isSent = delivery.state === 'sent';
      return content.flatMap((block) =>
        'text' in block ? [{ text: block.text, localId, isSent }] : [],
      );
    });
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
    played.acts.push(clock.monotonic());
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
        later(() => {
          played.acts.push(clock.monotonic());
          tab.page.goOnline();
        }, action.ms);
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
