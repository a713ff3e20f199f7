// A theme as an object: the panel's properties that it stands for, on the chat's own element, where they win over Bellhop's values
// and lose against a page's style sheet that marks its own important. Fetched by pages that give one.

import { PALETTES } from '../theme/tokens.ts';
import type { Theme, ThemeColors } from '../widget/types.ts';

/** How much of each size is left. */
const DENSITIES: Readonly<Record<NonNullable<Theme['density']>, readonly number[]>> = {
  compact: [1, 2, 6, 8, 12, 16, 24],
  normal: [],
  roomy: [3, 6, 10, 16, 20, 32, 40],
};
/** By property: how large a corner is beside the panel's. */
const CORNERS = { panel: 1, bubble: 1, card: 0.6, code: 0.2 } as const;
const COLORS: readonly (keyof ThemeColors)[] = [
  'canvas',
  'raised',
  'sunken',
  'tint',
  'ink',
  'muted',
  'accent',
  'outline',
  'line',
  'fill',
  'onFill',
];
const SIZES = { small: 12, meta: 14, body: 16, input: 16, title: 20 } as const;
const LINES = { small: 16, meta: 20, body: 24, input: 24, title: 28 } as const;
/** The visitor's own larger type counts, as without a theme. */
const grown = (px: number): string => `max(${px}px,${px / 16}rem)`;

/** The properties of a theme, by name without `--bellhop-`. */
export function propertiesOf(theme: Theme, knowsBoth: boolean): Map<string, string> {
  const found = new Map<string, string>();
  const { radius, density = 'normal', font, size = 16, light = {}, dark = {}, scheme } = theme;
  if (radius !== undefined)
    for (const [name, share] of Object.entries(CORNERS))
      found.set(`radius-${name}`, `${Math.round(radius * share)}px`);
  let step = 0;
  for (const px of DENSITIES[density] ?? []) {
    step += 1;
    found.set(`s${step}`, `${px}px`);
  }
  if (font !== undefined || size !== 16) {
    const family = font ?? 'system-ui,sans-serif';
    for (const name of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
      // Below 16 pixels a phone zooms into a field.
      const scaled = Math.round((SIZES[name] * size) / 16);
      const px = name === 'input' ? Math.max(16, scaled) : scaled;
      const line = Math.round((LINES[name] * px) / SIZES[name]);
      found.set(name, `${grown(px)}/${grown(line)} ${family}`);
    }
  }
  for (const name of COLORS) {
    if (light[name] === undefined && dark[name] === undefined) continue;
    // In the one scheme that is ever seen, Bellhop's own value follows the accent.
    if (scheme === 'light' && light[name] === undefined) continue;
    if (scheme === 'dark' && dark[name] === undefined) continue;
    // What the theme says of one scheme leaves the other as it is.
    const bright = light[name] ?? PALETTES.light[name];
    const night = dark[name] ?? PALETTES.dark[name];
    const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const one = scheme === 'dark' ? night : bright;
    found.set(key, knowsBoth ? `light-dark(${bright},${night})` : one);
  }
  return found;
}

/** The names that an earlier theme has set on an element. */
const worn = new WeakMap<HTMLElement, readonly string[]>();

/** Puts the theme on the chat's element, in the place of an earlier one. */
export function dress(host: HTMLElement | undefined, theme: Theme | undefined): void {
  if (!host || !theme) return;
  for (const name of worn.get(host) ?? []) host.style.removeProperty(`--bellhop-${name}`);
  const properties = propertiesOf(theme, CSS.supports('color', 'light-dark(red,red)'));
  for (const [name, value] of properties) host.style.setProperty(`--bellhop-${name}`, value);
  worn.set(host, [...properties.keys()]);
}
