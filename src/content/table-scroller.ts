// Puts a table into a box that scrolls sideways, but only while the table is wider than the box, since a scroller costs
// a layer and is a stop for the keyboard. Shades at the edges tell on which side there is more.

/** Differences up to this are rounding. */
const SLACK_PX = 1;

/** @param box around the table alone; `name` says what a screen reader calls it while it scrolls. */
export function scrollTable(box: HTMLElement, table: HTMLElement, name: () => string): void {
  function setWide(isWide: boolean): void {
    if (box.hasAttribute('tabindex') === isWide) return;
    box.classList.toggle('is-wide', isWide);
    if (isWide) {
      box.tabIndex = 0;
      box.setAttribute('role', 'region');
      box.setAttribute('aria-label', name());
    } else for (const gone of ['tabindex', 'role', 'aria-label']) box.removeAttribute(gone);
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
