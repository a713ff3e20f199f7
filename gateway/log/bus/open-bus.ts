// Chooses the bus: Redis where REDIS_URL names one, else the database's own, else none.

import { type Clock, createSystemClock } from '../../kernel/clock.ts';
import { createIds, type Ids } from '../../kernel/ids.ts';
import { createBus, createSilentBus } from './bus.ts';
import { createPostgresTransport } from './postgres-transport.ts';
import { createRedisTransport } from './redis-transport.ts';
import type { Bus } from './types.ts';

export interface BusAddresses {
  /** redis://… */
  redisUrl?: string | undefined;
  /** postgres://…; undefined: the embedded database, which no other process can use. */
  databaseUrl?: string | undefined;
}

/** @returns a bus over Redis where there is an address of one, else over the PostgreSQL server; a silent one without a server */
export function openBus(
  { redisUrl, databaseUrl }: BusAddresses,
  clock: Clock = createSystemClock(),
  ids: Pick<Ids, 'hex'> = createIds(),
): Bus {
  if (databaseUrl === undefined) return createSilentBus();
  const transport =
    redisUrl === undefined
      ? createPostgresTransport(databaseUrl, clock)
      : createRedisTransport(redisUrl);
  return createBus(transport, ids);
}
