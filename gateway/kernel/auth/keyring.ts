// The gateway's own signing secrets, kept in the database so that what they signed outlives a restart. Of each purpose two
// are valid at a time: a fresh one signs as soon as every process has heard of it, and what the one before it has signed is
// still taken. So a rotation ends nobody's session, and a second one ends what a leaked secret has signed.

import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { readRows } from '../db/rows.ts';
import { DatabaseUnavailable, type Queryable } from '../db/types.ts';

/** The purposes of signing secrets, as the operator's calls name them. */
export const PURPOSES = ['session_tokens', 'cursors', 'account_tokens'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const signingSecret = z.object({
  generation: z.number(),
  value: z.string(),
  /** Unix milliseconds; null: before there were rotations. */
  created_at: z.number().nullable(),
});
export type SigningSecret = z.output<typeof signingSecret>;

/** The secrets of one purpose: the newest sign, and those before it still verify. */
export interface Keyring {
  /** Those that are valid, the newest first: one or two. */
  secrets(): Promise<readonly SigningSecret[]>;
  /** The one to sign with. */
  signing(): Promise<SigningSecret>;
  /** Makes a new one. The one before it stays valid, an older one is gone. */
  rotate(): Promise<void>;
  /** Ends the older of two, before its time. */
  dropOlder(): Promise<void>;
}

/** How long another process may go on without having heard of a rotation. */
const FRESH_MS = 10_000;
/** So long a request waits for the database to say whether there was a rotation. */
const PATIENCE_MS = 1000;
/** A new secret signs after this time: the clocks of processes differ a little. */
const SIGNS_AFTER_MS = 2 * FRESH_MS;
const VALID = 2;

export interface KeyringParts {
  db: Queryable;
  clock: Clock;
  purpose: Purpose;
  /** Makes a fresh secret. */
  make: () => Promise<string>;
}

export function createKeyring({ db, clock, purpose, make }: KeyringParts): Keyring {
  type Known = readonly [SigningSecret, ...SigningSecret[]];
  let known: Known | null = null;
  let readAt = 0;
  let reading: { rows: Promise<Known>; begunAt: number } | null = null;

  const keyring: Keyring = {
    async secrets() {
      if (known !== null && clock.monotonic() - readAt < FRESH_MS) return known;
      const { rows, begunAt } = readOnce();
      if (known === null) return rows;
      // Tokens can be verified while the database is away, or says nothing.
      const last = known;
      const patience = begunAt + PATIENCE_MS - clock.monotonic();
      if (patience <= 0) return last;
      return new Promise<Known>((resolve, reject) => {
        const timer = clock.setTimeout(() => resolve(last), patience);
        rows
          .then(resolve, (error) => {
            if (error instanceof DatabaseUnavailable) resolve(last);
            else reject(error);
          })
          .finally(() => clock.clearTimeout(timer));
      });
    },
    async signing() {
      return signingOf(await keyring.secrets(), clock.now());
    },
    async rotate() {
      const [newest] = await readOrMake();
      await add(newest.generation + 1);
      await db.query('DELETE FROM signing_secrets WHERE purpose = $1 AND generation < $2', [
        purpose,
        newest.generation,
      ]);
      await readOrMake();
    },
    async dropOlder() {
      const [newest] = await readOrMake();
      await db.query('DELETE FROM signing_secrets WHERE purpose = $1 AND generation < $2', [
        purpose,
        newest.generation,
      ]);
      await readOrMake();
    },
  };
  return keyring;

  /** All who ask meanwhile share one read. */
  function readOnce(): { rows: Promise<Known>; begunAt: number } {
    if (reading !== null) return reading;
    const begun = { rows: readOrMake(), begunAt: clock.monotonic() };
    reading = begun;
    const end = () => {
      if (reading === begun) reading = null;
    };
    begun.rows.then(end, end);
    return begun;
  }

  async function readOrMake(): Promise<Known> {
    let rows = await read();
    if (rows.length === 0) {
      await add(1);
      rows = await read();
    }
    const [newest, ...older] = rows;
    if (newest === undefined) throw new Error(`The secret ${purpose} could not be stored.`);
    readAt = clock.monotonic();
    known = [newest, ...older];
    return known;
  }

  function read(): Promise<SigningSecret[]> {
    return readRows(
      db,
      signingSecret,
      `SELECT generation, value, created_at FROM signing_secrets WHERE purpose = $1
        ORDER BY generation DESC LIMIT ${VALID}`,
      [purpose],
    );
  }

  /** Two processes may do it at once: the first one's secret wins for both. */
  async function add(generation: number): Promise<void> {
    await db.query(
      `INSERT INTO signing_secrets (purpose, generation, value, created_at)
       VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [purpose, generation, await make(), clock.now()],
    );
  }
}

/** Which of one purpose's secrets signs now: the newest, unless another process may not have heard of it yet. */
export function signingOf<Secret extends Pick<SigningSecret, 'created_at'>>(
  secrets: readonly Secret[],
  now: number,
): Secret {
  const [newest, older] = secrets;
  if (newest === undefined) throw new Error('There is no signing secret.');
  const isKnownEverywhere = (newest.created_at ?? 0) + SIGNS_AFTER_MS <= now;
  return isKnownEverywhere || older === undefined ? newest : older;
}
