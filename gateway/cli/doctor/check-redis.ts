// A Redis by which several gateways tell each other, where one is set.

import { createClient } from '@redis/client';
import type { Settings } from '../../cli.ts';
import { redisOptions } from '../../kernel/redis-options.ts';
import { type Finding, ok, problem } from './finding.ts';

export async function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  if (redisUrl === undefined) return [];
  const { host } = new URL(redisUrl);
  const options = redisOptions(redisUrl);
  const client = createClient({
    ...options,
    socket: { ...options.socket, reconnectStrategy: false },
  });
  // Told below, by what it rejects with.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return [ok('redis', `It answers at ${host}.`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      problem('redis', `It can’t be used at ${host}: ${reason}`, 'Start it, or correct REDIS_URL.'),
    ];
  } finally {
    client.destroy();
  }
}
