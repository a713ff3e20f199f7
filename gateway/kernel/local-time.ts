// Times of day in a time zone. Pure.

const QUARTER_MS = 15 * 60_000;
const WEEK_QUARTERS = 8 * 24 * 4;
const FORMATS = new Map<string, Intl.DateTimeFormat>();

export interface LocalTime {
  /** 0: Sunday. */
  weekday: number;
  /** Since midnight. */
  minutes: number;
  /** 2026-12-24. */
  date: string;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** @param at Unix milliseconds */
export function localTime(at: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? 'Sun'),
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
    date: `${parts.year}-${parts.month}-${parts.day}`,
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  FORMATS.set(timeZone, made);
  return made;
}

/** Minutes since midnight. @param time as 22:00 */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Over midnight where it ends before it begins; never where both are the same. */
export function isBetween(minutes: number, from: number, until: number): boolean {
  return from <= until ? minutes >= from && minutes < until : minutes >= from || minutes < until;
}

/** The next time at which it is that time there, on a quarter of an hour. @param weekday null: on any day */
export function nextLocal(
  after: number,
  { timeZone, minutes, weekday }: { timeZone: string; minutes: number; weekday: number | null },
): number {
  let at = Math.floor(after / QUARTER_MS) * QUARTER_MS;
  for (let step = 0; step < WEEK_QUARTERS; step += 1) {
    at += QUARTER_MS;
    const local = localTime(at, timeZone);
    const isDay = weekday === null || local.weekday === weekday;
    // In a day whose clocks leap over that time: at the next quarter that there is.
    if (isDay && local.minutes >= minutes && local.minutes < minutes + 15) return at;
  }
  return at;
}
