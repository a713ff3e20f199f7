// Colour arithmetic: CSS text to sRGB, contrast as WCAG measures it, sRGB to OKLCH and back. Pure. For notations that
// only a browser can read (names, color-mix) the caller hands in a resolver.

/** Channels 0 to 255, not necessarily whole; alpha 0 to 1. */
export interface Rgb {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Writes any CSS colour in a notation that `parseColor` reads itself. Null: not a colour. */
export type ColorResolver = (css: string) => string | null;

const HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const CALL = /^(rgba?|hsla?|oklch)\(([^()]*)\)$/i;
const NUMBER = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?$/i;

/** Reads hex, rgb(), hsl() and oklch() itself, any other notation through `resolve`. Null: not a colour. */
export function parseColor(css: string, resolve?: ColorResolver): Rgb | null {
  const text = css.trim();
  const own = parseHex(text) ?? parseCall(text);
  if (own || !resolve) return own;
  const resolved = resolve(text);
  return resolved === null ? null : (parseHex(resolved) ?? parseCall(resolved));
}

function parseHex(text: string): Rgb | null {
  const digits = HEX.exec(text)?.[1];
  if (digits === undefined) return null;
  const width = digits.length < 6 ? 1 : 2;
  const at = (index: number): number => {
    const part = digits.slice(index * width, (index + 1) * width);
    return part === '' ? 255 : Number.parseInt(width === 1 ? part + part : part, 16);
  };
  return { r: at(0), g: at(1), b: at(2), alpha: at(3) / 255 };
}

function parseCall(text: string): Rgb | null {
  const [, name, inside] = CALL.exec(text.toLowerCase()) ?? [];
  if (name === undefined || inside === undefined) return null;
  const body = inside.trim();
  const isLegacy = body.includes(',');
  const parts = isLegacy ? body.split(',') : body.replace('/', ' ').split(/\s+/);
  if (parts.length !== 3 && parts.length !== 4) return null;
  if (!isLegacy && (parts.length === 4) !== body.includes('/')) return null;
  const [first, second, third, fourth] = parts.map((part) => parseNumber(part.trim()));
  if (!first || !second || !third) return null;
  if (parts.length === 4 && !fourth) return null;
  const alpha = fourth ? clamp(scale(fourth, 1), 0, 1) : 1;
  if (name.startsWith('rgb')) {
    const [r, g, b] = [first, second, third].map((part) => clamp(scale(part, 255), 0, 255));
    return { r: r ?? 0, g: g ?? 0, b: b ?? 0, alpha };
  }
  if (name.startsWith('hsl')) {
    const rgb = hslToRgb(
      degrees(first),
      clamp(second.value / 100, 0, 1),
      clamp(third.value / 100, 0, 1),
    );
    return { ...rgb, alpha };
  }
  const lightness = clamp(scale(first, 1), 0, 1);
  const chroma = Math.max(0, scale(second, 0.4));
  return { ...oklchToRgb({ l: lightness, c: chroma, h: degrees(third) }), alpha };
}

interface Measure {
  value: number;
  unit: string;
}

function parseNumber(text: string): Measure | null {
  if (text.toLowerCase() === 'none') return { value: 0, unit: '' };
  const [, value, unit = ''] = NUMBER.exec(text) ?? [];
  const parsed = Number(value);
  return value !== undefined && Number.isFinite(parsed)
    ? { value: parsed, unit: unit.toLowerCase() }
    : null;
}

function scale({ value, unit }: Measure, full: number): number {
  return unit === '%' ? (value / 100) * full : value;
}

function degrees({ value, unit }: Measure): number {
  const turn = unit === 'turn' ? 360 : unit === 'rad' ? 180 / Math.PI : unit === 'grad' ? 0.9 : 1;
  return (((value * turn) % 360) + 360) % 360;
}

function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { r: channel(0), g: channel(8), b: channel(4), alpha: 1 };
}

/** "#rrggbb"; alpha is left out. */
export function toHex({ r, g, b }: Rgb): string {
  const byte = (value: number) =>
    Math.round(clamp(value, 0, 255))
      .toString(16)
      .padStart(2, '0');
  return `#${byte(r)}${byte(g)}${byte(b)}`;
}

/** What a translucent colour looks like on an opaque one. */
export function flatten(color: Rgb, ground: Rgb): Rgb {
  const mix = (over: number, under: number) => over * color.alpha + under * (1 - color.alpha);
  return {
    r: mix(color.r, ground.r),
    g: mix(color.g, ground.g),
    b: mix(color.b, ground.b),
    alpha: 1,
  };
}

/** WCAG 2 contrast of two opaque colours, 1 to 21, of the whole bytes that a screen gets. */
export function contrast(one: Rgb, other: Rgb): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance({ r, g, b }: Rgb): number {
  return (
    0.2126 * toLinear(Math.round(r)) +
    0.7152 * toLinear(Math.round(g)) +
    0.0722 * toLinear(Math.round(b))
  );
}

function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
}

export function rgbToOklch(color: Rgb): Oklch {
  const [r, g, b] = [toLinear(color.r), toLinear(color.g), toLinear(color.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

/** Reduces the chroma of a colour outside sRGB until it fits; lightness and hue stay. */
export function oklchToRgb({ l, c, h }: Oklch): Rgb {
  let [low, high] = [0, c];
  let best = linearRgb(l, c, h);
  if (!isInGamut(best)) {
    best = linearRgb(l, 0, h);
    for (let step = 0; step < 12; step++) {
      const middle = (low + high) / 2;
      const candidate = linearRgb(l, middle, h);
      if (isInGamut(candidate)) {
        low = middle;
        best = candidate;
      } else high = middle;
    }
  }
  const [r, g, b] = best.map((value) => fromLinear(clamp(value, 0, 1)));
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0, alpha: 1 };
}

function linearRgb(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** How far one step moves the lightness. */
const STEP = 0.004;

/** Moves the lightness step by step, up or down, until the colour is good, or white or black. */
export function shiftLightness(
  color: Rgb,
  isUp: boolean,
  isGood: (candidate: Rgb) => boolean,
): Rgb {
  const lch = rgbToOklch(color);
  let candidate = color;
  for (let { l } = lch; !isGood(candidate) && l >= 0 && l <= 1; ) {
    l += isUp ? STEP : -STEP;
    candidate = oklchToRgb({ ...lch, l: clamp(l, 0, 1) });
  }
  return candidate;
}

function isInGamut(channels: readonly number[]): boolean {
  return channels.every((value) => value >= -0.0005 && value <= 1.0005);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Lets a canvas read the notations that `parseColor` can't: names, lab(), color-mix(). Null without a canvas. */
export function createCanvasResolver(documentRef: Document): ColorResolver {
  return (css) => {
    const canvas = documentRef.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    // A text that isn't a colour leaves the fill unchanged. So set it over two different fills: only a colour makes
    // both the same.
    const fills = ['#000001', '#000002'].map((before) => {
      context.fillStyle = before;
      context.fillStyle = css;
      return context.fillStyle;
    });
    if (fills[0] !== fills[1]) return null;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a = 255] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${r} ${g} ${b} / ${a / 255})`;
  };
}
