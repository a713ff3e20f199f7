// Whether this tab reads and sends now, as the page, the other tabs and the work at hand want it; and the mark that
// wakes the next page. Listens to facts, and starts and ends two others: the reader and the outbox; asks nothing itself.

import type { TimerId } from '../platform/types.ts';
import type { Backoff } from './backoff.ts';
import type { Busy } from './busy.ts';
import type { SessionContext } from './context.ts';
import { watch } from './facts.ts';
import type { Outbox } from './outbox.ts';
import type { Reader } from './reader.ts';
import type { TabChannel } from './tab-channel.ts';

const REMIND_MS = 5_000;
const REMIND_IDLE_MS = 30_000;

export interface LeaderRolePorts {
  context: SessionContext;
  backoff: Pick<Backoff, 'againMs' | 'tryAgain'>;
  busy: Pick<Busy, 'isBusy' | 'hasUnsent' | 'isUnfinished'>;
  channel: Pick<TabChannel, 'isLeader' | 'isAlone' | 'hello' | 'tell'>;
  reader: Pick<Reader, 'start' | 'stop'>;
  outbox: Pick<Outbox, 'work'>;
}

export function createLeaderRole(ports: LeaderRolePorts): void {
  const { context, busy, backoff, channel } = ports;
  const { page, status, rows, tools } = context.facts;
  const { clock, mark } = context.platform;
  let sending: AbortController | null = null;
  let reminder: TimerId | null = null;
  let isMarked: boolean | null = null;
  let trial: TimerId | null = null;

  /** Restored, and neither in the cache nor closed. */
  const isHere = (): boolean => status.value.isRestored && page.isHere();
  /** There is a session, and this is the tab that talks to the gateway. */
  const isTalking = (): boolean =>
    status.value.sessionId !== null && (channel.isLeader() || channel.isAlone());

  function work(isOn: boolean): void {
    if (isOn) ports.reader.start();
    else ports.reader.stop();
    if (isOn && sending === null) {
      sending = new AbortController();
      void ports.outbox.work(sending.signal);
    } else if (!isOn) {
      sending?.abort();
      sending = null;
    }
  }

  /** A frozen page misses messages of other tabs, so what matters is said again from time to time. */
  function remind(): void {
    if (reminder !== null) return;
    const delayMs = busy.hasUnsent() && !isTalking() ? REMIND_MS : REMIND_IDLE_MS;
    reminder = clock.setTimeout(() => {
      reminder = null;
      if (!isHere()) return;
      // Another tab may have stored something without a word, and be gone.
      if (isTalking()) void rows.look();
      else {
        if (busy.hasUnsent()) channel.tell({ type: 'rows' });
        rows.readUnsettled();
        channel.hello();
      }
      update();
    }, delayMs);
  }

  function tryLater(delayMs: number | null): void {
    if (trial !== null) clock.clearTimeout(trial);
    trial = delayMs === null ? null : clock.setTimeout(backoff.tryAgain, delayMs);
  }

  function setMark(isUnfinished: boolean): void {
    if (isUnfinished === isMarked) return;
    isMarked = isUnfinished;
    if (isUnfinished) mark.set();
    else if (!context.settings.keepMark()) mark.clear();
  }

  /** All that the facts say of what is to be done. */
  const plan = () => ({
    isAtWork: isHere() && isTalking() && page.isOnline() && (page.isVisible() || busy.isBusy()),
    isReminding: isHere() && (page.isVisible() || (!isTalking() && busy.hasUnsent())),
    isUnfinished: busy.isUnfinished(),
    // Only while the page is visible: a page that becomes visible tries by itself. Also in a tab that doesn't lead, since
    // each tab posts the results of its own tools.
    againMs: isHere() && page.isVisible() ? backoff.againMs() : null,
    // Whether storage can be used is no fact of its own, nor are the settings: when it changes, one of these does.
    rest: [rows.hasUnstored(), tools.value],
  });

  function update(): void {
    const { isAtWork, isReminding, isUnfinished, againMs } = plan();
    work(isAtWork);
    if (isReminding) remind();
    tryLater(againMs);
    setMark(isUnfinished);
  }

  watch(plan, update, page.end);
  page.hear((news) => {
    if (news !== 'gone') return;
    work(false);
    tryLater(null);
    if (reminder !== null) clock.clearTimeout(reminder);
    reminder = null;
  });
}
