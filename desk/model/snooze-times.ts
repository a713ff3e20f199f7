// The times that one presses to put a conversation off. Pure; in the time zone of the browser.

const HOUR_MS = 3_600_000;
const MORNING = 9;
const MONDAY = 1;
/** Later than this, "later today" would be the night. */
const LAST_HOUR = 18;

export interface SnoozeTimes {
  /** In three hours, at the full hour; null in the evening. */
  later: number | null;
  tomorrow: number;
  /** Monday morning. */
  nextWeek: number;
}

/** @param now Unix milliseconds */
export function snoozeTimes(now: number): SnoozeTimes {
  const today = new Date(now);
  const hours = new Date(now + 3 * HOUR_MS);
  hours.setMinutes(0, 0, 0);
  const morningIn = (days: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, MORNING).getTime();
  const toMonday = (MONDAY - today.getDay() + 7) % 7 || 7;
  return {
    later: today.getHours() < LAST_HOUR ? hours.getTime() : null,
    tomorrow: morningIn(1),
    nextWeek: morningIn(toMonday),
  };
}
