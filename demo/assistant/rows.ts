// The copy of the cart's lines on which the changes of a message are worked out.

import { type Item, isNamed, resolve } from './items.ts';
import { counted, joinWords } from './phrases.ts';
import type { Line, Row, State } from './state.ts';

export interface Rows {
  old: readonly Row[];
  /** The copy. */
  now: Row[];
  added: Row[];
}

export const isSame = (a: Line, b: Line): boolean => a.id === b.id && a.variant === b.variant;
export const live = ({ now }: Rows): Row[] => now.filter(({ quantity }) => quantity > 0);

export function labelOf({ products }: State, { id, variant }: Row, quantity: number): string {
  const { name = id, variants = ['', ''] } = products.get(id) ?? {};
  return counted(quantity, name, variants.length > 1 ? variant : null);
}
export const listOf = (state: State, rows: Rows): string =>
  joinWords(live(rows).map((row) => labelOf(state, row, row.quantity)));

export function put(rows: Rows, row: Row): void {
  const same = rows.now.find((one) => isSame(one, row));
  if (same) same.quantity += row.quantity;
  else rows.now.push({ ...row });
  rows.added.push(row);
}

/** The rows that an item means: named, pointed at, those that were changed last, or the only one. */
export function rowsOf(state: State, item: Item, rows: Rows): Row[] {
  const ids = isNamed(item) ? (item.products ?? resolve(item, state)).map(({ id }) => id) : null;
  const some = live(rows).filter(
    ({ id, variant }) =>
      (ids === null || ids.includes(id)) &&
      (item.colours[0] === undefined || variant === null || variant === item.colours[0]),
  );
  const last = some.filter((row) => state.changed.some((one) => isSame(one, row)));
  if (some.length <= 1) return some;
  if (item.isPlural) return last.length > 1 ? last : some;
  const one = last.at(-1);
  return one ? [one] : some.filter(({ id }) => id === state.focus?.id).slice(0, 1);
}
