// Numbers, durations and times in a language, all by Intl; each formatter is made when first needed.

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_MS = 86_400_000;
/** Languages in which everybody writes "s" for seconds, though Intl's short form is another. */
const PLAIN_SECONDS = /^(en|nl|pl|da)\b/;
/** Languages that may have digits of their own. */
const OWN_DIGITS = /^(ar|fa)|-u-/;

export interface Formatters {
  number(value: number): string;
  /** Below ten seconds with one decimal ("1.2 s"), then whole seconds, minutes, hours. Never milliseconds. */
  duration(ms: number): string;
  /** Whole seconds, rounded up, for a countdown. */
  seconds(ms: number): string;
  /** A clock time, "14:05". Unix milliseconds. */
  time(at: number): string;
  /** "today", "yesterday", a weekday within a week, else a date. Both Unix milliseconds. */
  day(at: number, now: number): string;
  /** "2 hours ago" for -2; "yesterday", "now". */
  ago(value: number, unit: Intl.RelativeTimeFormatUnit): string;
  /** Nights between two times, both Unix milliseconds; negative where `from` is the later one. */
  daysBetween(from: number, to: number): number;
}

/** @param timeZone for tests; default: the visitor's. */
export function createFormatters(locale: string, timeZone?: string): Formatters {
  const numbers = new Map<string, Intl.NumberFormat>();
  const number = (value: number, options: Intl.NumberFormatOptions = {}): string => {
    const key = `${options.unit}${options.maximumFractionDigits}`;
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, format);
    return format.format(value);
  };
  const unit = (value: number, name: string, digits = 0): string =>
    number(value, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    });
  const second = (value: number, digits = 0): string =>
    PLAIN_SECONDS.test(locale)
      ? `${number(value, { maximumFractionDigits: digits })}\u00a0s`
      : unit(value, 'second', digits);
  const relativeOf = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const zone = timeZone === undefined ? {} : { timeZone };
  // A style, not parts of a time: for those the browser first reads all patterns of the language, for 10 ms more.
  const timeOf = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone }));
  const dateOf = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone }));
  const weekdayOf = once(() => new Intl.DateTimeFormat(locale, { weekday: 'long', ...zone }));
  const dayKeyOf = once(
    () =>
      new Intl.DateTimeFormat('en-CA', {
        calendar: 'iso8601',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        ...zone,
      }),
  );
  // Count calendar days, not spans of 24 hours: at 00:01, 23:59 was yesterday, even on the short day of a clock change.
  const dayNumber = (at: number) => Math.round(Number(new Date(dayKeyOf().format(at))) / DAY_MS);
  const daysBetween = (from: number, to: number) => dayNumber(to) - dayNumber(from);
  const ago = (value: number, name: Intl.RelativeTimeFormatUnit) =>
    relativeOf().format(value, name);

  return {
    // Skip Intl for a small whole number: the page's first number format takes 10 ms and more, and the visitor waits.
    number: (value) =>
      Number.isInteger(value) && value >= 0 && value < 1000 && !OWN_DIGITS.test(locale)
        ? `${value}`
        : number(value),
    duration(ms) {
      const seconds = Math.max(0, ms) / 1000;
      if (seconds < 9.95) return second(seconds, seconds < 0.05 ? 0 : 1);
      const whole = Math.round(seconds);
      if (whole < MINUTE_S) return second(whole);
      if (whole < HOUR_S) {
        const rest = whole % MINUTE_S;
        const minutes = unit(Math.floor(whole / MINUTE_S), 'minute');
        return rest === 0 ? minutes : `${minutes} ${second(rest)}`;
      }
      return unit(whole / HOUR_S, 'hour', 1);
    },
    seconds: (ms) => second(Math.max(0, Math.ceil(ms / 1000))),
    time: (at) => timeOf().format(at),
    day(at, now) {
      const days = daysBetween(at, now);
      if (days === 0 || days === 1) return ago(-days, 'day');
      return days > 1 && days < 7 ? weekdayOf().format(at) : dateOf().format(at);
    },
    ago,
    daysBetween,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
