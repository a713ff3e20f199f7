// Keys that are pressed anywhere on the page, and the parts of it that a key leads to.

const TAKING = 'input, textarea, select, [contenteditable], [popover], dialog';
/** While one is open, keys are for it even before it has the focus. */
const OPEN = ':popover-open, dialog[open]';
const PLACES = { search: '.list .search input' } as const;

/** Ctrl K, or ⌘ K, anywhere. */
export function listenToPaletteKey(view: Window, onPress: () => void): void {
  view.addEventListener('keydown', (event) => {
    const isPalette =
      event.key.toLowerCase() === 'k' &&
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey;
    if (!isPalette) return;
    // A browser's own search.
    event.preventDefault();
    onPress();
  });
}

/** @param onPress @returns whether the key meant something: the browser then does nothing of its own with it */
export function listenToKeys(
  view: Window,
  onPress: (press: { key: string; hasModifier: boolean; isTaken: boolean }) => boolean,
): void {
  view.addEventListener('keydown', (event) => {
    const { target } = event;
    // What a menu that has just closed still holds the focus of takes no keys.
    const isInOne =
      target instanceof Element && target.closest(TAKING) !== null && target.checkVisibility();
    const isTaken = isInOne || view.document.querySelector(OPEN) !== null;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.isComposing || event.defaultPrevented) return;
    if (onPress({ key: event.key, hasModifier, isTaken })) event.preventDefault();
  });
}

export const reachableIn = (documentRef: Document) => ({
  focus: (what: keyof typeof PLACES) =>
    documentRef.querySelector<HTMLElement>(PLACES[what])?.focus(),
  openMenu: (what: string) => documentRef.getElementById(`open-${what}`)?.showPopover(),
});
