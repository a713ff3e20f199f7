// Keeps what a visitor does in the chat from the page around it. A page that has shortcuts, that scrolls by a script of
// its own, that holds the focus in a modal or that wants nothing copied sees the chat as one element that it doesn't know:
// it can't tell that somebody reads and writes in it, and would take keys, wheel, focus and selection for itself.

import type * as MakeGood from './make-good.ts';

/** They go no further than the chat's own element. */
const KEPT = ['keydown', 'keypress', 'keyup', 'wheel', 'touchmove', 'beforeinput'].concat(
  'copy,cut,paste,contextmenu,selectstart,dragstart'.split(','),
);
/** The page may hear of them, but not refuse what the browser does then. */
const HEARD = ['mousedown', 'pointerdown', 'touchstart', 'click', 'drop', 'dragover'];
/**
 * Stopped before anybody hears of them: scripts that hold the focus in a modal listen while these events are on their
 * way down (jQuery does, for all of its `focusin`). Nothing in the panel listens to them.
 */
const FOCUS = ['focus', 'focusin'];

/**
 * Members of an event by which a listener takes it from others, or refuses what the browser does. Without a prototype: a
 * descriptor would take what it lacks from Object.prototype.
 */
const REFUSALS: PropertyDescriptorMap = Object.fromEntries([
  ...['preventDefault', 'stopPropagation', 'stopImmediatePropagation'].map((name) => [
    name,
    { __proto__: null, value() {}, configurable: true },
  ]),
  ...['returnValue', 'cancelBubble'].map((name) => [
    name,
    { __proto__: null, get: () => name === 'returnValue', set() {}, configurable: true },
  ]),
]);
/** A member that somebody has fixed on this event stays as it is: that is no fault. */
const cover = (event: Event): void => {
  for (const [name, member] of Object.entries(REFUSALS))
    Reflect.defineProperty(event, name, member);
};
const uncover = (event: Event): void => {
  for (const [name] of Object.entries(REFUSALS)) Reflect.deleteProperty(event, name);
};

/** What makes good. Fetched with the first sign that somebody will copy, cut or paste: each of these is heard before that. */
let good: typeof MakeGood | undefined;
const fetchOnSign = (event: Event): void => {
  const { type, ctrlKey, metaKey } = event as KeyboardEvent;
  if (!ctrlKey && !metaKey && !/^(select|contextm)/.test(type)) return;
  import('./make-good.ts').then(
    (it) => {
      good = it;
    },
    () => {},
  );
};

/**
 * No listener of the page hears of the KEPT events from the panel that `part` is in, except one that listens while they are
 * captured; and none refuses one of them or of the HEARD, or takes it from the panel. What holds for neither is a listener
 * on the window that captures and was there before this: it is heard first. What can be made good of that is.
 * @returns a function that lets them out again.
 */
export function keepInside(part: Element): () => void {
  const panel = part.closest('.panel');
  const root = part.getRootNode();
  if (!(root instanceof ShadowRoot)) return () => {};
  const { host } = root;
  // What a page draws in the thread is its own, but for the wheel: the log scrolls there too.
  const isInside = (event: Event) => {
    const path = event.composedPath();
    return (
      path.includes(panel as Element) &&
      (root.contains(path[0] as Node) || /^(wheel|touchm)/.test(event.type))
    );
  };
  const keep = (event: Event): void => {
    if (isInside(event)) event.stopImmediatePropagation();
  };
  const onWayDown = (event: Event): void => {
    if (!isInside(event)) return;
    fetchOnSign(event);
    if (event.defaultPrevented) good?.makeGood(event, root);
    cover(event);
  };
  const onWayUp = (event: Event): void => {
    if (isRefusedAnyway(event, host)) keep(event);
    else if (isInside(event)) cover(event);
  };
  const stops: (() => void)[] = [];
  const hear = (
    at: EventTarget,
    types: readonly string[],
    listener: (event: Event) => void,
    capture: boolean,
  ): void => {
    const how = { capture, passive: true };
    for (const type of types) at.addEventListener(type, listener, how);
    stops.push(() => {
      for (const type of types) at.removeEventListener(type, listener, how);
    });
  };
  hear(window, FOCUS, keep, true);
  hear(window, [...KEPT, ...HEARD], onWayDown, true);
  // The panel's own listeners find the event as the browser made it.
  hear(root, [...KEPT, ...HEARD], uncover, true);
  hear(host, KEPT, keep, false);
  hear(host, HEARD, onWayUp, false);
  return () => {
    for (const stop of stops) stop();
  };
}

/** A handler in an attribute (`onmousedown`) refuses by what it returns, which nothing but never being called prevents. */
function isRefusedAnyway(event: Event, host: Element): boolean {
  if (event.type !== 'mousedown') return false;
  const path = event.composedPath();
  return path.slice(path.indexOf(host)).some((node) => Boolean(Reflect.get(node, 'onmousedown')));
}
