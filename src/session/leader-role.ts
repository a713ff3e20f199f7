// Whether this tab reads and sends now, as the page, the other tabs and the work at hand want it; and the mark that
// wakes the next page. Decides, and starts and stops others; asks nothing itself.

import type { Platform, TimerId } from '../platform/types.ts';
import type { Busy } from './busy.ts';

const REMIND_MS = 5_000;
const REMIND_IDLE_MS = 30_000;

export interface LeaderRolePorts {
  platform: Pick<Platform, 'clock' | 'page' | 'mark'>;
  /** Restored, and neither in the cache nor closed. */
  isHere(): boolean;
  /** There is a session, and this is the tab that talks to the gateway. */
  isTalking(): boolean;
  busy: Pick<Busy, 'isBusy' | 'hasUnsent' | 'isUnfinished'>;
  keepMark(): boolean;
  read(isOn: boolean): void;
  /** Sends for as long as the signal lasts. */
  send(signal: AbortSignal): void;
  /** Milliseconds until what stopped for want of credits is tried again; null: nothing has. */
  againMs(): number | null;
  tryAgain(): void;
  /** Says again to the other tabs what they may have missed. */
  remind(): void;
  /** Reads what another tab has stored without telling: that tab may be gone. */
  recheck(): void;
}

export interface LeaderRole {
  update(): void;
  /** Neither reads nor sends, until the next `update`. */
  rest(): void;
}

export function createLeaderRole(ports: LeaderRolePorts): LeaderRole {
  const { busy } = ports;
  const { clock, page, mark } = ports.platform;
  let sending: AbortController | null = null;
  let reminder: TimerId | null = null;
  let isMarked: boolean | null = null;
  let trial: TimerId | null = null;

  function work(isOn: boolean): void {
    ports.read(isOn);
    if (isOn && sending === null) {
      sending = new AbortController();
      ports.send(sending.signal);
    } else if (!isOn) {
      sending?.abort();
      sending = null;
    }
  }

  /** A frozen page misses messages of other tabs, so what matters is said again from time to time. */
  function remind(): void {
    if (reminder !== null) return;
    const isTalking = ports.isTalking();
    reminder = clock.setTimeout(
      () => {
        reminder = null;
        if (!ports.isHere()) return;
        if (ports.isTalking()) ports.recheck();
        else ports.remind();
      },
      busy.hasUnsent() && !isTalking ? REMIND_MS : REMIND_IDLE_MS,
    );
  }

  /**
   * Only while the page is visible: a page that becomes visible tries by itself. Also in a tab that doesn't lead, since
   * each tab posts the results of its own tools.
   */
  function tryLater(isHere: boolean): void {
    if (trial !== null) clock.clearTimeout(trial);
    const delayMs = isHere && page.isVisible() ? ports.againMs() : null;
    trial = delayMs === null ? null : clock.setTimeout(ports.tryAgain, delayMs);
  }

  function setMark(): void {
    const isUnfinished = busy.isUnfinished();
    if (isUnfinished === isMarked) return;
    isMarked = isUnfinished;
    if (isUnfinished) mark.set();
    else if (!ports.keepMark()) mark.clear();
  }

  return {
    update() {
      const isHere = ports.isHere();
      const isTalking = isHere && ports.isTalking();
      work(isTalking && page.isOnline() && (page.isVisible() || busy.isBusy()));
      if (isHere && (page.isVisible() || (!isTalking && busy.hasUnsent()))) remind();
      tryLater(isHere);
      setMark();
    },
    rest() {
      work(false);
      tryLater(false);
      if (reminder !== null) clock.clearTimeout(reminder);
      reminder = null;
    },
  };
}
