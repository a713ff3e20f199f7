// Counts in a Redis or Valkey. A key lives until its bucket is full.

import { createClient } from '@redis/client';
import { redisOptions } from '../redis-options.ts';
import { type Counts, costOf, latestOf, levelOf } from './counts.ts';

const PREFIX = 'bellhop:limit:';

// KEYS: the bucket; ARGV: now, cost, latest. Numbers go as text, since Redis would cut them to integers.
const SCRIPT = `
local now = tonumber(ARGV[1])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
if full > tonumber(ARGV[3]) then return { 0, string.format('%.4f', full) } end
full = math.max(now, full + tonumber(ARGV[2]))
local left = math.ceil(full - now)
if left > 0 then redis.call('SET', KEYS[1], string.format('%.4f', full), 'PX', string.format('%d', left))
else redis.call('DEL', KEYS[1]) end
return { 1, string.format('%.4f', full) }`;

/** @param redisUrl redis://…; undefined: null, and each process counts what the database doesn't. */
export function openCounts({ redisUrl }: { redisUrl?: string | undefined }): Counts | null {
  return redisUrl === undefined ? null : createRedisCounts(redisUrl);
}

function createRedisCounts(url: string): Counts {
  // A visitor isn't kept waiting for a Redis that is away.
  const client = createClient(redisOptions(url));
  // Without a listener an error would end the process; the client connects again by itself.
  client.on('error', () => {});
  client.connect().catch(() => {});
  return {
    store: 'redis',
    async take(take) {
      const reply = await client.eval(SCRIPT, {
        keys: [`${PREFIX}${take.key}`],
        arguments: [take.now, costOf(take), latestOf(take)].map(String),
      });
      if (!Array.isArray(reply)) throw new Error('Redis has not counted.');
      const [isTaken, fullAt] = reply;
      return { isTaken: isTaken === 1, level: levelOf(take, Number(fullAt)) };
    },
    async close() {
      client.destroy();
    },
  };
}
