// The pictures of a hosted page whose owner has named none: a speech bubble on the owner's colour, as an app's icon and as what a
// messenger shows beside a link.

import { encode } from 'fast-png';

type Rgb = readonly [number, number, number];

const DEFAULT_COLOR: Rgb = [0, 0x5b, 0x5b];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** Each pixel is looked at in so many places a side, so that edges are smooth. */
const SAMPLES = 3;

/** @param color a CSS colour; what isn't #rgb or #rrggbb counts as the widget's own. @returns a PNG */
export function drawPicture(
  { width, height }: { width: number; height: number },
  color: string | undefined,
): Uint8Array {
  const ground = readHex(color) ?? DEFAULT_COLOR;
  const sign = luminance(ground) > 0.35 ? BLACK : WHITE;
  const data = new Uint8Array(width * height * 3);
  const side = Math.min(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const part = coverage(x, y, (px, py) =>
        isInBubble((px - width / 2) / side + 0.5, (py - height / 2) / side + 0.5),
      );
      for (let channel = 0; channel < 3; channel += 1) {
        const from = ground[channel] ?? 0;
        const to = sign[channel] ?? 0;
        data[(y * width + x) * 3 + channel] = Math.round(from + (to - from) * part);
      }
    }
  }
  return encode({ width, height, data, channels: 3 });
}

function coverage(x: number, y: number, isIn: (x: number, y: number) => boolean): number {
  let hits = 0;
  for (let row = 0; row < SAMPLES; row += 1) {
    for (let column = 0; column < SAMPLES; column += 1) {
      if (isIn(x + (column + 0.5) / SAMPLES, y + (row + 0.5) / SAMPLES)) hits += 1;
    }
  }
  return hits / SAMPLES ** 2;
}

/** The launcher's sign, within the middle that every launcher of apps leaves whole. @param x, y from 0 to 1 */
function isInBubble(x: number, y: number): boolean {
  const radius = 0.06;
  const dx = Math.max(0.28 + radius - x, x - (0.72 - radius), 0);
  const dy = Math.max(0.3 + radius - y, y - (0.62 - radius), 0);
  if (dx * dx + dy * dy <= radius * radius) return true;
  // The tail, below on the left.
  return x >= 0.36 && y >= 0.6 && y <= 0.74 && x - 0.36 <= 0.74 - y;
}

function readHex(color: string | undefined): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color?.trim() ?? '')?.[1];
  if (digits === undefined) return null;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
