// Puts the sheets on the shadow root: the theme first, which follows the owner's options, then the panel's.

import { effect, signal } from '@preact/signals';
import { document } from '../../dom/document.ts';
import { buildThemeCss, type ColorFitter, fitRoughly } from '../../theme/theme-css.ts';
import type { ChatModel } from '../model/types.ts';
import base from './base.css?inline';
import composer from './composer.css?inline';
import log from './log.css?inline';
import panel from './panel.css?inline';
import thread from './thread.css?inline';

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
  const fit = signal<ColorFitter>(fitRoughly);
  let isAsked = false;
  /** Loaded only if the owner has set a colour; until it has come, an approximate colour is used. */
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
  const eager = [base, panel, log, thread, composer].join('\n');
  const stopOwn = effect(() => {
    const late = [rows.part.value?.css, steps.part.value?.css, sheets.css.value];
    own.replaceSync(eager + late.join('\n'));
  });
  const stop = effect(() => {
    const { theme: scheme, color, offset } = options.value;
    if (color !== null) void fetchFitter();
    theme.replaceSync(
      `${buildThemeCss({ theme: scheme, color }, fit.value)}:host{--b-offset-x:${offset.x}px;--b-offset-y:${offset.y}px;}`,
    );
  });
  // Not marked important, so that a user's own text spacing has effect.
  reset.replaceSync(':host{all:initial}');
  root.adoptedStyleSheets = [reset, theme, ...root.adoptedStyleSheets, own];
  return () => {
    stop();
    stopOwn();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(
      (sheet) => sheet !== reset && sheet !== theme && sheet !== own,
    );
  };
}
