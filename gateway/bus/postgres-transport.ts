// PostgreSQL's LISTEN and NOTIFY over one connection of its own. A NOTIFY holds a lock of the whole server while it commits, so
// it is never part of a transaction that writes events, and all that waits goes in one statement.

import { Socket } from 'node:net';
import pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Transport, TransportListener } from './types.ts';

const CHANNEL = 'bellhop';
/** NOTIFY takes less than 8,000 bytes. */
const MAX_BYTES = 7900;
const CONNECT_LIMIT_MS = 5000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** How often a connection is asked whether it still lives, and how long it may take to say so. */
const PROBE_MS = 5000;

interface Connected {
  client: pg.Client;
  socket: Socket;
  probe: number | undefined;
}

export function createPostgresTransport(connectionString: string, clock: Clock): Transport {
  let listener: TransportListener | null = null;
  let current: Connected | null = null;
  let retryMs = FIRST_RETRY_MS;
  let retry: number | undefined;
  let isClosed = false;

  return {
    maxBytes: MAX_BYTES,
    open(given) {
      listener = given;
      connect();
    },
    async send(texts) {
      if (current === null) throw new Error('The bus is not connected.');
      await current.client.query('SELECT pg_notify($1, item) FROM unnest($2::text[]) AS item', [
        CHANNEL,
        [...texts],
      ]);
    },
    async close() {
      isClosed = true;
      if (retry !== undefined) clock.clearTimeout(retry);
      const last = current;
      current = null;
      if (last === null) return;
      if (last.probe !== undefined) clock.clearTimeout(last.probe);
      await last.client.end().catch(() => {});
      last.socket.destroy();
    },
  };

  async function connect(): Promise<void> {
    // Kept at hand: a connection that hangs can only be ended by its socket.
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      application_name: 'bellhop bus',
      stream: () => socket,
    });
    const connected: Connected = { client, socket, probe: undefined };
    const onLost = () => lost(connected);
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) listener?.onText(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      socket.destroy();
      retryLater();
      return;
    }
    if (isClosed) {
      socket.destroy();
      return;
    }
    current = connected;
    retryMs = FIRST_RETRY_MS;
    probeLater(connected);
    listener?.onUp();
  }

  function lost(connected: Connected): void {
    if (current !== connected) return;
    current = null;
    if (connected.probe !== undefined) clock.clearTimeout(connected.probe);
    connected.socket.destroy();
    listener?.onDown();
    retryLater();
  }

  function retryLater(): void {
    if (isClosed) return;
    retry = clock.setTimeout(connect, retryMs);
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  }

  /** A server that was unplugged closes nothing: without asking, nobody would ever know. */
  function probeLater(connected: Connected): void {
    connected.probe = clock.setTimeout(async () => {
      connected.probe = clock.setTimeout(() => lost(connected), PROBE_MS);
      const isAlive = await connected.client.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (current !== connected) return;
      clock.clearTimeout(connected.probe);
      if (isAlive) probeLater(connected);
      else lost(connected);
    }, PROBE_MS);
  }
}
