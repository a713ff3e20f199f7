// What a page looks like where the panel stands: light or dark, by the color-scheme that it declares, else by what stands
// behind a place on it; and the colour that stands there. Knows nothing of the panel.

import type { Scheme } from './tokens.ts';

/** Relative luminance of a grey that is as far from white as from black, for the eye. */
const MIDDLE = 0.18;
/** Below this alpha what lies behind shows more than the colour itself. */
const OPAQUE = 128;

export interface PageLook {
  /** Null: nothing tells, so the visitor's system does. */
  scheme: Scheme | null;
  /** The colour behind the place, "rgb(r g b)"; null over a picture, a gradient, or where no one has painted. */
  ground: string | null;
}

/**
 * @param host the widget's own element, which doesn't count.
 * @param place a point of the window, in CSS pixels.
 */
export function readPage(
  documentRef: Document,
  host: Element,
  place: { x: number; y: number },
): PageLook {
  const behind = findGround(documentRef, host, place);
  return {
    scheme: readScheme(documentRef, behind),
    ground: behind === 'picture' ? null : (behind?.css ?? null),
  };
}

function readScheme(documentRef: Document, behind: Ground | 'picture' | null): Scheme | null {
  const declared = getComputedStyle(documentRef.documentElement).colorScheme ?? '';
  const [isLight, isDark] = [/\blight\b/.test(declared), /\bdark\b/.test(declared)];
  if (isLight !== isDark) return isDark ? 'dark' : 'light';
  // The page has both, and the system chooses.
  if (isLight) return null;
  // A picture or a gradient: who knows how bright it is there.
  if (behind === 'picture') return null;
  // What no page has painted is white.
  return behind !== null && behind.luminance < MIDDLE ? 'dark' : 'light';
}

interface Ground {
  css: string;
  /** Relative, 0 to 1. */
  luminance: number;
}

/** The first opaque colour below the place. Null: none. */
function findGround(
  documentRef: Document,
  host: Element,
  place: { x: number; y: number },
): Ground | 'picture' | null {
  const { documentElement, body } = documentRef;
  const behind = documentRef.elementsFromPoint(place.x, place.y).filter((one) => one !== host);
  for (const element of [...behind, body, documentElement]) {
    if (!element) continue;
    const style = getComputedStyle(element);
    const ground = readColor(style.backgroundColor, documentRef);
    if (ground) return ground;
    if (style.backgroundImage !== 'none') return 'picture';
  }
  return null;
}

/**
 * Calls with the page's look at once, and whenever it has become another: looks again after other attributes on its root or body
 * (as theme switches set), or another system.
 * @returns a function that stops it.
 */
export function followPage(
  documentRef: Document,
  host: Element,
  place: () => { x: number; y: number },
  onLook: (look: PageLook) => void,
): () => void {
  let last: PageLook | null = null;
  const look = (): void => {
    const now = readPage(documentRef, host, place());
    if (last?.scheme === now.scheme && last.ground === now.ground) return;
    last = now;
    onLook(now);
  };
  const observer = new MutationObserver(look);
  for (const element of [documentRef.documentElement, documentRef.body]) {
    if (element) observer.observe(element, { attributes: true });
  }
  const system = documentRef.defaultView?.matchMedia('(prefers-color-scheme: dark)');
  system?.addEventListener('change', look);
  // A page that fades from one look to the other is told from its end.
  documentRef.documentElement.addEventListener('transitionend', look);
  look();
  return () => {
    observer.disconnect();
    system?.removeEventListener('change', look);
    documentRef.documentElement.removeEventListener('transitionend', look);
  };
}

/** Null: (nearly) transparent, or no colour. */
function readColor(css: string, documentRef: Document): Ground | null {
  const canvas = documentRef.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return null;
  pen.fillStyle = css;
  pen.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
  if (alpha < OPAQUE) return null;
  const linear = (channel: number): number => (channel / 255) ** 2.2;
  return {
    css: `rgb(${r} ${g} ${b})`,
    luminance: 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b),
  };
}
