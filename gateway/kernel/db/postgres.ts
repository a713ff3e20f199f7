// A PostgreSQL server, through pg's pool. A failed connection becomes DatabaseUnavailable; every other error is passed on.
//
// A connection can die without a word (a failover, a firewall that forgets it). So everything has a limit: connecting, waiting for
// a connection, each statement, and on the server each transaction, since one that its client has lost would hold its locks.

import pg from 'pg';
import { shareFairly } from './fair.ts';
import { DatabaseUnavailable, type Db, type Queryable } from './types.ts';

const INT8_OID = 20;
// Connection exceptions, operator intervention (shutdown, cannot connect now, a limit of time), too many connections, a lock that
// nobody gives back, a transaction that its client has forgotten.
const UNAVAILABLE_SQLSTATES = /^(08|57P0|57014|53300|55P03|25P03)/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);

export interface PostgresLimits {
  /** Connections. */
  max: number;
  /** For connecting, and for waiting until a connection is free. */
  connectMs: number;
  /** For each statement. */
  statementMs: number;
  /** Sent first on each connection. */
  setting?: string;
}

/** Without what compiles a plan: that takes longer than any statement here, and the search's plans look dear enough for it. */
const LIMITS: PostgresLimits = {
  max: 10,
  connectMs: 3000,
  statementMs: 8000,
  setting: 'SET jit = off',
};
const KEEP_ALIVE_MS = 5000;
/** One caller has a connection of so many. */
const SHARE = 4;

/** @param limits of the connections that visitors' requests use; reports have others. */
export async function openPostgres(
  connectionString: string,
  limits: PostgresLimits = LIMITS,
): Promise<Db> {
  let pool = openPool(connectionString, limits);
  const { statementMs } = limits;
  // LOCAL, and not as the connection is opened: a pooler in between hands connections to others after each transaction.
  const begin = `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${statementMs};
    SET LOCAL idle_in_transaction_session_timeout = ${2 * statementMs}`;

  const shared: Omit<Db, 'as'> = {
    isExclusive: false,
    query: (sql, params) => {
      const used = pool;
      return guard(
        () => run(used, sql, params),
        () => distrust(used),
      );
    },
    transaction: (work, { isLong = false } = {}) => {
      const used = pool;
      return guard(
        () =>
          // A connection of its own, since one of the pool gives up on a long statement.
          isLong
            ? alone(connectionString, (client) => inTransaction(client, 'BEGIN', work))
            : withClient(used, (client) => inTransaction(client, begin, work)),
        () => distrust(used),
      );
    },
    alone: (work) => guard(() => alone(connectionString, (client) => work(queryableOf(client)))),
    close: () => pool.end(),
  };
  return shareFairly(shared, { width: Math.max(1, Math.floor(limits.max / SHARE)) });

  /** Where one connection has died silently the others have as well, and each would cost somebody the same time. */
  function distrust(used: pg.Pool): void {
    if (used !== pool) return;
    pool = openPool(connectionString, limits);
    used.end().catch(() => {});
  }
}

function openPool(
  connectionString: string,
  { max, connectMs, statementMs, setting }: PostgresLimits,
) {
  const pool = new pg.Pool({
    ...connectionOf(connectionString),
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    ...(setting === undefined ? {} : { verify: sendFirst(setting) }),
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {});
  return pool;
}

/** pg's pool calls it with each fresh connection, before anybody gets that. */
const sendFirst =
  (setting: string) =>
  (client: pg.ClientBase, done: (error?: Error) => void): void => {
    client.query(setting).then(
      () => done(),
      (error: Error) => done(error),
    );
  };

const connectionOf = (connectionString: string) => ({
  connectionString,
  application_name: 'bellhop gateway',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID && format !== 'binary'
        ? parseInt8
        : pg.types.getTypeParser(oid, format as 'text'),
  },
});

/** One connection that has no limit of time: for what is known to take long. */
async function alone<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connectionOf(connectionString),
    connectionTimeoutMillis: LIMITS.connectMs,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.end().catch(() => {});
  }
}

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is lost between two queries says so by an event, which would end the process if nobody listened.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    return await work(client);
  } catch (error) {
    // One that can't even roll back is thrown away.
    if (error instanceof NotRolledBack) broken = error;
    throw error instanceof NotRolledBack ? error.cause : error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

class NotRolledBack extends Error {}

async function inTransaction<T>(
  client: pg.ClientBase,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  try {
    await client.query(begin);
    const result = await work(queryableOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // After a silence another statement would only wait as long once more.
    if (isSilence(error)) throw new NotRolledBack('', { cause: error });
    await client.query('ROLLBACK').catch(() => {
      throw new NotRolledBack('', { cause: error });
    });
    throw error;
  }
}

const queryableOf = (client: pg.ClientBase): Queryable => ({
  query: (sql, params) => run(client, sql, params),
});

async function run(
  target: Pick<pg.Pool, 'query'> | pg.ClientBase,
  sql: string,
  params: readonly unknown[] = [],
): Promise<unknown[]> {
  return (await target.query(sql, [...params])).rows;
}

async function guard<T>(work: () => Promise<T>, onSilence: () => void = () => {}): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = thrown instanceof NotRolledBack ? thrown.cause : thrown;
    if (isSilence(error)) onSilence();
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  }
}

/** pg has no code for a statement that was not answered in time. */
const isSilence = (error: unknown) =>
  error instanceof Error && /Query read timeout/.test(error.message);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_SQLSTATES.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  // Nor for these.
  return (
    isSilence(error) ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|Cannot use a pool after/.test(
      error.message,
    )
  );
}

function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
