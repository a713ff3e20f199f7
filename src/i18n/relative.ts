// How long ago something was, in words. Lists of earlier conversations say it, and they are fetched when they are opened.

import type { Formatters } from './format.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

/** "3 minutes ago". Both Unix milliseconds. */
export function relativeTime(format: Formatters, at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE_S) return format.ago(0, 'second');
  if (size < HOUR_S) return format.ago(Math.trunc(seconds / MINUTE_S), 'minute');
  if (size < 24 * HOUR_S) return format.ago(Math.trunc(seconds / HOUR_S), 'hour');
  return format.ago(-format.daysBetween(at, now), 'day');
}
