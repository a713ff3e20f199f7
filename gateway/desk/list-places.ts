// A place in the list of conversations, which has sections with orders of their own: as a caller carries it from page to page.

import { invalid } from '../kernel/http-error.ts';

/** By what each order goes; the session's id decides between equals. */
export const ORDERS = {
  /** Longest waiting first. */
  waiting: { by: 'waiting_since', direction: 'ASC', mark: 'w' },
  newest: { by: 'message_at', direction: 'DESC', mark: 'n' },
  /** Due soonest first. */
  snoozed: { by: 'snoozed_until', direction: 'ASC', mark: 's' },
} as const;
export type Order = keyof typeof ORDERS;

/** A part of the list. */
export interface Section {
  order: Order;
  /** SQL over a session `s`. */
  where: string;
}

export interface Place {
  order: Order;
  at: number;
  id: string;
}

/** The section that the place is in, and those behind it. @throws HttpError 400 for a place of another list */
export function sectionFrom(sections: readonly Section[], place: Place | null): Section[] {
  const index = place === null ? 0 : sections.findIndex(({ order }) => order === place.order);
  if (index < 0) throw notHere();
  return sections.slice(index);
}

type Row = { session_id: string } & Record<(typeof ORDERS)[Order]['by'], number | null>;

export function writePlace({ order }: Section, row: Row): string {
  const { by, mark } = ORDERS[order];
  return Buffer.from(`${mark}${row[by] ?? 0} ${row.session_id}`).toString('base64url');
}

/** @throws HttpError 400 */
export function readPlace(text: string): Place {
  const [, mark, at, id] =
    /^([wns])(\d{1,15}) ([\w.:-]{1,200})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const order = (Object.keys(ORDERS) as Order[]).find((name) => ORDERS[name].mark === mark);
  if (order === undefined || at === undefined || id === undefined) throw notHere();
  return { order, at: Number(at), id };
}

const notHere = () => invalid('page is not a place in this list; begin it anew.');
