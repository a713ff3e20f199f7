// Writes the tokens as the text of one constructed style sheet. Components read `--b-…`. A page may set `--bellhop-…`
// of the same name on the element or above it, and its value wins: each `--b-…` is declared as var(--bellhop-…, …).

import {
  MOTION,
  PALETTES,
  type Palette,
  type Scheme,
  SHADOWS,
  SHAPE,
  SPACE_PX,
  TYPE,
} from './tokens.ts';

export interface ThemeChoice {
  theme: 'auto' | Scheme;
  /** The owner's CSS colour, or null for Bellhop's own. One that can't be read counts as null. */
  color: string | null;
  /** The page's colour behind the panel, where it is known. */
  ground?: string | null;
}

/** Turns the owner's colour and the page's ground into what is drawn otherwise than in the palette. Null: nothing is. */
export type ColorFitter = (
  css: string | null,
  scheme: Scheme,
  ground: string | null,
) => Partial<Palette> | null;

/** Computes about what `fitColor` finds, in CSS alone, for the moment until `fitColor` has been fetched. */
export const fitRoughly: ColorFitter = (css, scheme) => {
  const lch = (rest: string): string => `lch(from ${css} ${rest} h)`;
  if (css === null || !CSS.supports('color', lch('l c'))) return null;
  return {
    fill: lch('min(l,48 + max(0,(l - 57)*9e9)) c'),
    onFill: lch('calc((57 - l)*9e9) 0'),
    accent: lch(scheme === 'light' ? 'min(l,40) c' : 'max(l,70) c'),
    tint: lch(scheme === 'light' ? '95 min(c,6)' : '19 min(c,10)'),
  };
};

/** The CSS for `:host`. Put this sheet first: the later ones use its properties. */
export function buildThemeCss(choice: ThemeChoice, fitter: ColorFitter): string {
  const { theme } = choice;
  const constant = declare({
    ...TYPE,
    ...Object.fromEntries(SPACE_PX.map((px, index) => [`s${index + 1}`, `${px}px`])),
    ...SHAPE,
    ...MOTION,
  });
  const first: Scheme = theme === 'dark' ? 'dark' : 'light';
  const dark = `:host{${declareScheme('dark', choice, fitter)}}`;
  return [
    `:host{${constant}${declareScheme(first, choice, fitter)}}`,
    theme === 'auto' ? `@media (prefers-color-scheme:dark){${dark}}` : '',
    // The visitor's wish for less motion or more contrast overrides what the page has set.
    '@media (prefers-reduced-motion:reduce){:host{--b-press:0s;--b-fade:0s;--b-slide:0s;--b-travel:0px}}',
    '@media (prefers-contrast:more){:host{--b-muted:var(--b-ink);--b-outline:var(--b-ink);--b-line:var(--b-ink)}}',
  ].join('');
}

function declareScheme(
  scheme: Scheme,
  { color, ground = null }: ThemeChoice,
  fitter: ColorFitter,
): string {
  const shadows = SHADOWS[scheme];
  return `color-scheme:${scheme};${declare({
    ...PALETTES[scheme],
    ...fitter(color, scheme, ground),
    'shadow-launcher': shadows.launcher,
    'shadow-panel': shadows.panel,
  })}`;
}

function declare(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `--b-${key}:var(--bellhop-${key},${value});`;
    })
    .join('');
}
