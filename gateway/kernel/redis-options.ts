// The options of the gateway's connections to Redis, for the bus and for limits alike.

const CONNECT_LIMIT_MS = 5_000;
const PING_MS = 5_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/**
 * @param url redis://…
 * @returns options for `createClient`: nothing waits for a Redis that is away, a connection on which even a ping has no answer
 * for 10 s is given up, and it is opened again by itself, every 5 s at most.
 */
export const redisOptions = (url: string) => ({
  url,
  disableOfflineQueue: true,
  pingInterval: PING_MS,
  socket: {
    connectTimeout: CONNECT_LIMIT_MS,
    socketTimeout: 2 * PING_MS,
    reconnectStrategy: (attempt: number) =>
      Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10)),
  },
});
