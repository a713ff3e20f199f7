// Keeps what a visitor does in the chat from the page around it. A page that has shortcuts, that scrolls by a script of
// its own or that holds the focus in a modal sees the chat as one element that it doesn't know: it can't tell that
// somebody writes in it, and would take the keys, the wheel and the focus for itself.

const KEPT = ['keydown', 'keypress', 'keyup', 'wheel', 'touchmove'];
/**
 * Stopped before anybody hears of them: scripts that hold the focus in a modal listen while these events are on their
 * way down (jQuery does, for all of its `focusin`). Nothing in the panel listens to them.
 */
const FOCUS = ['focus', 'focusin'];

/**
 * No listener of the page hears of these events from the panel that `part` is in, except, of those in KEPT, one that
 * listens while they are captured. The widget's own on its host still hear those.
 * @returns a function that lets them out again.
 */
export function keepInside(part: Element): () => void {
  const panel = part.closest('.panel');
  const root = part.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : null;
  const keep = (event: Event): void => {
    if (event.composedPath().includes(panel as Element)) event.stopImmediatePropagation();
  };
  for (const type of KEPT) host?.addEventListener(type, keep, { passive: true });
  for (const type of FOCUS) addEventListener(type, keep, true);
  return () => {
    for (const type of KEPT) host?.removeEventListener(type, keep);
    for (const type of FOCUS) removeEventListener(type, keep, true);
  };
}
