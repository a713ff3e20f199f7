// The origins of a site: the websites on whose pages its visitors may chat. A browser says with each request which page makes it; a caller that is no
// browser can say anything, so this keeps a site's chat off other people's pages and is no wall against programs.

import { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import { readRows } from '../db/rows.ts';
import type { Queryable } from '../db/types.ts';
import { forbidden } from '../http-error.ts';

/** @param stored JSON: string[]; null: any. */
export function readOrigins(stored: string | null): string[] | null {
  return stored === null ? null : (JSON.parse(stored) as string[]);
}

const allowedOriginsRow = z.object({
  allowed_origins: z.string().nullable(),
});

/** @throws HttpError 403 for a visitor whose page isn't one of the site's. */
export async function requireSiteOrigin(
  db: Queryable,
  principal: Principal,
  clientId: string | null,
  headers: Headers,
): Promise<void> {
  const origin = headers.get('origin');
  if (principal.kind !== 'browser_session' || clientId === null || origin === null) return;
  const [site] = await readRows(
    db,
    allowedOriginsRow,
    'SELECT allowed_origins FROM sites WHERE client_id = $1',
    [clientId],
  );
  const allowed = readOrigins(site?.allowed_origins ?? null);
  if (allowed === null || allowed.includes(origin)) return;
  throw forbidden(
    `This site doesn’t take visitors from ${origin.slice(0, 200)}. Its owner adds origins on the desk's page “Sites”.`,
  );
}
