// How long something still holds, in words: “in 7 days”.

import type { View } from '../view.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** @param at an ISO time that is to come */
export function untilWords(view: View, at: string): string {
  const { format } = view.texts.value;
  const hours = Math.round((Date.parse(at) - view.now.value) / HOUR_MS);
  return hours > DAY_HOURS
    ? format.ago(Math.round(hours / DAY_HOURS), 'day')
    : format.ago(Math.max(1, hours), 'hour');
}
