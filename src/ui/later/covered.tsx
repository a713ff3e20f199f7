// What is done while the browser says that something lies over the buttons of a question. Chromium says so of any open
// popover, wherever it stands: its backdrop lies over the whole page, and the browser doesn't ask whether it can be seen
// or pressed. So backdrops that can't be seen are taken away while a question waits; then the browser tells again
// of whatever really covers the buttons. If that stays, the visitor is told why no press counts.
// Knows nothing of presses.

import { render } from 'preact';
import { document } from '../../dom/document.ts';
import WORDS from '../../i18n/later/covered.ts';
import type { ChatModel } from '../model/types.ts';

const LOOK_EVERY_MS = 100;
const POPOVER = ':popover-open';
const NO_BACKDROP = `${POPOVER}::backdrop{display:none!important}`;

type Root = Document | ShadowRoot;

export interface Cover {
  /** The browser has told whether something lies over the buttons. */
  hear(isCovered: boolean): void;
  close(): void;
}

/** @param buttons the element over which something lies now. */
export function startCover(
  chat: Pick<ChatModel, 'ports' | 'words' | 'announcer'>,
  buttons: HTMLElement,
): Cover {
  /** Where backdrops are taken away. */
  const cleared = new Map<Root, CSSStyleSheet>();
  let cancelLook: (() => void) | undefined;
  let note: HTMLElement | null = null;
  /** How often the browser has told so since backdrops were taken away: the first time may be of a moment before. */
  let times = 0;

  const clear = (root: Root): void => {
    const sheet = cleared.get(root) ?? new CSSStyleSheet();
    sheet.replaceSync(NO_BACKDROP);
    // The page may have replaced its list, and ours with it.
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    cleared.set(root, sheet);
  };
  const restore = (root: Root, sheet: CSSStyleSheet): void => {
    // The page may have kept a copy of the list: the sheet in it is empty from now on.
    sheet.replaceSync('');
    const at = root.adoptedStyleSheets.indexOf(sheet);
    if (at >= 0) root.adoptedStyleSheets.splice(at, 1);
    cleared.delete(root);
  };
  /** A popover may have closed, or another have opened whose backdrop is to be seen. */
  const look = (): void => {
    for (const [root, sheet] of cleared) if (!hasOnlyUnseen(root)) restore(root, sheet);
    cancelLook = cleared.size > 0 ? chat.ports.after(LOOK_EVERY_MS, look) : undefined;
  };
  const clearAll = (): void => {
    for (const root of rootsIn(document)) if (hasOnlyUnseen(root)) clear(root);
    cancelLook?.();
    look();
  };
  const tell = (): void => {
    if (note) return;
    note = document.createElement('div');
    buttons.after(note);
    render(<Note chat={chat} />, note);
    chat.announcer.say(chat.ports.i18n.late(WORDS, 'covered'));
  };
  const untell = (): void => {
    if (note) render(null, note);
    note?.remove();
    note = null;
  };

  clearAll();
  return {
    hear(isCovered) {
      times = isCovered ? times + 1 : 0;
      if (isCovered) clearAll();
      if (times > 1) tell();
      else untell();
    },
    close() {
      cancelLook?.();
      for (const [root, sheet] of cleared) restore(root, sheet);
      untell();
    },
  };
}

function Note({ chat }: { chat: Pick<ChatModel, 'ports' | 'words'> }) {
  // Drawn anew in another language.
  chat.words.value;
  return <p class="question-text">{chat.ports.i18n.late(WORDS, 'covered')}</p>;
}

/** The document or a shadow root, and the open shadow roots in it. */
function* rootsIn(root: Root): Generator<Root> {
  yield root;
  // A form has the field with that name there.
  for (const { shadowRoot } of root.querySelectorAll('*'))
    if (shadowRoot instanceof ShadowRoot) yield* rootsIn(shadowRoot);
}

/** Popovers are open in it, and no backdrop of theirs can be seen. */
function hasOnlyUnseen(root: Root): boolean {
  if (!globalThis.CSS?.supports(`selector(${POPOVER})`)) return false;
  const open = [...root.querySelectorAll(POPOVER)];
  return open.length > 0 && open.every(isBackdropUnseen);
}

function isBackdropUnseen(popover: Element): boolean {
  const style = getComputedStyle(popover, '::backdrop');
  const { backgroundImage, backdropFilter, boxShadow, borderStyle, outlineStyle } = style;
  const isPlain = [backgroundImage, backdropFilter, boxShadow, borderStyle, outlineStyle].every(
    (value) => value === 'none',
  );
  return (isPlain && isTransparent(style.backgroundColor)) || style.opacity === '0';
}

/** Of a colour as browsers write it: `rgba(0, 0, 0, 0)`, `oklch(0.5 0 0 / 0)`. */
const isTransparent = (color: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);
