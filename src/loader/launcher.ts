// The launcher: one button in a shadow root, plain DOM, drawn before anything else is fetched.
// Knows nothing of what opens when it is pressed.

import type { RawOptions } from '../widget/types.ts';

export interface Launcher {
  root: ShadowRoot;
  /** Null where the owner wants none. */
  launcher: HTMLButtonElement | null;
  /** Inside the owner's element, instead of a corner of the page. */
  isInline: boolean;
  /** Draws the owner's look, with a sentence in place of the button's text where there is one. */
  paint(sentence?: string): void;
}

// The style engine works out the colours, so that a page's var(--brand) works and no script runs for it:
// white text up to L* 57 on a fill darkened to 48 (contrast 4.7), ink from there on (5.2).
const STYLE = `:host{all:initial;color-scheme:light dark;--f:light-dark(#005b5b,#6fc7c6);--t:clamp(0,(l - 57)*99,1)}button{all:unset;position:fixed;z-index:2147483000;display:flex;align-items:center;justify-content:center;gap:8px;min-height:54px;padding:0 13px;border:1px solid #0000;border-radius:28px;font:600 16px system-ui;color:#fff;background:#005b5b;box-shadow:0 2px 8px #0003;cursor:pointer}button:before{content:"";padding:14px;background:currentcolor;forced-color-adjust:none;clip-path:path("M3 4h22v16h-12l-6 5v-5h-4z")}button:focus-visible{outline:2px solid #151c1f;outline-offset:2px;box-shadow:0 0 0 6px #fff}@supports(color:lch(from red l c h)){button{color:lch(from var(--f) calc(100 - 93*var(--t)) 0 h);background:lch(from var(--f) min(l,48 + 99*var(--t)) c h)}}`;

/** @param raw is read at each `paint`: color, theme, position, offset, launcher, title. */
export function createLauncher(host: HTMLElement, isInline: boolean, raw: RawOptions): Launcher {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const button =
    raw.launcher === 'none' && !isInline
      ? null
      : root.appendChild(document.createElement('button'));

  return {
    root,
    launcher: button,
    isInline,
    paint(sentence) {
      const { color, theme, position, offset, launcher, title } = raw as Look;
      if (CSS.supports('color', color)) host.style.setProperty('--f', color);
      host.style.colorScheme = /^(dark|light)$/.test(theme) ? theme : '';
      if (!button) return;
      button.part.value = 'launcher';
      button.textContent = sentence || launcher;
      button.ariaLabel = sentence || launcher || title || 'Chat';
      const [x = 20, y = x] = `${offset}`.match(/\d+/g) || [];
      button.style.cssText = isInline
        ? 'position:static;width:100%;height:100%;box-sizing:border-box'
        : `bottom:${y}px;${position === 'left' ? position : 'right'}:${x}px`;
    },
  };
}

type Look = Record<'color' | 'theme' | 'position' | 'offset' | 'launcher' | 'title', string>;

/** Steps up when it would cover what the visitor has just focused. */
export function keepClear(button: HTMLElement, focused: Element): void {
  button.style.translate = '';
  const own = button.getBoundingClientRect();
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  // Only where there is room above: what spans the page can't be stepped over.
  if (top > 80 && bottom > own.top && right > own.left && left < own.right) {
    button.style.translate = `0 ${top - own.bottom}px`;
  }
}
