// Whether a press was meant for the button that it hit. A pointer is aimed at a place: it counts only where the buttons
// have stood still, in sight, for half a second, from before it went down until it came up. A key is aimed at the button
// that has the focus, which never lands here by itself: it counts once the buttons were in sight for as long.
// Looks at places only while buttons wait; knows nothing of what they do.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { document } from '../../dom/document.ts';
import type { Cover } from '../later/covered.tsx';
import type { ChatModel } from '../model/types.ts';

const STILL_FOR_MS = 500;
const LOOK_EVERY_MS = 100;
/** As often as the panel asks for its core: a part that can't be had is not asked for with each look. */
const FETCH_AGAIN_MS = 3000;
/** A button that is nearer than this to its old place hasn't moved: with zoom, a log that scrolls along rounds its offset. */
const SAME_PLACE_PX = 1;

export interface Aim {
  /** A pointer that goes down now would count. */
  isArmed: boolean;
  /** Whether this click counts. Ask once for each click. */
  isMeant(event: MouseEvent): boolean;
}

/**
 * @param buttons the element whose children are the buttons.
 * @param part how much of them must be in sight: a long list of answers may never be so by half.
 */
export function useAim(
  chat: Pick<ChatModel, 'tools' | 'log' | 'ports' | 'words' | 'announcer'>,
  buttons: { current: HTMLElement | null },
  part = 0.5,
): Aim {
  const [isArmed, setArmed] = useState(false);
  const now = useRef<(event: MouseEvent) => boolean>(() => false);
  // When another question appears or goes, this one has moved.
  const count = chat.tools.value.questions.length;
  useLayoutEffect(() => {
    const target = buttons.current;
    if (target === null) return;
    const { after } = chat.ports;
    let isInSight = false;
    let wasSeen = false;
    let isStill = false;
    let place: readonly number[] = [];
    /** The button on which a pointer went down while it counted. */
    let pressed: EventTarget | null = null;
    let cancelSeen: (() => void) | undefined;
    let cancelStill: (() => void) | undefined;
    let cancelLook: (() => void) | undefined;

    const arm = (isNow: boolean) => {
      isStill = isNow;
      setArmed(isNow);
    };
    /** Something has moved, or may have. */
    const moved = () => {
      cancelStill?.();
      pressed = null;
      place = placeOf(target);
      arm(false);
      cancelStill = isInSight
        ? after(STILL_FOR_MS, () => isUnmovedAsPainted() && arm(true))
        : undefined;
    };
    const isUnmoved = () => {
      const now = placeOf(target);
      const isNear = (at: number, index: number) =>
        Math.abs(at - (place[index] ?? Number.NaN)) < SAME_PLACE_PX;
      const isSame = now.length === place.length && now.every(isNear);
      if (!isSame) moved();
      return isSame;
    };
    /**
     * What has grown above moves the buttons until the log has followed, which is before it is painted: nobody sees that,
     * so the log follows first. Not so for a press: the browser has found its button where nobody has seen it.
     */
    const isUnmovedAsPainted = () => {
      chat.log.follow.holdCard();
      return isUnmoved();
    };
    const look = () => {
      isUnmovedAsPainted();
      cancelLook = after(LOOK_EVERY_MS, look);
    };
    const see = (isNow: boolean) => {
      isInSight = isNow;
      begin();
    };
    const begin = () => {
      cancelSeen?.();
      cancelLook?.();
      wasSeen = false;
      moved();
      if (!isInSight) return;
      cancelSeen = after(STILL_FOR_MS, () => {
        wasSeen = true;
      });
      cancelLook = after(LOOK_EVERY_MS, look);
    };
    const press = (event: Event) => {
      pressed = isStill && isUnmoved() ? (event.composedPath()[0] ?? null) : null;
    };
    now.current = (event) => {
      // A key press, or a click that assistive technology makes: it has no place on the screen.
      if (event.detail === 0) return wasSeen;
      const { currentTarget } = event;
      const isHit = pressed !== null && currentTarget === pressed && isUnmoved();
      pressed = null;
      return isHit;
    };

    const window = document.defaultView;
    const listening: [EventTarget | null | undefined, string, () => unknown][] = [
      // The visitor was looking at another window.
      [window, 'focus', begin],
      [document, 'visibilitychange', begin],
      // Also a scroll that only keeps them where they are, below something that has grown.
      [document, 'scroll', isUnmoved],
      [target.getRootNode(), 'scroll', isUnmoved],
      [window, 'resize', isUnmoved],
    ];
    // Caught on their way down, since scrolling doesn't bubble; the focus of the window itself only.
    const isOnTheWay = (type: string) => type === 'scroll';
    for (const [from, type, hear] of listening)
      from?.addEventListener(type, hear, isOnTheWay(type));
    target.addEventListener('pointerdown', press);
    const stopWatching = watchSight(chat, target, part, see);
    return () => {
      for (const [from, type, hear] of listening) {
        from?.removeEventListener(type, hear, isOnTheWay(type));
      }
      target.removeEventListener('pointerdown', press);
      stopWatching();
      for (const cancel of [cancelSeen, cancelStill, cancelLook]) cancel?.();
    };
  }, [count]);
  return { isArmed, isMeant: (event) => now.current(event) };
}

