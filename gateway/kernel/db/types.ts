// The database as the gateway sees it. One SQL dialect (PostgreSQL's), two adapters: PGlite and pg.
// 64-bit integers come back as `number` where that is exact, else as `bigint`.

/** A database, a connection or a transaction: runs statements. */
export interface Queryable {
  /**
   * Runs one statement; values go in through `$1`, `$2`, … only. Its rows come as the driver made them: a caller that reads them
   * asks by `readRows`, one that only counts them by this.
   */
  query(sql: string, params?: readonly unknown[]): Promise<unknown[]>;
}

/** A database with transactions. It may be used by many callers at a time. */
export interface Db extends Queryable {
  /** True where no other process can use the same data: what a dead process left is then settled at once. */
  readonly isExclusive: boolean;
  /**
   * Runs `work` in one transaction: all or nothing. Inside it only `tx` may be used; a query on the Db
   * itself would wait for the transaction that waits for it.
   */
  transaction<T>(
    work: (tx: Queryable) => Promise<T>,
    options?: {
      /** Its statements may take as long as they like: it is no visitor's request. */
      isLong?: boolean;
    },
  ): Promise<T>;
  /**
   * What `work` asks of this database, as long as it hasn't ended, is one caller's: a few of its statements and transactions go
   * at a time, the others wait for each other instead of before everybody else's.
   */
  as<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs `work` on one connection, outside of a transaction and without a limit of time. */
  alone<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  /**
   * Takes deleted rows of these tables out of the files, too, and out of the log of writes. Where the files are this process's
   * alone: a server's operator does it there. Nobody else is served while one table is at work.
   */
  scrub?(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The key of `as` for what a session's visitor and its runs ask. */
export const callerOf = (sessionId: string): string => `session ${sessionId}`;

/** The database can't be reached: the request may succeed later, unchanged. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
  }
}

/** An ordered step of the schema. Never changed once released; a change is a new step. */
export interface Migration {
  id: string;
  statements?: readonly string[];
  /** Indexes of tables that are in use and may be big: a server makes them beside its writers, before the statements. */
  indexes?: readonly IndexOf[];
}

export interface IndexOf {
  name: string;
  /** The text after ON: table and columns. */
  on: string;
}
