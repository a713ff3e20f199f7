// The look as data: surfaces, inks, type, space, corners, shadows, motion. A test measures the contrast of every text
// colour on every surface, so it finds a change here that makes text hard to read.

export type Scheme = 'light' | 'dark';

export interface Palette {
  canvas: string;
  raised: string;
  sunken: string;
  /** The visitor's bubble. */
  tint: string;
  ink: string;
  muted: string;
  /** Links and focus. */
  accent: string;
  ok: string;
  warn: string;
  danger: string;
  /** Edges of controls; contrast of at least 3.0 on every surface. */
  outline: string;
  /** Separating lines, which may be faint: something else always separates the same parts too. */
  line: string;
  /** The send button, the launcher. */
  fill: string;
  onFill: string;
}

export const PALETTES: Readonly<Record<Scheme, Palette>> = {
  light: {
    canvas: '#fbfdfe',
    raised: '#ffffff',
    sunken: '#f1f4f6',
    tint: '#e0f5f5',
    ink: '#151c1f',
    muted: '#4b5257',
    accent: '#005b5b',
    ok: '#005d33',
    warn: '#734701',
    danger: '#a60119',
    outline: '#848c91',
    line: '#dde3e6',
    fill: '#005b5b',
    onFill: '#ffffff',
  },
  dark: {
    canvas: '#0e1317',
    raised: '#171d20',
    sunken: '#090d10',
    tint: '#0e3231',
    ink: '#eaedef',
    muted: '#b2babf',
    accent: '#6fc7c6',
    ok: '#78ca96',
    warn: '#e6af6d',
    danger: '#ff9f98',
    outline: '#6f777c',
    line: '#2a3237',
    fill: '#6fc7c6',
    onFill: '#101418',
  },
};

const SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace';

/** Grows with the page's root font size, where a visitor has set a larger one; a page's smaller one shrinks nothing. */
const grown = (px: number): string => `max(${px}px,${px / 16}rem)`;
const type = (size: number, line: number, family = SANS): string =>
  `${grown(size)}/${grown(line)} ${family}`;

/** Size, line height and family; a component sets the weight before it: `font: 600 var(--b-body)`. */
export const TYPE = {
  small: type(12, 16),
  meta: type(14, 20),
  body: type(16, 24),
  input: type(16, 24),
  title: type(20, 28),
  code: type(14, 20, MONO),
} as const;

/** `--b-s1` to `--b-s7`. */
export const SPACE_PX = [2, 4, 8, 12, 16, 24, 32] as const;

export const SHAPE = {
  'radius-code': '4px',
  'radius-card': '12px',
  'radius-bubble': '20px',
  'radius-panel': '20px',
  'panel-width': grown(400),
  'panel-width-wide': grown(720),
  'panel-height': `min(${grown(680)},100% - 104px)`,
  launcher: '56px',
  target: '44px',
  focus: '2px',
} as const;

export const SHADOWS: Readonly<Record<Scheme, { launcher: string; panel: string }>> = {
  light: { launcher: '0 4px 12px #0000002e', panel: '0 2px 4px #0000000f,0 16px 48px #00000029' },
  dark: { launcher: '0 4px 12px #0009', panel: '0 16px 48px #000c' },
};

export const MOTION = {
  press: '150ms',
  fade: '200ms',
  slide: '240ms',
  ease: 'cubic-bezier(.2,.8,.2,1)',
  travel: '8px',
} as const;
