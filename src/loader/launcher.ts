// The launcher: one button in a shadow root, plain DOM, drawn before anything else is fetched.
// Knows nothing of what opens when it is pressed.

/**
 * The style sheet of a root with one button: its place, and the owner's look (color, theme, position, offset). Inline
 * the host fills the owner's element, or is as tall as what it holds where that has no height; the button is the
 * panel's empty ground until the engine draws the panel in its place.
 */
export function launcherCss(
  { color, theme, position, offset }: Look,
  isInline: boolean | undefined,
): string {
  const [x = 20, y = x] = `${offset}`.match(/\d+/g) || [];
  // The style engine works out the colours, so that a page's var(--brand) works and no script runs for it:
  // up to L* 57 white text on a fill of at most 48 (contrast 4.7), from there on black. Lightness beyond 0 to
  // 100 is cut, so a steep slope is a switch. Where the engine can't, the colours before them stand.
  const fill = `lch(from ${CSS.supports('color', color) ? color : 'light-dark(#005b5b,#6fc7c6)'} `;
  return `:host{all:initial;color-scheme:${theme === 'dark' || theme === 'light' ? theme : 'light dark'}${
    isInline
      ? ';display:flex;flex-flow:column;width:100%;height:100%}button{all:unset;flex:1 480px'
      : `}button{all:unset;position:fixed;z-index:2147483000;display:flex;place-items:center;gap:8px;padding:14px;outline:2px solid #0000;border-radius:2em;font:600 16px system-ui;color:#fff;background:#005b5b;box-shadow:0 2px 8px #0003;cursor:pointer;color:${fill}calc((57 - l)*9e9) 0 h);background:${fill}min(l,48 + max(0,(l - 57)*9e9)) c h);bottom:${y}px;${position === 'left' ? position : 'right'}:${x}px}button:before{content:"";padding:14px;background:currentcolor;forced-color-adjust:none;clip-path:path("M3 4h22v16H13l-6 5v-5H3z")}button:focus-visible{outline-color:#000;box-shadow:0 0 0 4px #fff`
  }}`;
}

export type Look = Record<'color' | 'theme' | 'position' | 'offset', string>;
