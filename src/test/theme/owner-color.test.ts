import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import {
  contrast,
  fitColor,
  PALETTES,
  parseColor,
  type Scheme,
  SURFACES,
} from '../../theme/index.ts';

function ratio(one: string, other: string): number {
  const [a, b] = [parseColor(one), parseColor(other)];
  if (!a || !b) throw new Error(`Unreadable: ${one} or ${other}`);
  return contrast(a, b);
}

function expectReadable(css: string, scheme: Scheme): void {
  const fitted = fitColor(css, scheme);
  if (!fitted) throw new Error(`Not fitted: ${css}`);
  expect(ratio(fitted.onFill, fitted.fill), `${css} on its fill`).toBeGreaterThanOrEqual(4.5);
  const palette = { ...PALETTES[scheme], ...fitted };
  for (const surface of SURFACES) {
    const ground = palette[surface];
    expect(ratio(fitted.accent, ground), `${css} as text on ${surface}`).toBeGreaterThanOrEqual(
      4.5,
    );
    expect(ratio(palette.ink, ground), `ink on ${surface} of ${css}`).toBeGreaterThanOrEqual(7);
    expect(ratio(palette.muted, ground), `muted on ${surface} of ${css}`).toBeGreaterThanOrEqual(
      4.5,
    );
    for (const role of ['ok', 'warn', 'danger'] as const) {
      expect(
        ratio(palette[role], ground),
        `${role} on ${surface} of ${css}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
  }
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
