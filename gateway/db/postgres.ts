// A PostgreSQL server, through pg's pool. A failed connection becomes DatabaseUnavailable; every other error is passed on.

import pg from 'pg';
import { DatabaseUnavailable, type Db, type Queryable } from './types.ts';

const INT8_OID = 20;
// Connection exceptions, operator intervention (shutdown, cannot connect now), too many connections.
const UNAVAILABLE_SQLSTATES = /^(08|57P0|53300)/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);

export async function openPostgres(connectionString: string): Promise<Db> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary'
          ? parseInt8
          : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {});

  return {
    isExclusive: false,
    query: (sql, params) => guard(() => run(pool, sql, params)),
    transaction: (work) =>
      guard(async () => {
        const client = await pool.connect();
        let broken: Error | undefined;
        // A connection that is lost between two queries says so by an event, which would end the process if nobody listened.
        const onLost = (error: Error) => {
          broken = error;
        };
        client.on('error', onLost);
        try {
          await client.query('BEGIN');
          const tx: Queryable = { query: (sql, params) => run(client, sql, params) };
          const result = await work(tx);
          await client.query('COMMIT');
          return result;
        } catch (error) {
          // A connection that can't even roll back is thrown away.
          await client.query('ROLLBACK').catch((failure: Error) => {
            broken = failure;
          });
          throw error;
        } finally {
          client.off('error', onLost);
          client.release(broken);
        }
      }),
    close: () => pool.end(),
  };
}

async function run<Row extends object>(
  target: Pick<pg.Pool, 'query'> | pg.PoolClient,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Row[]> {
  return (await target.query(sql, [...params])).rows as Row[];
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_SQLSTATES.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  // pg has no code for these three.
  return /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
    error.message,
  );
}

function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
