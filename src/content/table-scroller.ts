// A table in a box that scrolls sideways, once the table is wider than the box and only then: a scroller is a layer of
// its own and a stop for the keyboard. Shades at its edges say on which side there is more.

import type { ContentContext } from './types.ts';

/** Less than this is no more than rounding. */
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

  /** By where the table stands in the box, which holds for either direction of writing. */
  function look(): void {
    const outer = box.getBoundingClientRect();
    const inner = table.getBoundingClientRect();
    box.classList.toggle('more-left', inner.left < outer.left - SLACK_PX);
    box.classList.toggle('more-right', inner.right > outer.right + SLACK_PX);
    // Not while it is hidden or taken away: then neither has a width.
    if (outer.width > 0) setWide(inner.width > outer.width + SLACK_PX);
  }

  if (typeof ResizeObserver !== 'function') {
    setWide(true);
    return;
  }
  box.addEventListener('scroll', look, { passive: true });
  const observer = new ResizeObserver(look);
  observer.observe(box);
  observer.observe(table);
}
