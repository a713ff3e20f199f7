// With which browser, in which language and from which country a visitor writes: kept only for sites whose owner has switched it on.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

const MAX_BROWSER = 300;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,2}$/i;
const COUNTRY = /^[A-Z]{2}$/;

const device = z.object({
  browser: z.string().nullable(),
  language: z.string().nullable(),
  country: z.string().nullable(),
});
export type Device = z.output<typeof device>;

/** @param countryHeader in which the operator's proxy says the country; null: it says none */
export function deviceOf(headers: Headers, countryHeader: string | null): Device {
  const browser = headers.get('user-agent')?.slice(0, MAX_BROWSER) ?? null;
  const [language = ''] = (headers.get('accept-language') ?? '').split(/[,;]/);
  const country = countryHeader === null ? '' : (headers.get(countryHeader) ?? '').toUpperCase();
  return {
    browser,
    language: LANGUAGE.test(language.trim()) ? language.trim() : null,
    // XX and T1 are what proxies say of addresses in no country.
    country: COUNTRY.test(country) && country !== 'XX' ? country : null,
  };
}

/** Of the page load that opened the session last. */
export async function keepDevice(
  db: Queryable,
  sessionId: string,
  { browser, language, country }: Device,
  now: number,
): Promise<void> {
  await db.query(
    `INSERT INTO session_devices (session_id, browser, language, country, seen_at)
     SELECT session_id, $2, $3, $4, $5 FROM sessions WHERE session_id = $1
     ON CONFLICT (session_id) DO UPDATE SET browser = excluded.browser, language = excluded.language,
       country = excluded.country, seen_at = excluded.seen_at`,
    [sessionId, browser, language, country, now],
  );
}

const NOTHING: Device = { browser: null, language: null, country: null };

export async function readDevice(db: Queryable, sessionId: string): Promise<Device> {
  const [row] = await readRows(
    db,
    device,
    'SELECT browser, language, country FROM session_devices WHERE session_id = $1',
    [sessionId],
  );
  return row ?? NOTHING;
}

/** What was kept of a site's visitors. */
export async function forgetDevices(db: Queryable, clientId: string): Promise<void> {
  await db.query(
    `DELETE FROM session_devices d USING sessions s
      WHERE s.session_id = d.session_id AND s.client_id = $1`,
    [clientId],
  );
}
