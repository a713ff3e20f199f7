import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import {
  contrast,
  fitColor,
  PALETTES,
  type Palette,
  parseColor,
  rgbToOklch,
  type Scheme,
  SURFACES,
} from '../../theme/index.ts';

function ratio(one: string, other: string): number {
  const [a, b] = [parseColor(one), parseColor(other)];
  if (!a || !b) throw new Error(`Unreadable: ${one} or ${other}`);
  return contrast(a, b);
}

function expectReadable(css: string, scheme: Scheme, on: string | null = null): void {
  const fitted = fitColor(css, scheme, on);
  if (!fitted) throw new Error(`Not fitted: ${css}`);
  expect(ratio(fitted.onFill, fitted.fill), `${css} on its fill`).toBeGreaterThanOrEqual(4.5);
  const palette = { ...PALETTES[scheme], ...fitted };
  for (const surface of SURFACES) {
    const ground = palette[surface];
    expect(ratio(fitted.accent, ground), `${css} as text on ${surface}`).toBeGreaterThanOrEqual(
      4.5,
    );
    expectGroundReadable(palette, surface, `${css} on ${on}`);
  }
}

/** Text that isn't in the owner's colour is as readable as in our own look, and the edges of controls can be seen. */
function expectGroundReadable(palette: Palette, surface: (typeof SURFACES)[number], of: string) {
  const ground = palette[surface];
  for (const role of ['ink', 'muted', 'ok', 'warn', 'danger'] as const) {
    expect(ratio(palette[role], ground), `${role} on ${surface} of ${of}`).toBeGreaterThanOrEqual(
      6.95,
    );
  }
  expect(ratio(palette.outline, ground), `outline on ${surface} of ${of}`).toBeGreaterThanOrEqual(
    2.95,
  );
}

describe.each<Scheme>(['light', 'dark'])('an owner’s colour in the %s scheme', (scheme) => {
  it('meets AA as a fill and as text, on every surface, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        expectReadable(`#${value.toString(16).padStart(6, '0')}`, scheme);
      }),
      { numRuns: cases(1500) },
    );
  });

  it('meets AA at every corner and middle of the cube', () => {
    for (const r of [0, 128, 255])
      for (const g of [0, 128, 255])
        for (const b of [0, 128, 255]) expectReadable(`rgb(${r} ${g} ${b})`, scheme);
  });
});

const ANY_COLOR = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe.each<Scheme>(['light', 'dark'])('a page’s background in the %s scheme', (scheme) => {
  it('leaves everything readable, whatever it is, with the owner’s colour and without', () => {
    fc.assert(
      fc.property(ANY_COLOR, ANY_COLOR, (ground, owner) => {
        expectReadable(owner, scheme, ground);
        const fitted = fitColor(null, scheme, ground);
        if (!fitted) return;
        for (const surface of SURFACES) {
          expectGroundReadable(fitted, surface, ground);
          expect(ratio(fitted.accent, fitted[surface])).toBeGreaterThanOrEqual(6.95);
        }
      }),
      { numRuns: cases(1000) },
    );
  });
});

describe('the panel’s surfaces', () => {
  const hueOf = (css: string | undefined) => {
    const color = parseColor(css ?? '');
    if (!color) throw new Error(`Unreadable: ${css}`);
    return rgbToOklch(color);
  };

  it('are warm and a little lighter than a cream page, and have its hue on a dark green one', () => {
    const cream = hueOf(fitColor(null, 'light', '#f6f1e7')?.canvas);
    expect(Math.abs(cream.h - hueOf('#f6f1e7').h)).toBeLessThan(12);
    expect(cream.l).toBeGreaterThan(hueOf('#f6f1e7').l);
    const green = hueOf(fitColor(null, 'dark', '#0b1710')?.canvas);
    expect(Math.abs(green.h - hueOf('#0b1710').h)).toBeLessThan(12);
    expect(Math.abs(green.l - hueOf('#0b1710').l)).toBeLessThan(0.05);
  });

  it('have the hue of the owner’s colour where the page is white, and none where that is grey', () => {
    const pink = hueOf(fitColor('#aa0044', 'light', '#ffffff')?.sunken);
    expect(Math.abs(pink.h - hueOf('#aa0044').h)).toBeLessThan(25);
    expect(hueOf(fitColor('#111111', 'light', '#ffffff')?.sunken).c).toBeLessThan(0.003);
  });

  it('stay ours on a white page without an owner’s colour, and on one of the other scheme', () => {
    expect(fitColor(null, 'light', '#ffffff')).toBeNull();
    expect(fitColor(null, 'dark', '#f6f1e7')).toBeNull();
    expect(fitColor(null, 'light', '#0b1710')).toBeNull();
  });

  it('are as grey as a dark grey page', () => {
    expect(hueOf(fitColor(null, 'dark', '#222222')?.canvas).c).toBeLessThan(0.002);
  });
});

describe('fitColor', () => {
  it('keeps a colour that white can stand on as it is', () => {
    expect(fitColor('#005b5b', 'light')).toMatchObject({
      fill: '#005b5b',
      onFill: '#ffffff',
      accent: '#005b5b',
    });
  });

  it('darkens one that is nearly dark enough, just as far as it must', () => {
    const fitted = fitColor('#2f80ed', 'light');
    expect(fitted?.onFill).toBe('#ffffff');
    expect(fitted?.fill).not.toBe('#2f80ed');
    expect(ratio('#ffffff', fitted?.fill ?? '')).toBeLessThan(4.7);
  });

  it('puts ink on a bright one and leaves it bright', () => {
    expect(fitColor('#ffd400', 'light')).toMatchObject({ fill: '#ffd400', onFill: '#101418' });
  });

  it('fits the colour as text for each scheme', () => {
    expect(fitColor('#ffd400', 'dark')?.accent).toBe('#ffd400');
    expect(fitColor('#ffd400', 'light')?.accent).not.toBe('#ffd400');
  });

  it('lays a translucent colour on the canvas first', () => {
    expect(fitColor('rgb(0 0 0 / 0.5)', 'light')?.fill).toMatch(/^#[67]/);
  });

  it('refuses what is no colour, or none that can be seen', () => {
    expect(fitColor('bleu', 'light')).toBeNull();
    expect(fitColor('rgb(0 0 0 / 0)', 'dark')).toBeNull();
  });
});
