// The bus over some transport: batches what this process says, leaves out what it hears of itself, notices where something may
// have been lost, and whether anything is heard at all. And the bus of a process that is alone.
//
//          connected: say an echo        heard in time
//   away ───────────────────────────▶ (waits) ─────────▶ up ── an echo each CHECK_MS ──▶ up
//    ▲                                   │ silence         │ silence: listen anew
//    └── connection lost ── any          ▼                 └──▶ away
//                                      deaf ── after DEAF_RETRY_MS: listen anew, say an echo

import { type Clock, createSystemClock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { readMessages, writeEcho, writeMessages } from './messages.ts';
import { createOutbox } from './outbox.ts';
import type { Bus, BusListener, BusState, Transport } from './types.ts';

/** In a row; then what waits goes with the next message. */
const MAX_FAILURES = 3;
/** For what still has to be said when the bus closes. */
const LAST_WORDS_MS = 2000;
/** How often a process asks whether it still hears itself. */
const CHECK_MS = 10_000;
/** How long its own words may take to come back, and the first connection to be made. */
const ECHO_LIMIT_MS = 5000;
/** Until one that hears nothing tries again: a pooler's setting doesn't change by itself. */
const DEAF_RETRY_MS = 30_000;

/** For a gateway that nobody shares its database with, or whose operator wants no bus. */
export function createSilentBus(): Bus {
  return { state: 'none', send() {}, listen() {}, async close() {} };
}

export function createBus(
  transport: Transport,
  ids: Pick<Ids, 'hex'>,
  clock: Clock = createSystemClock(),
): Bus {
  const sender = ids.hex(8);
  const outbox = createOutbox();
  let listener: BusListener | null = null;
  let sent = 0;
  let state: BusState = 'away';
  /** The state that the listener was told last. Null at the start, while the first connection is being made. */
  let told: BusState | null = null;
  let isConnected = false;
  /** Whether the last echo has left this process: without that, silence says nothing of listening. */
  let isSaid = false;
  let timer: number | undefined;
  let sending: Promise<void> | null = null;
  let isClosed = false;

  const bus: Bus = {
    get state() {
      return state;
    },
    send(message) {
      if (isClosed) return;
      outbox.add(message);
      if (state !== 'up' || sending !== null) return;
      // Messages sent in the same turn of the event loop go along.
      sending = Promise.resolve().then(sendAll);
    },
    listen(given) {
      listener = given;
      later(onSilence, ECHO_LIMIT_MS);
      transport.open({ onText, onUp: onConnected, onDown });
    },
    async close() {
      isClosed = true;
      clearTimer();
      // Another process begins at once what this one hands over with its last words.
      if (sending !== null) await inTime(sending);
      state = 'away';
      await transport.close();
    },
  };
  return bus;

  function onText(text: string): void {
    const heard = readMessages(text);
    if (heard === null || isClosed) return;
    if (heard.from === sender) {
      onEcho();
      return;
    }
    for (const message of heard.messages) {
      if (message.kind === 'gap') listener?.onGap();
      else listener?.onMessage(message);
    }
  }

  function onConnected(): void {
    if (isClosed) return;
    isConnected = true;
    ask();
  }

  function onDown(): void {
    isConnected = false;
    if (isClosed) return;
    // It connects again by itself, and asks then.
    if (state === 'up') become('away');
    later(onSilence, ECHO_LIMIT_MS);
  }

  function ask(): void {
    isSaid = false;
    sent += 1;
    later(onSilence, ECHO_LIMIT_MS);
    transport.send([writeEcho(sender, sent)]).then(
      () => {
        isSaid = true;
      },
      () => {},
    );
  }

  /** This process has heard itself. */
  function onEcho(): void {
    if (!isConnected) return;
    later(ask, CHECK_MS);
    if (state === 'up') return;
    become('up');
    // Both sides may have missed something by now: this process of the others, and the others of this one.
    outbox.takeAll();
    bus.send({ kind: 'gap' });
    listener?.onGap();
  }

  function onSilence(): void {
    if (!isConnected) {
      become('away');
    } else if (state === 'up' || !isSaid) {
      // The connection may have died without a word. A fresh one tells.
      become('away');
      renew();
    } else {
      become('deaf');
      later(renew, DEAF_RETRY_MS);
    }
  }

  function renew(): void {
    isConnected = false;
    later(onSilence, ECHO_LIMIT_MS);
    transport.renew();
  }

  function become(next: BusState): void {
    state = next;
    if (told === next) return;
    // Where all is well from the start there is nothing to say.
    const isNews = told !== null || next !== 'up';
    told = next;
    if (isNews) listener?.onState?.(next, next === 'deaf' ? transport.deafAdvice : '');
  }

  function later(work: () => void, ms: number): void {
    clearTimer();
    timer = clock.setTimeout(() => {
      timer = undefined;
      work();
    }, ms);
  }

  function clearTimer(): void {
    if (timer !== undefined) clock.clearTimeout(timer);
    timer = undefined;
  }

  async function sendAll(): Promise<void> {
    for (let failures = 0; isConnected && failures < MAX_FAILURES; ) {
      const messages = outbox.takeAll();
      if (messages.length === 0) break;
      const texts = writeMessages(messages, {
        sender,
        count: () => {
          sent += 1;
          return sent;
        },
        maxBytes: transport.maxBytes,
      });
      try {
        await transport.send(texts);
      } catch {
        // Others are told of a gap: by this message, or, where the connection is gone, once it is back.
        failures += 1;
        outbox.add({ kind: 'gap' });
      }
    }
    sending = null;
  }

  function inTime(said: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const waiting = clock.setTimeout(resolve, LAST_WORDS_MS);
      said.finally(() => {
        clock.clearTimeout(waiting);
        resolve();
      });
    });
  }
}
