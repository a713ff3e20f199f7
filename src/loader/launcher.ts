// The style of the launcher, one button in a shadow root, which is drawn before anything else is fetched. It knows
// nothing of the panel that a press opens.

/**
 * The style sheet of a shadow root with one button: where it stands, and the owner's look (color, theme, position,
 * offset). In an inline widget the host fills the owner's element, or takes its content's height if that element has
 * none; the button is the panel's empty ground until the engine draws the panel in its place.
 */
export function launcherCss(look: Look, isInline: boolean | undefined): string {
  const [x = 20, y = x] = `${look.offset}`.match(/\d+/g) || [];
  // The browser's CSS computes the colours, so that a page's var(--brand) works and no script runs for it. For a
  // colour up to L* 57 the text is white and the fill at most L* 48 (contrast 4.7); for a lighter one it is black. CSS
  // cuts lightness to 0…100, so a steep slope acts as a switch. A browser without lch(from …) uses the colours before,
  // and so does a page whose colour is none: its rule is the last, where a stray brace or quote can spoil nothing else.
  // How many bytes the declarations take depends on their order.
  // Important, since a page's own rule for its elements wins over one for :host that isn't. The button inherits nothing but
  // the scheme. The sign is a border, since forced colours leave a border the colour of the text, and no background.
  const fill = `lch(from ${look.color || 'light-dark(#005b5b,#6fc7c6)'} `;
  return `:host{color-scheme:${/^(dark|light)$/.test(look.theme) ? look.theme : 'inherit'};display:${
    isInline
      ? 'flex!important;flex-flow:column;width:100%;height:100%}button{all:unset;flex:1 480px'
      : `contents!important}button{all:initial;color-scheme:inherit;font:600 16px system-ui;padding:14px;cursor:pointer;${look.position === 'left' ? look.position : 'right'}:${x}px;background:#005b5b;display:flex;border-radius:2em;outline:2px solid #0000;z-index:2147483000;bottom:${y}px;box-shadow:0 2px 8px #0003;gap:8px;place-items:center;position:fixed;color:#fff}button:before{content:"";clip-path:path("M3 4h22v16H13l-6 5v-5H3z");border:14px solid}button:focus-visible{outline-color:#000;box-shadow:0 0 0 4px #fff}button{color:${fill}calc((57 - l)*9e9) 0 h);background:${fill}min(l,48 + max(0,l - 57)*9e9) c h)`
  }}`;
}

export type Look = Record<'color' | 'theme' | 'position' | 'offset', string>;
