import { describe, expect, it } from 'vitest';
import {
  contrast,
  PALETTES,
  type Palette,
  parseColor,
  type Scheme,
  SURFACES,
} from '../../theme/index.ts';

function ratio(one: string, other: string): number {
  const [a, b] = [parseColor(one), parseColor(other)];
  if (!a || !b) throw new Error(`Unreadable: ${one} or ${other}`);
  return contrast(a, b);
}

const AGAINST_SURFACES: [keyof Palette, number][] = [
  ['ink', 7],
  ['muted', 7],
  ['accent', 7],
  ['ok', 7],
  ['warn', 7],
  ['danger', 7],
  ['outline', 3],
];

describe.each<Scheme>(['light', 'dark'])('the %s palette', (scheme) => {
  const palette = PALETTES[scheme];

  it.each(AGAINST_SURFACES)('holds %s at %d on every surface', (role, least) => {
    for (const surface of SURFACES) {
      expect(ratio(palette[role], palette[surface]), surface).toBeGreaterThanOrEqual(least - 0.05);
    }
  });

  it('holds the text on its fill at AAA', () => {
    expect(ratio(palette.onFill, palette.fill)).toBeGreaterThanOrEqual(7);
  });
});
