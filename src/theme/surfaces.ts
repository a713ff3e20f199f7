// The panel's surfaces and greys in the hue of what they belong to: the page's background where it is known, else the owner's
// colour. Each keeps about the lightness that it has in our palette, so that what can be read there can be read here; what
// can't after all moves until it can.

import {
  contrast,
  oklchToRgb,
  parseColor,
  type Rgb,
  rgbToOklch,
  shiftLightness,
  toHex,
} from './color.ts';
import { PALETTES, type Palette, type Scheme } from './tokens.ts';

/** The colours that text may stand on. */
export const SURFACES = ['canvas', 'raised', 'sunken', 'tint'] as const;

type Tinted = Pick<Palette, 'canvas' | 'raised' | 'sunken' | 'line' | 'outline' | 'muted' | 'ink'>;
type Text = Pick<Palette, 'ink' | 'muted' | 'ok' | 'warn' | 'danger' | 'outline'>;

/** How much of the tint's chroma each one takes. */
const CHROMA: Readonly<Record<Scheme, Readonly<Record<keyof Tinted, number>>>> = {
  light: { canvas: 0.5, raised: 0.2, sunken: 0.9, line: 1.2, outline: 1.4, muted: 1.4, ink: 1 },
  dark: { canvas: 1, raised: 1.1, sunken: 0.8, line: 1.4, outline: 1.4, muted: 0.9, ink: 0.4 },
};
/** Of a page's colour a panel takes at most this chroma; of the owner's, this part, and no more than OWNER_CHROMA. */
const PAGE_CHROMA = 0.02;
const OWNER_PART = 0.05;
const OWNER_CHROMA = 0.008;
/** Lightness of the canvas on a page whose own is known: a little above the page's. */
const LIGHTNESS: Readonly<Record<Scheme, { lift: number; least: number; most: number }>> = {
  light: { lift: 0.018, least: 0.975, most: 0.992 },
  dark: { lift: 0.02, least: 0.17, most: 0.24 },
};
/** Which side of the eye's middle a page's colour is on. */
const isOf = (scheme: Scheme, l: number): boolean => (scheme === 'dark' ? l < 0.55 : l > 0.75);

/** @param ground the page's colour behind the panel; one that doesn't suit the scheme counts as unknown. */
export function tintSurfaces(scheme: Scheme, owner: Rgb | null, ground: Rgb | null): Tinted | null {
  const palette = PALETTES[scheme];
  const page = ground && rgbToOklch(ground);
  const isKnown = page !== null && isOf(scheme, page.l);
  const own = owner && rgbToOklch(owner);
  if (!isKnown && !own) return null;
  const isGrey = !isKnown || page.c < 0.003;
  // A white page says nothing of a hue: the owner's colour does, or ours. On a grey one that is dark, ours would show.
  if (isGrey && !own && scheme === 'light') return null;
  const { h, c } = isGrey && own ? own : (page ?? { h: 0, c: 0 });
  const chroma = isGrey ? Math.min(c * OWNER_PART, OWNER_CHROMA) : Math.min(c, PAGE_CHROMA);
  const { lift, least, most } = LIGHTNESS[scheme];
  const before = lightnessOf(palette.canvas);
  const moved = isKnown ? Math.min(most, Math.max(least, page.l + lift)) - before : 0;
  const color = (role: keyof Tinted, l: number): string =>
    toHex(oklchToRgb({ l: Math.min(1, l), c: chroma * CHROMA[scheme][role], h }));
  const surface = (role: 'canvas' | 'raised' | 'sunken' | 'line' | 'outline') =>
    color(role, lightnessOf(palette[role]) + moved);
  return {
    canvas: surface('canvas'),
    // On a light page what is raised is nearly white, so that fields and cards stand out.
    raised: scheme === 'dark' ? surface('raised') : color('raised', lightnessOf(palette.raised)),
    sunken: surface('sunken'),
    line: surface('line'),
    outline: surface('outline'),
    muted: color('muted', lightnessOf(palette.muted)),
    ink: color('ink', lightnessOf(palette.ink)),
  };
}

/** Moves each text colour, and the edges of controls, until they have their contrast on every surface. */
export function keepContrast(palette: Palette, scheme: Scheme): Text {
  const grounds = SURFACES.map((name) => toRgb(palette[name]));
  const moved = (role: keyof Text, least: number): string =>
    toHex(
      shiftLightness(toRgb(palette[role]), scheme === 'dark', (candidate) =>
        grounds.every((one) => contrast(candidate, one) >= least),
      ),
    );
  return {
    ink: moved('ink', TEXT_CONTRAST),
    muted: moved('muted', TEXT_CONTRAST),
    ok: moved('ok', TEXT_CONTRAST),
    warn: moved('warn', TEXT_CONTRAST),
    danger: moved('danger', TEXT_CONTRAST),
    outline: moved('outline', EDGE_CONTRAST),
  };
}

/** WCAG AAA for text. */
export const TEXT_CONTRAST = 7;
/** WCAG 1.4.11 for the edges of controls. */
const EDGE_CONTRAST = 3;

export function toRgb(hex: string): Rgb {
  return parseColor(hex) ?? { r: 0, g: 0, b: 0, alpha: 1 };
}

const lightnessOf = (hex: string): number => rgbToOklch(toRgb(hex)).l;
