// The publish and subscribe of Redis or Valkey: for more processes, and more previews, than a database should carry.

import { createClient } from '@redis/client';
import { redisOptions } from '../../kernel/redis-options.ts';
import type { Transport, TransportListener } from './types.ts';

const CHANNEL = 'bellhop';
const MAX_BYTES = 256 * 1024;

export function createRedisTransport(url: string): Transport {
  // A text that can't be sent now is not kept: a process that misses it finds the news in the database.
  const options = redisOptions(url);
  const publisher = createClient(options);
  const subscriber = createClient(options);
  const ready = new Set<unknown>();
  let listener: TransportListener | null = null;
  let isAsked = false;
  let isClosed = false;

  return {
    maxBytes: MAX_BYTES,
    deafAdvice:
      'Nothing that is published in Redis comes back. Let REDIS_URL name a server, not a proxy without SUBSCRIBE, and let its user read the channel “bellhop”.',
    open(given) {
      listener = given;
      for (const client of [publisher, subscriber]) {
        client.on('ready', async () => {
          // Later connections subscribe again by themselves, before they are ready.
          if (client === subscriber && !isAsked) await subscribe();
          ready.add(client);
          if (ready.size === 2 && !isClosed) given.onUp();
        });
        // Without a listener an error would end the process; the client connects again by itself.
        client.on('error', () => {
          if (ready.delete(client)) given.onDown();
        });
        client.connect().catch(() => {});
      }
    },
    async send(texts) {
      await Promise.all(texts.map((text) => publisher.publish(CHANNEL, text)));
    },
    renew() {
      if (ready.size < 2) return;
      subscribe().then(() => {
        if (ready.size === 2 && !isClosed) listener?.onUp();
      });
    },
    async close() {
      isClosed = true;
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };

  /** Where it is refused, the bus finds that nothing comes back, and asks again later. */
  async function subscribe(): Promise<void> {
    isAsked = true;
    await subscriber.unsubscribe(CHANNEL).catch(() => {});
    await subscriber.subscribe(CHANNEL, (text) => listener?.onText(text)).catch(() => {});
  }
}
