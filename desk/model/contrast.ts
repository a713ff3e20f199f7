// What becomes of an owner's colour: text on it always has a contrast of 4.5, so the widget may darken it. Pure.

import { contrast, fitColor, parseColor } from '../../src/theme/index.ts';

export interface ColorReading {
  /** Of the words on a button, 1 to 21. */
  ratio: number;
  /** Drawn instead, where the colour itself would be too pale; else null. */
  drawn: string | null;
}

/** Null: not a colour, or one in words that only a browser can read. */
export function readColor(css: string): ColorReading | null {
  const fitted = fitColor(css, 'light');
  const given = parseColor(css);
  const fill = fitted === null ? null : parseColor(fitted.fill);
  const words = fitted === null ? null : parseColor(fitted.onFill);
  if (fitted === null || given === null || fill === null || words === null) return null;
  const isAsGiven = contrast(given, fill) < 1.02;
  return { ratio: contrast(fill, words), drawn: isAsGiven ? null : fitted.fill };
}
