// How far an owner may set the look at the desk. The desk's fields have the same limits, and src/widget/page-look.ts looks again.

/** From, to: in pixels. */
export const SIZES = { radius: [0, 40], size: [12, 24] } as const;
export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
export const LOOK_COLORS = [
  'canvas',
  'tint',
  'ink',
  'muted',
  'fill',
  'onFill',
  'raised',
  'sunken',
  'accent',
  'outline',
  'line',
] as const;