/**
 * Tells whether the buttons are in sight, with nothing drawn over them, as far as this browser can tell.
 * @returns how to stop watching.
 */
function watchSight(
  chat: Parameters<typeof useAim>[0],
  target: HTMLElement,
  part: number,
  see: (isNow: boolean) => void,
): () => void {
  if (typeof IntersectionObserver !== 'function') {
    see(true);
    return () => {};
  }
  let cancelAgain: (() => void) | undefined;
  let cover: Cover | undefined;
  let isFetching = false;
  let isOver = false;
  // All of the choices may be taller than a very small view; most of them are not. The last two aren't in every browser.
  const options = { threshold: part, trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const entry: (IntersectionObserverEntry & { isVisible?: boolean }) | undefined = entries.at(-1);
    const isThere = entry?.isIntersecting === true;
    const isCovered = isThere && entry.isVisible === false && !isDrawnThrough(target);
    see(isThere && !isCovered);
    cover?.hear(isCovered);
    cancelAgain?.();
    if (!isCovered) return;
    // A page on which nothing moves any more may never be told that what covered them is gone, so ask anew.
    cancelAgain = chat.ports.after(STILL_FOR_MS, observe);
    if (isFetching) return;
    isFetching = true;
    import('../later/covered.tsx').then(
      ({ startCover }) => {
        if (!isOver) cover = startCover(chat, target);
      },
      () =>
        chat.ports.after(FETCH_AGAIN_MS, () => {
          isFetching = false;
        }),
    );
  }, options);
  const observe = () => {
    observer.unobserve(target);
    observer.observe(target);
  };
  observe();
  return () => {
    isOver = true;
    cancelAgain?.();
    cover?.close();
    observer.disconnect();
  };
}

/** Of what is drawn half transparent, filtered or turned no browser says that nothing lies over it. */
function isDrawnThrough(target: Element): boolean {
  for (
    let at: Node | null = target;
    at !== null;
    at = at.parentNode ?? (at as ShadowRoot).host ?? null
  ) {
    if (!(at instanceof Element)) continue;
    const { opacity, filter, transform, mixBlendMode } = getComputedStyle(at);
    const isPlain = [opacity || '1', filter, transform, mixBlendMode].every((value) =>
      ['1', '', 'none', 'normal'].includes(value),
    );
    if (!isPlain) return true;
  }
  return false;
}

/** Where on the screen each button stands, and whether a pointer would reach it. By its middle: pressed, it shrinks. */
function placeOf(target: HTMLElement): number[] {
  const root = target.getRootNode() as Partial<DocumentOrShadowRoot>;
  const all: number[] = [];
  for (const button of target.children) {
    const { x, y, width, height } = button.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2] as const;
    const hit = root.elementFromPoint?.(...middle);
    all.push(...middle, hit === undefined || hit === button ? 0 : 1);
  }
  let view = document.defaultView;
  if (view) {
    const { screenX, screenY, devicePixelRatio, visualViewport: seen } = view;
    const { offsetLeft = 0, offsetTop = 0, width = 0, height = 0, scale = 1 } = seen ?? {};
    // A hundredth of zoom counts as a pixel.
    const zoom = [devicePixelRatio * 100, scale * 100];
    all.push(screenX, screenY, offsetLeft, offsetTop, width, height, ...zoom);
  }
  // Frames of this site around it move with their own pages.
  for (; view?.frameElement; view = view.parent as typeof view) {
    const { x, y } = view.frameElement.getBoundingClientRect();
    all.push(x, y);
  }
  return all;
}
