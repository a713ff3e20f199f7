// What makes a table scroll that is wider than its place, with the style of the shades that say so.

import { scrollTable } from '../../content/table-scroller.ts';
import { adopt } from '../adopt.ts';
import css from '../styles/table.css?inline';

export function watchTable(box: HTMLElement, table: HTMLElement, name: () => string): void {
  adopt(css)(box);
  scrollTable(box, table, name);
}
