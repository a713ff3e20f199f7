// Puts a table into a box that scrolls sideways, but only while the table is wider than the box, since a scroller costs
// a layer and is a stop for the keyboard. Shades at the edges tell on which side there is more.

import type { ContentContext } from './types.ts';

/** Differences up to this are rounding. */
const SLACK_PX = 1;

export function wrapTable(table: HTMLTableElement, { documentRef, words }: ContentContext): void {
  const box = documentRef.createElement('div');
  box.className = 'table';
  table.replaceWith(box);
  box.append(table);

  function setWide(isWide: boolean): void {
    if (box.hasAttribute('tabindex') === isWide) return;
    box.classList.toggle('is-wide', isWide);
    if (isWide) {
      box.tabIndex = 0;
      box.setAttribute('role', 'region');
      box.setAttribute('aria-label', words().table);
    } else for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
  }

  /** Compares the table's place with the box's, which works for both directions of writing. */
  function look(): void {
    const outer = box.getBoundingClientRect();
    const inner = table.getBoundingClientRect();
    box.classList.toggle('more-left', inner.left < outer.left - SLACK_PX);
    box.classList.toggle('more-right', inner.right > outer.right + SLACK_PX);
    // Skip while the box is hidden or removed: then neither has a width.
    if (outer.width > 0) setWide(inner.width > outer.width + SLACK_PX);
  }

  if (typeof ResizeObserver !== 'function') {
    setWide(true);
    return;
  }
  box.addEventListener('scroll', look);
  const observer = new ResizeObserver(look);
  observer.observe(box);
  observer.observe(table);
}
