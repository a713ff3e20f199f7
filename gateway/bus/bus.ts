// The bus over some transport: batches what this process says, leaves out what it hears of itself, and notices where
// something may have been lost. And the bus of a process that is alone.

import { type Clock, createSystemClock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { readMessages, writeMessages } from './messages.ts';
import { createOutbox } from './outbox.ts';
import type { Bus, BusListener, Transport } from './types.ts';

/** In a row; then what waits goes with the next message. */
const MAX_FAILURES = 3;
/** For what still has to be said when the bus closes. */
const LAST_WORDS_MS = 2000;

/** For a gateway that nobody shares its database with, or whose operator wants no bus. */
export function createSilentBus(): Bus {
  return { isUp: false, send() {}, listen() {}, async close() {} };
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
  let isUp = false;
  let sending: Promise<void> | null = null;
  let isClosed = false;

  const bus: Bus = {
    get isUp() {
      return isUp;
    },
    send(message) {
      if (isClosed) return;
      outbox.add(message);
      if (!isUp || sending !== null) return;
      // What is said in the same breath goes along.
      sending = Promise.resolve().then(sendAll);
    },
    listen(given) {
      listener = given;
      transport.open({ onText, onUp, onDown });
    },
    async close() {
      isClosed = true;
      // Another process begins at once what this one hands over with its last words.
      if (sending !== null) await inTime(sending);
      isUp = false;
      await transport.close();
    },
  };
  return bus;

  function onText(text: string): void {
    const heard = readMessages(text);
    if (heard === null || heard.from === sender || isClosed) return;
    for (const message of heard.messages) {
      if (message.kind === 'gap') listener?.onGap();
      else listener?.onMessage(message);
    }
  }

  /** Both sides may have missed something by now: this process of the others, and the others of this one. */
  function onUp(): void {
    if (isClosed) return;
    isUp = true;
    outbox.takeAll();
    bus.send({ kind: 'gap' });
    listener?.onGap();
  }

  function onDown(): void {
    isUp = false;
  }

  async function sendAll(): Promise<void> {
    for (let failures = 0; isUp && failures < MAX_FAILURES; ) {
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
      const timer = clock.setTimeout(resolve, LAST_WORDS_MS);
      said.finally(() => {
        clock.clearTimeout(timer);
        resolve();
      });
    });
  }
}
