// How far an owner may set the look at the desk. The widget's own limits are in src/widget/page-look.ts.

/** From, to: in pixels. */
export const SIZES = { radius: [0, 40], size: [12, 24] } as const;
export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
/** Those that the desk has fields for. */
export const SHOWN_COLORS = ['canvas', 'tint', 'ink', 'muted', 'fill', 'onFill'] as const;
export const LOOK_COLORS = [
  ...SHOWN_COLORS,
  'raised',
  'sunken',
  'accent',
  'outline',
  'line',
] as const;
