import { describe, expect, it } from 'vitest';
import { SIZES as LIMITS, DENSITIES as TAKEN } from '../../gateway/visitors/look-limits.ts';
import { siteSettings } from '../../gateway/visitors/site-settings.ts';
import { DENSITIES, fieldsOf, lookOf, SIZES, wrongFields } from '../model/look-fields.ts';
import { settingsOf } from '../model/site-look.ts';

describe('corners, density, type and single colours', () => {
  it('come through the form’s fields as they were, with the colours that no field shows', () => {
    const { look } = siteSettings.parse({
      look: {
        radius: 8,
        density: 'compact',
        font: 'Georgia, serif',
        size: 18,
        light: { canvas: '#fff8ee', line: '#dddddd' },
      },
    });
    expect(lookOf(fieldsOf(look), look)).toEqual(look);
    expect(siteSettings.safeParse(settingsOf({}, look)).success).toBe(true);
  });

  it('have the gateway’s limits', () => {
    expect([SIZES, DENSITIES]).toEqual([LIMITS, TAKEN]);
  });

  it('are no setting where every field is empty', () => {
    const look = { radius: 8, dark: { ink: '#ffffff' } };
    expect(lookOf({ radius: ' ', density: 'normal', 'dark.ink': '' }, look)).toBeUndefined();
    expect(settingsOf({}, undefined)).toEqual({});
  });

  it('are told where the widget would not take them', () => {
    const isColor = (value: string) => value.startsWith('#');
    const fields = { radius: '90', size: 'big', 'light.ink': 'nocolour', font: 'Georgia' } as const;
    expect(wrongFields(fields, isColor)).toEqual(['radius', 'size', 'light.ink']);
    expect(wrongFields({ radius: '0', size: '', 'dark.ink': '#fff' }, isColor)).toEqual([]);
  });
});

it.each([
  [{ radius: 41 }, 'must be a whole number from 0 to 40'],
  [{ size: 12.5 }, 'must be a whole number from 12 to 24'],
  [{ density: 'tight' }, 'must be one of: compact, normal, roomy'],
  [{ light: { paper: '#ffffff' } }, ''],
  [{ color: 'red' }, ''],
])('the gateway refuses a look of %j', (look, sentence) => {
  const read = siteSettings.safeParse({ look });
  expect(read.success).toBe(false);
  expect(JSON.stringify(read.error?.issues)).toContain(sentence);
});
