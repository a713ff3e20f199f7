// When a site's team is there: hours of each weekday in a time zone, and days on which nobody is. Pure, but for reading a site's.

import { z } from '@hono/zod-openapi';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { isTimeZone, localTime, minutesOf } from '../kernel/local-time.ts';

const MAX_SPANS = 3;
const MAX_HOLIDAYS = 200;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** Beyond it nobody is told when the team is back. */
const AHEAD_MS = 60 * 86_400_000;

const TIME = 'must be a time of day, such as 09:00';
const from = z.string({ error: TIME }).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: TIME });
const until = z
  .string({ error: TIME })
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: TIME });
const span = z
  .object({ from, until })
  .refine((value) => value.from < value.until, { error: 'must end after it begins' });
const ZONE = 'must be a time zone, such as Europe/Berlin';
const DAY = 'must be a day, such as 2026-12-24';

export const siteHours = z
  .object({
    time_zone: z
      .string({ error: ZONE })
      .max(64, { error: ZONE })
      .refine(isTimeZone, { error: ZONE }),
    /** Seven, from Sunday on. Empty: nobody is there on that day. */
    days: z
      .array(z.array(span).max(MAX_SPANS, { error: `must have at most ${MAX_SPANS} spans` }))
      .length(7, { error: 'must have seven days, from Sunday on' }),
    holidays: z
      .array(z.iso.date({ error: DAY }))
      .max(MAX_HOLIDAYS, { error: `must have at most ${MAX_HOLIDAYS} days` }),
  })
  .openapi('SiteHours');
export type SiteHours = z.output<typeof siteHours>;

/** Null where none are set, or what is stored fits no more. */
export function readHours(stored: string | null): SiteHours | null {
  if (stored === null) return null;
  const read = siteHours.safeParse(JSON.parse(stored));
  return read.success ? read.data : null;
}

export function isOpen({ time_zone, days, holidays }: SiteHours, at: number): boolean {
  const { weekday, minutes, date } = localTime(at, time_zone);
  if (holidays.includes(date)) return false;
  return (days[weekday] ?? []).some(
    ({ from: begin, until: end }) => minutes >= minutesOf(begin) && minutes < minutesOf(end),
  );
}

/** When the team is there again, in Unix milliseconds; null: not within two months. */
export function opensAt(hours: SiteHours, after: number): number | null {
  const { time_zone, days, holidays } = hours;
  for (
    let at = Math.floor(after / QUARTER_MS) * QUARTER_MS;
    at < after + AHEAD_MS;
    at += QUARTER_MS
  ) {
    const { weekday, minutes, date } = localTime(at, time_zone);
    if (holidays.includes(date)) continue;
    const begins = (days[weekday] ?? [])
      .map((one) => at + (minutesOf(one.from) - minutes) * MINUTE_MS)
      .filter((begin) => begin >= at && begin < at + QUARTER_MS && begin > after);
    if (begins.length > 0) return Math.min(...begins);
    // It begins in an hour that a change of clocks leaves out.
    if (at > after && isOpen(hours, at)) return at;
  }
  return null;
}

/** For an agent, which says it in its visitor's language: `Monday 2026-11-30 09:00 (Europe/Berlin)`. */
export function openingWords(hours: SiteHours, at: number): string {
  const { date, minutes } = localTime(at, hours.time_zone);
  const weekday = new Intl.DateTimeFormat('en', {
    weekday: 'long',
    timeZone: hours.time_zone,
  }).format(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${weekday} ${date} ${time} (${hours.time_zone})`;
}

/** Null: the team of that site is there now, or has set no hours. */
export async function findOpening(
  db: Queryable,
  clientId: string | null,
  now: number,
): Promise<string | null> {
  const [row] = await readRows(
    db,
    z.object({ hours: z.string().nullable() }),
    'SELECT hours FROM public_sites WHERE client_id = $1',
    [clientId],
  );
  const hours = readHours(row?.hours ?? null);
  if (hours === null || isOpen(hours, now)) return null;
  const at = opensAt(hours, now);
  return at === null ? null : openingWords(hours, at);
}
