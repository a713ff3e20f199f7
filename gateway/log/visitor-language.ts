// The language of a visitor's browser, as it says it with each message. It stands in the message's origin, and goes with it.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

/** The language that a browser wants first, without its region: `de` of `de-AT,en;q=0.8`. */
export function readLanguage(headers: Headers): string | null {
  const [, language = null] =
    /^\s*([a-z]{2,3})(?![a-z])/i.exec(headers.get('accept-language') ?? '') ?? [];
  return language?.toLowerCase() ?? null;
}

const originRow = z.object({ origin: z.string() });

/** Of the newest message that has one; null: not known. */
export async function languageOf(db: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await readRows(
    db,
    originRow,
    `SELECT origin FROM events WHERE session_id = $1 AND type = 'user.message' AND origin IS NOT NULL
      ORDER BY seq DESC LIMIT 1`,
    [sessionId],
  );
  const found = z
    .object({ language: z.string().optional() })
    .safeParse(JSON.parse(row?.origin ?? '{}'));
  return found.data?.language ?? null;
}
