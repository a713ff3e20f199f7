// The part of a site's look that is no attribute: corners, density, type and single colours, between the gateway's setting and the
// fields of a form. Pure.

import type { SiteSettings } from '../../gateway/desk-types.ts';
import { PALETTES } from '../../src/theme/index.ts';

/** From, to: in pixels, as the gateway takes them. */
export const SIZES = { radius: [0, 40], size: [12, 24] } as const;
export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
/** Those that have a field. */
export const SHOWN_COLORS = ['canvas', 'tint', 'ink', 'muted', 'fill', 'onFill'] as const;
export type ShownColor = (typeof SHOWN_COLORS)[number];

/** What stands where the owner says nothing. */
export const usualColor = (scheme: 'light' | 'dark', color: ShownColor): string =>
  PALETTES[scheme][color];

export type Look = NonNullable<SiteSettings['look']>;
export type LookFieldName =
  | 'radius'
  | 'density'
  | 'font'
  | 'size'
  | `${'light' | 'dark'}.${(typeof SHOWN_COLORS)[number]}`;
/** As texts of fields; '' is what counts without the owner's word. */
export type LookFields = Readonly<Partial<Record<LookFieldName, string>>>;

export const SCHEMES = ['light', 'dark'] as const;

const COLOR_NAMES: readonly LookFieldName[] = SCHEMES.flatMap((scheme) =>
  SHOWN_COLORS.map((color) => `${scheme}.${color}` as const),
);

export function fieldsOf(look: Look | undefined): LookFields {
  const fields: Partial<Record<LookFieldName, string>> = {};
  for (const name of ['radius', 'size', 'density', 'font'] as const) {
    if (look?.[name] !== undefined) fields[name] = String(look[name]);
  }
  for (const name of COLOR_NAMES) {
    const [scheme, color] = parted(name);
    const value = look?.[scheme]?.[color];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** @param saved what no field shows of it stays as it is. Undefined: nothing differs from the defaults. */
export function lookOf(fields: LookFields, saved: Look | undefined): Look | undefined {
  const look: Record<string, unknown> = {};
  const said = (name: LookFieldName): string => fields[name]?.trim() ?? '';
  for (const name of ['radius', 'size'] as const) {
    if (said(name) !== '') look[name] = Number(said(name));
  }
  if (said('density') !== '' && said('density') !== 'normal') look.density = said('density');
  if (said('font') !== '') look.font = said('font');
  for (const scheme of SCHEMES) {
    const colors: Record<string, string> = { ...saved?.[scheme] };
    for (const color of SHOWN_COLORS) {
      const value = said(`${scheme}.${color}`);
      if (value === '') delete colors[color];
      else colors[color] = value;
    }
    if (Object.keys(colors).length > 0) look[scheme] = colors;
  }
  return Object.keys(look).length > 0 ? (look as Look) : undefined;
}

/** Fields whose value the widget would not take. @param isColor what the browser says of a colour. */
export function wrongFields(
  fields: LookFields,
  isColor: (value: string) => boolean,
): readonly LookFieldName[] {
  const names = Object.keys(fields) as LookFieldName[];
  return names.filter((name) => {
    const value = fields[name]?.trim() ?? '';
    if (value === '' || name === 'density' || name === 'font') return false;
    if (name !== 'radius' && name !== 'size') return !isColor(value);
    const [least, most] = SIZES[name];
    return !(Number(value) >= least && Number(value) <= most);
  });
}

function parted(name: LookFieldName): ['light' | 'dark', (typeof SHOWN_COLORS)[number]] {
  return name.split('.') as ['light' | 'dark', (typeof SHOWN_COLORS)[number]];
}
