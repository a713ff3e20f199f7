// Which tab talks to the gateway, and what the tabs tell each other. One leads (a Web Lock, or the lease that stands
// in for it); a hidden leader yields to a visible tab. Where tabs can't hear or read each other each works alone.
// Knows nothing of what is said.

import { signal } from '@preact/signals-core';
import type { Channel, Page, Platform } from '../platform/types.ts';
import { isRecord } from '../protocol/index.ts';

export interface TabsPorts {
  platform: Pick<Platform, 'locks' | 'openChannel'>;
  page: Pick<Page, 'isVisible'>;
  /** Distinguishes gateway, widget and session. */
  name: string;
  onLead(): void;
  onMessage(message: Record<string, unknown>): void;
  onWarning(reason: string): void;
}

export interface Tabs {
  /** Take part: queue for the lead, hear the others. Idempotent. */
  join(): void;
  /** Let go of everything: the page goes into the cache, or for good. */
  leave(): void;
  post(message: Record<string, unknown>): void;
  /** A fact. */
  isLeader(): boolean;
  /** This page became visible or hidden. */
  onVisibility(): void;
}

export function createTabs(ports: TabsPorts): Tabs {
  const { platform, page, name } = ports;
  let channel: Channel | null = null;
  let membership: AbortController | null = null;
  const isLeader = signal(false);
  let letGo: (() => void) | null = null;
  /** Ends the wait of a tab that has stepped back, and is refused the lock. */
  let comeBack: (() => void) | null = null;
  let hasYielded = false;

  function post(message: Record<string, unknown>): void {
    try {
      channel?.post(message);
    } catch {
      // A closed channel, or a value that can't be cloned: the others hear of it from storage or the gateway.
    }
  }

  /** Queues for the lead, again after each time that it has let go of it. */
  async function lead(signal: AbortSignal): Promise<void> {
    let isTold = false;
    while (!signal.aborted) {
      try {
        await platform.locks.request(`${name}:lead`, { signal }, () => hold(signal));
      } catch (error) {
        if (!isTold && !signal.aborted)
          ports.onWarning(`The browser refused a lock (${String(error)}). This tab works alone.`);
        isTold = true;
        // Having stepped back for a visible tab, it would take the lead away from that one.
        if (hasYielded && !signal.aborted) {
          await new Promise<void>((resolve) => {
            comeBack = resolve;
          });
        }
        await hold(signal);
      }
    }
  }

  /** Leads until `release`. */
  async function hold(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    isLeader.value = true;
    ports.onLead();
    post({ type: 'lead', isVisible: page.isVisible() });
    await released;
  }

  function release(): void {
    isLeader.value = false;
    letGo?.();
    letGo = null;
  }

  function shown(): void {
    hasYielded = false;
    comeBack?.();
    comeBack = null;
  }

  /** A visible tab asks a hidden leader to step back. */
  function askForLead(): void {
    if (!isLeader.peek() && page.isVisible()) post({ type: 'yield' });
  }

  return {
    join() {
      if (membership !== null) return;
      membership = new AbortController();
      channel = platform.openChannel?.(name) ?? null;
      channel?.subscribe((message) => {
        if (!isRecord(message)) return;
        if (message.type === 'yield') {
          if (isLeader.peek() && !page.isVisible()) {
            hasYielded = true;
            release();
          }
        } else {
          if (message.type === 'hidden' || (message.type === 'lead' && !message.isVisible)) {
            askForLead();
          }
          ports.onMessage(message);
        }
      });
      void lead(membership.signal);
      askForLead();
    },
    leave() {
      membership?.abort();
      membership = null;
      release();
      shown();
      channel?.close();
      channel = null;
    },
    post,
    isLeader: () => isLeader.value,
    onVisibility() {
      if (page.isVisible()) {
        shown();
        askForLead();
      } else if (isLeader.peek()) post({ type: 'hidden' });
    },
  };
}
