// Adjusts the owner's colour until text on it, and the colour as text on every surface, has a contrast of at least 4.5
// (WCAG AA) in both schemes. A colour that has enough stays as it is; another moves no further than it must.

import {
  type ColorResolver,
  contrast,
  createCanvasResolver,
  flatten,
  oklchToRgb,
  parseColor,
  type Rgb,
  rgbToOklch,
  toHex,
} from './color.ts';
import { PALETTES, type Scheme } from './tokens.ts';

/** The colours that text may stand on. */
export const SURFACES = ['canvas', 'raised', 'sunken', 'tint'] as const;

/** Text on a bright fill. */
const INK_ON_FILL = '#101418';
const WHITE_ON_FILL = '#ffffff';

const AA = 4.5;
/** Below this contrast with white a fill gets dark text: darkened for white text, it would be another colour. */
const NEAR_AA = 3.5;
const STEP = 0.004;

export interface FittedColor {
  /** The colour of buttons, "#rrggbb"; the owner's own if text can stand on it. */
  fill: string;
  /** Text and icons on `fill`. */
  onFill: string;
  /** The colour as text, links and focus ring. */
  accent: string;
  /** The visitor's bubble in this hue. */
  tint: string;
}

/** `fitColor`, with a canvas of this document for notations that only a browser can read. */
export function createFitter(documentRef: Document) {
  const resolve = createCanvasResolver(documentRef);
  return (css: string, scheme: Scheme): FittedColor | null => fitColor(css, scheme, resolve);
}

/** Null: not a CSS colour, or a fully transparent one. */
export function fitColor(css: string, scheme: Scheme, resolve?: ColorResolver): FittedColor | null {
  const palette = PALETTES[scheme];
  const parsed = parseColor(css, resolve);
  if (!parsed || parsed.alpha === 0) return null;
  const color = flatten(parsed, toRgb(palette.canvas));
  const { c, h } = rgbToOklch(color);
  const tint = toHex(
    oklchToRgb(
      scheme === 'light'
        ? { l: 0.955, c: Math.min(c, 0.03), h }
        : { l: 0.29, c: Math.min(c, 0.04), h },
    ),
  );
  const grounds = SURFACES.map((name) => toRgb(name === 'tint' ? tint : palette[name]));
  return { ...fitFill(color), accent: toHex(fitText(color, grounds, scheme)), tint };
}

function fitFill(color: Rgb): Pick<FittedColor, 'fill' | 'onFill'> {
  const white = toRgb(WHITE_ON_FILL);
  if (contrast(color, white) < NEAR_AA) return { fill: toHex(color), onFill: INK_ON_FILL };
  const fill = shift(color, -STEP, (candidate) => contrast(candidate, white) >= AA);
  return { fill: toHex(fill), onFill: WHITE_ON_FILL };
}

function fitText(color: Rgb, grounds: readonly Rgb[], scheme: Scheme): Rgb {
  return shift(color, scheme === 'light' ? -STEP : STEP, (candidate) =>
    grounds.every((ground) => contrast(candidate, ground) >= AA),
  );
}

/** Moves the lightness step by step until the colour is good, or black or white. */
function shift(color: Rgb, step: number, isGood: (candidate: Rgb) => boolean): Rgb {
  const lch = rgbToOklch(color);
  let candidate = color;
  for (let l = lch.l; !isGood(candidate) && l >= 0 && l <= 1; ) {
    l += step;
    candidate = oklchToRgb({ ...lch, l: Math.min(1, Math.max(0, l)) });
  }
  return candidate;
}

function toRgb(hex: string): Rgb {
  return parseColor(hex) ?? { r: 0, g: 0, b: 0, alpha: 1 };
}
