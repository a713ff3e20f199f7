// Whether it is a person's quiet time, by the clock of their device. Pure.

export interface Quiet {
  /** Times of day, as 22:00. */
  from: string;
  until: string;
}

/** Over midnight where it ends before it begins; never where both are the same. @param at Unix milliseconds */
export function isQuiet(quiet: Quiet | null, at: number): boolean {
  if (quiet === null) return false;
  const date = new Date(at);
  const now = date.getHours() * 60 + date.getMinutes();
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  return from <= until ? now >= from && now < until : now >= from || now < until;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
