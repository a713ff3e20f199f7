// What the panel is coloured with on this page: the owner's colour, adjusted until text on it, and the colour as text on every
// surface, has a contrast of at least 4.5 (WCAG AA), and the surfaces that suit it and the page (surfaces.ts). A colour that has
// enough stays as it is; another moves no further than it must.

import {
  type ColorResolver,
  contrast,
  createCanvasResolver,
  flatten,
  oklchToRgb,
  parseColor,
  type Rgb,
  rgbToOklch,
  shiftLightness,
  toHex,
} from './color.ts';
import { keepContrast, SURFACES, TEXT_CONTRAST, tintSurfaces, toRgb } from './surfaces.ts';
import { PALETTES, type Palette, type Scheme } from './tokens.ts';

/** Text on a bright fill. */
const INK_ON_FILL = '#101418';
const WHITE_ON_FILL = '#ffffff';

const AA = 4.5;
/** Below this contrast with white a fill gets dark text: darkened for white text, it would be another colour. */
const NEAR_AA = 3.5;

/** `fitColor`, with a canvas of this document for notations that only a browser can read. */
export function createFitter(documentRef: Document) {
  const resolve = createCanvasResolver(documentRef);
  return (css: string | null, scheme: Scheme, ground: string | null): Palette | null =>
    fitColor(css, scheme, ground, resolve);
}

/**
 * @param css the owner's colour; null, not a colour or fully transparent: our own.
 * @param ground the page's colour behind the panel; null where it isn't known.
 * @returns null: the scheme's palette as it is.
 */
export function fitColor(
  css: string | null,
  scheme: Scheme,
  ground: string | null = null,
  resolve?: ColorResolver,
): Palette | null {
  const palette = PALETTES[scheme];
  const parsed = css === null ? null : parseColor(css, resolve);
  const color = parsed && parsed.alpha > 0 ? flatten(parsed, toRgb(palette.canvas)) : null;
  const surfaces = tintSurfaces(
    scheme,
    color,
    ground === null ? null : parseColor(ground, resolve),
  );
  if (!color && !surfaces) return null;
  const tinted = { ...palette, ...surfaces, ...(color && { tint: tintOf(color, scheme) }) };
  const readable: Palette = { ...tinted, ...keepContrast(tinted, scheme) };
  const grounds = SURFACES.map((name) => toRgb(readable[name]));
  const accent = fitText(
    color ?? toRgb(palette.accent),
    grounds,
    scheme,
    color ? AA : TEXT_CONTRAST,
  );
  return { ...readable, ...(color && fitFill(color)), accent: toHex(accent) };
}

function tintOf(color: Rgb, scheme: Scheme): string {
  const { c, h } = rgbToOklch(color);
  return toHex(
    oklchToRgb(
      scheme === 'light'
        ? { l: 0.955, c: Math.min(c, 0.03), h }
        : { l: 0.29, c: Math.min(c, 0.04), h },
    ),
  );
}

function fitFill(color: Rgb): Pick<Palette, 'fill' | 'onFill'> {
  const white = toRgb(WHITE_ON_FILL);
  if (contrast(color, white) < NEAR_AA) return { fill: toHex(color), onFill: INK_ON_FILL };
  const fill = shiftLightness(color, false, (candidate) => contrast(candidate, white) >= AA);
  return { fill: toHex(fill), onFill: WHITE_ON_FILL };
}

function fitText(color: Rgb, grounds: readonly Rgb[], scheme: Scheme, least: number): Rgb {
  return shiftLightness(color, scheme === 'dark', (candidate) =>
    grounds.every((ground) => contrast(candidate, ground) >= least),
  );
}
