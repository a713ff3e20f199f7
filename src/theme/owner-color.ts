// The owner's one colour, made to fit: what stands on it and it as text always meet AA (4.5), on every
// surface, in both schemes. Where a colour can't, it gives way as little as it must.

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
import { INK_ON_FILL, PALETTES, type Scheme, SURFACES, WHITE_ON_FILL } from './tokens.ts';

const AA = 4.5;
/** Below this, darkening until white can stand on it would make another colour of it. */
const NEAR_AA = 3.5;
const STEP = 0.004;

export interface FittedColor {
  /** The colour of buttons, "#rrggbb"; the owner's own where it can be. */
  fill: string;
  /** Text and icons on `fill`. */
  onFill: string;
  /** The colour as text, links and focus ring. */
  accent: string;
  /** The visitor's bubble in this hue. */
  tint: string;
}

/** `fitColor` with a document's help for what only a browser can read. */
export function createFitter(documentRef: Document) {
  const resolve = createCanvasResolver(documentRef);
  return (css: string, scheme: Scheme): FittedColor | null => fitColor(css, scheme, resolve);
}

/** Null: not a CSS colour, or one that can't be seen. */
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

/** Moves the lightness by steps until the colour is good; black or white is the end of the way. */
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
