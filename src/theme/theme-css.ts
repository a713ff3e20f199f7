// The tokens as the text of one constructed style sheet. Components read `--b-…`; a page may set
// `--bellhop-…` of the same name on the element or above it, and wins, since every private name asks first.

import type { ColorResolver } from './color.ts';
import { fitColor } from './owner-color.ts';
import { MOTION, PALETTES, type Scheme, SHADOWS, SHAPE, SPACE_PX, TYPE } from './tokens.ts';

export interface ThemeChoice {
  theme: 'auto' | Scheme;
  /** The owner's CSS colour, or null for Bellhop's own. One that can't be read counts as null. */
  color: string | null;
}

/** CSS for `:host`. Put it first: later sheets use it. */
export function buildThemeCss({ theme, color }: ThemeChoice, resolve?: ColorResolver): string {
  const constant = declare({
    ...TYPE,
    ...Object.fromEntries(SPACE_PX.map((px, index) => [`s${index + 1}`, `${px}px`])),
    ...SHAPE,
    ...MOTION,
  });
  const first: Scheme = theme === 'dark' ? 'dark' : 'light';
  const dark = `:host{${declareScheme('dark', color, resolve)}}`;
  return [
    `:host{${constant}${declareScheme(first, color, resolve)}}`,
    theme === 'auto' ? `@media (prefers-color-scheme:dark){${dark}}` : '',
    // No page's choice of motion or contrast stands above the visitor's.
    '@media (prefers-reduced-motion:reduce){:host{--b-press:0s;--b-fade:0s;--b-slide:0s;--b-travel:0px}}',
    '@media (prefers-contrast:more){:host{--b-muted:var(--b-ink);--b-outline:var(--b-ink);--b-line:var(--b-ink)}}',
  ].join('');
}

function declareScheme(scheme: Scheme, color: string | null, resolve?: ColorResolver): string {
  const fitted = color === null ? null : fitColor(color, scheme, resolve);
  const shadows = SHADOWS[scheme];
  return `color-scheme:${scheme};${declare({
    ...PALETTES[scheme],
    ...fitted,
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
