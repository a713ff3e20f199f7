// The door of the theme room.

export {
  type ColorResolver,
  contrast,
  createCanvasResolver,
  parseColor,
  type Rgb,
  rgbToOklch,
  toHex,
} from './color.ts';
export { createFitter, fitColor } from './owner-color.ts';
export { SURFACES } from './surfaces.ts';
export { buildThemeCss, type ColorFitter, fitRoughly, type ThemeChoice } from './theme-css.ts';
export {
  MOTION,
  PALETTES,
  type Palette,
  type Scheme,
  SHADOWS,
  SHAPE,
  SPACE_PX,
  TYPE,
} from './tokens.ts';
