// PostgreSQL's LISTEN and NOTIFY over two connections of their own: one that listens and asks nothing, one that speaks. Behind a
// pooler in transaction mode the first is deaf, and the second never lends it an ear by chance. A NOTIFY holds a lock of the
// whole server while it commits, so it is never part of a transaction that writes events, and all that waits goes in one statement.

import { Socket } from 'node:net';
import pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { Transport, TransportListener } from './types.ts';

const CHANNEL = 'bellhop';
/** NOTIFY takes less than 8,000 bytes. */
const MAX_BYTES = 7900;
const CONNECT_LIMIT_MS = 5000;
const STATEMENT_LIMIT_MS = 5000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

interface Connected {
  speaker: pg.Client;
  end(): void;
}

export function createPostgresTransport(connectionString: string, clock: Clock): Transport {
  let listener: TransportListener | null = null;
  let current: Connected | null = null;
  let retryMs = FIRST_RETRY_MS;
  let retry: number | undefined;
  let isClosed = false;

  return {
    maxBytes: MAX_BYTES,
    deafAdvice:
      'LISTEN hears nothing through DATABASE_URL, as behind a pooler in transaction mode (pgbouncer). Set REDIS_URL, or let DATABASE_URL name the server itself or a pool in session mode. Until then streams look into the database once a second, and show no previews of other processes.',
    open(given) {
      listener = given;
      connect();
    },
    async send(texts) {
      if (current === null) throw new Error('The bus is not connected.');
      await current.speaker.query('SELECT pg_notify($1, item) FROM unnest($2::text[]) AS item', [
        CHANNEL,
        [...texts],
      ]);
    },
    renew() {
      const last = current;
      // Else it is connecting already.
      if (last === null) return;
      current = null;
      last.end();
      connect();
    },
    async close() {
      isClosed = true;
      if (retry !== undefined) clock.clearTimeout(retry);
      const last = current;
      current = null;
      last?.end();
    },
  };

  async function connect(): Promise<void> {
    retry = undefined;
    let isOver = false;
    const open = [openClient(), openClient()] as const;
    const [hearer, speaker] = open.map(({ client }) => client) as [pg.Client, pg.Client];
    const connected: Connected = {
      speaker,
      end() {
        isOver = true;
        // Not asked to end: a server that was unplugged would never answer, and its socket stay open.
        for (const { socket } of open) socket.destroy();
      },
    };
    const onLost = () => {
      if (isOver) return;
      const wasUsed = current === connected;
      connected.end();
      if (wasUsed) {
        current = null;
        listener?.onDown();
      }
      retryLater();
    };
    for (const { client } of open) {
      client.on('error', onLost);
      client.on('end', onLost);
    }
    hearer.on('notification', ({ payload }) => {
      if (payload !== undefined && current === connected) listener?.onText(payload);
    });
    try {
      await Promise.all(open.map(({ client }) => client.connect()));
      await hearer.query(`LISTEN ${CHANNEL}`);
    } catch {
      onLost();
      return;
    }
    if (isClosed || isOver) {
      connected.end();
      return;
    }
    current = connected;
    retryMs = FIRST_RETRY_MS;
    listener?.onUp();
  }

  function openClient() {
    // Kept at hand: a connection that hangs can only be ended by its socket.
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: STATEMENT_LIMIT_MS,
      application_name: 'bellhop bus',
      stream: () => socket,
    });
    return { client, socket };
  }

  function retryLater(): void {
    if (isClosed) return;
    retry = clock.setTimeout(connect, retryMs);
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  }
}
