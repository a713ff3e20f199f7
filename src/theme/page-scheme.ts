// Whether a page is light or dark: by the color-scheme that it declares, else by what stands behind a place on it.
// Knows nothing of the panel.

import type { Scheme } from './tokens.ts';

/** Relative luminance of a grey that is as far from white as from black, for the eye. */
const MIDDLE = 0.18;
/** Below this alpha what lies behind shows more than the colour itself. */
const OPAQUE = 128;

/**
 * Null: nothing tells, so the visitor's system does.
 * @param host the widget's own element, which doesn't count.
 * @param place a point of the window, in CSS pixels.
 */
export function readPageScheme(
  documentRef: Document,
  host: Element,
  place: { x: number; y: number },
): Scheme | null {
  const { documentElement, body } = documentRef;
  const declared = getComputedStyle(documentElement).colorScheme ?? '';
  const [isLight, isDark] = [/\blight\b/.test(declared), /\bdark\b/.test(declared)];
  if (isLight !== isDark) return isDark ? 'dark' : 'light';
  // The page has both, and the system chooses.
  if (isLight) return null;
  const behind = documentRef.elementsFromPoint(place.x, place.y).filter((one) => one !== host);
  for (const element of [...behind, body, documentElement]) {
    if (!element) continue;
    const style = getComputedStyle(element);
    const luminance = luminanceOf(style.backgroundColor, documentRef);
    if (luminance !== null) return luminance < MIDDLE ? 'dark' : 'light';
    // A picture or a gradient: who knows how bright it is there.
    if (style.backgroundImage !== 'none') return null;
  }
  // What no page has painted is white.
  return 'light';
}

/**
 * Calls with the page's scheme at once, and whenever it may have become another: other attributes on its root or body
 * (as theme switches set), or another system.
 * @returns a function that stops it.
 */
export function followPage(
  documentRef: Document,
  host: Element,
  place: () => { x: number; y: number },
  onScheme: (scheme: Scheme | null) => void,
): () => void {
  const look = (): void => onScheme(readPageScheme(documentRef, host, place()));
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
function luminanceOf(css: string, documentRef: Document): number | null {
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
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
