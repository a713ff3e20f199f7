// Puts the sheets on the shadow root: the theme first, which follows the owner's options, then the panel's.

import { effect, signal, untracked } from '@preact/signals';
import { document } from '../../dom/document.ts';
import { followPage, type PageLook } from '../../theme/page-scheme.ts';
import { buildThemeCss, type ColorFitter, fitRoughly } from '../../theme/theme-css.ts';
import type { ChatModel } from '../model/types.ts';
import base from './base.css?inline';
import composer from './composer.css?inline';
import log from './log.css?inline';
import panel from './panel.css?inline';

/** What acts on all that is in the host: in an inline chat it has a box. */
const OF_BOXES =
  'animation,backdrop-filter,clip-path,contain,container,filter,mask,transform,translate,rotate,scale';
/**
 * What a page says of its elements wins over `:host` unless that is marked important; so the ground is laid once more below
 * the host, where no rule of a page can name anything. Two things pass: the visitor's own text spacing, and the scheme. The
 * launcher's sheet says how the host is shown; where that is off, it isn't.
 */
const RESET = `:host{all:initial;display:none!important;opacity:1!important;zoom:1!important;visibility:visible!important;${OF_BOXES.replace(
  /[^,]+,?/g,
  (name) => `${name.replace(',', '')}:none!important;`,
)}}:host>div{all:initial;display:contents;letter-spacing:inherit;word-spacing:inherit;color-scheme:inherit;-webkit-user-select:text;user-select:text}`;

/** @returns a function that removes them. */
export function applyStyles(
  root: ShadowRoot,
  chat: Pick<ChatModel, 'options' | 'log' | 'steps' | 'sheets'>,
): () => void {
  // Without constructed sheets (and in a document without a view) the panel works, plainly.
  if (!('adoptedStyleSheets' in root)) return () => {};
  const { options, steps, sheets } = chat;
  const { rows } = chat.log;
  const reset = new CSSStyleSheet();
  const theme = new CSSStyleSheet();
  const own = new CSSStyleSheet();
  /** After the launcher's sheet, which knows nothing of how the page looks. */
  const last = new CSSStyleSheet();
  const fit = signal<ColorFitter>(fitRoughly);
  let isAsked = false;
  /** Loaded only if the owner or the page has a colour; until it has come, an approximate colour is used. */
  const fetchFitter = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    try {
      const { createFitter } = await import('../../theme/owner-color.ts');
      fit.value = createFitter(document);
    } catch {
      isAsked = false;
    }
  };
  /** What the page itself looks like, once that is known; the system's look until then. */
  const page = signal<PageLook>({ scheme: null, ground: null });
  let stopPage: (() => void) | undefined;
  const launcherPlace = () => {
    const launcher = root.querySelector('[part~=launcher]') ?? root.host;
    const { x, y, width, height } = launcher.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const eager = [base, panel, log, composer].join('\n');
  const stopOwn = effect(() => {
    const late = [rows.part.value?.css, steps.part.value?.css, sheets.css.value];
    own.replaceSync(eager + late.join('\n'));
  });
  const stop = effect(() => {
    const { theme: scheme, color, offset } = options.value;
    const isAuto = scheme === 'auto';
    // At once, so that the panel is drawn in the page's look from its first frame.
    if (isAuto) {
      stopPage ??= untracked(() =>
        followPage(document, root.host, launcherPlace, (look) => {
          page.value = look;
        }),
      );
    }
    const look = isAuto ? (page.value.scheme ?? scheme) : scheme;
    const ground = isAuto ? page.value.ground : null;
    if (color !== null || ground !== null) void fetchFitter();
    last.replaceSync(isAuto && look !== 'auto' ? `:host{color-scheme:${look}}` : '');
    theme.replaceSync(
      `${buildThemeCss({ theme: look, color, ground }, fit.value)}:host{--b-offset-x:${offset.x}px;--b-offset-y:${offset.y}px;}`,
    );
  });
  reset.replaceSync(RESET);
  root.adoptedStyleSheets = [reset, theme, ...root.adoptedStyleSheets, own, last];
  return () => {
    stop();
    stopPage?.();
    stopOwn();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(
      (sheet) => ![reset, theme, own, last].includes(sheet),
    );
  };
}
