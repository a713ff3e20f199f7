// A team's hours as an owner writes them: a line for each day, as 9:00-12:30, 13:30-17:00. Pure.

import type { PublicSiteState } from '../../gateway/desk-types.ts';

export type Hours = NonNullable<PublicSiteState['hours']>;
type Spans = Hours['days'][number];

/** From Monday on, as most weeks are written down; the gateway counts from Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?$/;

/** Undefined: it can't be read. An empty line: nobody is there. */
export function readSpans(line: string): Spans | undefined {
  const parts = line
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const spans = parts.map((part) => {
    const [begin, end, ...more] = part.split(/[-–—]/).map((time) => readTime(time.trim()));
    if (more.length > 0 || begin === undefined || end === undefined) return undefined;
    return begin < end && begin !== '24:00' ? { from: begin, until: end } : undefined;
  });
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

function readTime(text: string): string | undefined {
  const [, hours = '', minutes = '00'] = TIME.exec(text) ?? [];
  if (hours === '' || Number(minutes) > 59) return undefined;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return time <= '24:00' ? time : undefined;
}

export const writeSpans = (spans: Spans = []): string =>
  spans.map(({ from, until }) => `${from}–${until}`).join(', ');

/** Undefined: one of them is no day. */
export function readDays(text: string): string[] | undefined {
  const days = text.split(/[\s,;]+/).filter((day) => day !== '');
  const isDay = (day: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return days.every(isDay) ? [...new Set(days)].sort() : undefined;
}

/** The one of these time zones that a town's name means. */
export function zoneOfTown(words: string, zones: readonly string[]): string | undefined {
  const town = `/${words.trim().replaceAll(' ', '_')}`.toLowerCase();
  return zones.find((zone) => zone.toLowerCase().endsWith(town));
}
