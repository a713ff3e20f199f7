// The `chat` object from its first moment: it stands before the engine is fetched, fetches it on intent, and
// remembers in order what was asked of it until then. Knows the launcher and the required options, nothing else.

import type { Chat, EngineModule, RawOptions } from '../widget/types.ts';
import { type Look, launcherCss } from './launcher.ts';
import { findProblem, matchesPath } from './required.ts';

/** Verbs that only the engine can carry out. The first four make it come, the others wait for it. */
const VERBS = 'open send newConversation clear close draft registerTool unregisterTool'.split(' ');
const WISHES = 4;
type Verb = (...args: unknown[]) => unknown;
/** While it is made: its verbs are set one by one. */
type Drawn = { -readonly [Name in keyof Chat]: Chat[Name] } & Record<string, unknown>;

/**
 * @param load fetches the engine; rejects where it can't be had, and may be called again then.
 * @param raw is kept and changed by `configure`, which draws the widget, once, as soon as nothing required is missing:
 * call it with `{}`, and again when what was missing may have come.
 */
export function createChat(
  raw: RawOptions,
  name: string,
  load: () => Promise<EngineModule>,
  onDestroy: () => unknown,
): Chat {
  const host = document.createElement('bellhop-host');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  const button = document.createElement('button');
  /** Undefined until the widget is drawn. */
  let isInline: boolean | undefined;
  let isLoading: boolean | undefined;
  let isWanted: boolean | undefined;
  let isHidden: boolean | undefined;
  /** Of the listeners on what outlives this chat; given whole as their options, for its `signal`. */
  const life = new AbortController();
  let setEngine: (value: unknown) => void;
  const coming = new Promise((resolve) => {
    setEngine = resolve;
  });

  /** Draws the owner's look, with a sentence in place of the button's text where there is one. */
  const paint = (sentence?: string): void => {
    button.textContent = sentence || (raw.launcher as string);
    button.ariaLabel = button.textContent || 'Chat';
    sheet.replaceSync(launcherCss(raw as Look, isInline));
  };

  const fetchEngine = async (): Promise<void> => {
    if (!host.isConnected || isLoading) return;
    try {
      isLoading = true;
      const engine = await load();
      if (host.isConnected) {
        paint();
        engine.mount({ raw, name, host, isInline: isInline as boolean, chat, isShown });
        setEngine(0);
      }
    } catch (error) {
      isLoading = false;
      console.error('[bellhop]', error);
      if (isWanted) paint('Chat could not load. Try again.');
    }
  };

  const isShown = (): boolean => !isHidden && !matchesPath(raw.hideOn, location.pathname);

  // The engine puts its own in the place of what it does better.
  const chat = {
    get state() {
      return { unread: 0, isOpen: false, isShown: isShown() };
    },
    show(isWanted = true) {
      isHidden = !isWanted;
      host.style.display = isShown() ? '' : 'none';
    },
    hide: () => chat.show(false),
    // Pressed again while the engine is on its way, it is still to open.
    toggle: () => chat.open(),
    configure(options) {
      Object.assign(raw, options);
      paint();
      const problem = findProblem(raw);
      if (problem || isInline != null) return problem;
      const { target } = raw as { target?: string | Element };
      const place =
        target &&
        ((target as Element).append
          ? (target as Element)
          : document.querySelector(target as string));
      if (place === null && document.readyState !== 'complete') return 'target';
      (place || document.documentElement).append(host);
      isInline = !!place;
      button.part = 'launcher';
      root.adoptedStyleSheets = [sheet];
      if (isInline || raw.launcher !== 'none') root.append(button);
      paint();
      // Again at each path of a single-page site: hide-on may mean that one.
      const look = (): void => chat.show(!isHidden);
      look();
      (window as { navigation?: EventTarget }).navigation?.addEventListener(
        'navigatesuccess',
        look,
        life,
      );
      button.onfocus = button.onpointerenter = fetchEngine;
      button.onclick = () => chat.toggle();
      // It steps up when it would cover what the visitor has just focused.
      isInline ||
        addEventListener(
          'focusin',
          ({ target }) => {
            button.style.translate = '';
            const own = button.getBoundingClientRect();
            const { top, bottom, right } = (target as Element).getBoundingClientRect();
            // Only where there is room above: what spans the page can't be stepped over, nor can it itself.
            if (target !== host && top > 80 && bottom > own.top && right > own.left) {
              button.style.translate = `0 ${top - own.bottom}px`;
            }
          },
          life,
        );
      host.dispatchEvent(
        new CustomEvent('bellhop:ready', { detail: { name }, bubbles: true, composed: true }),
      );
      try {
        // An earlier page left something unfinished: the engine looks after it at once.
        isWanted ||= isShown() && localStorage[`bellhop:${name}@${raw.gateway}`];
      } catch {
        // A browser that refuses storage has nothing in it.
      }
      if (isWanted) fetchEngine();
      return undefined;
    },
    on(type, handler) {
      const listening = new AbortController();
      host.addEventListener(
        `bellhop:${type}`,
        (event) => handler((event as CustomEvent).detail),
        listening,
      );
      return () => listening.abort();
    },
    destroy() {
      life.abort();
      host.remove();
      onDestroy();
    },
  } as Drawn;
  chat.ready = new Promise((resolve) => chat.on('ready', () => resolve(chat)));
  VERBS.forEach((verb, index) => {
    chat[verb] = (...args: unknown[]) => {
      if (index < WISHES) {
        isWanted = true;
        fetchEngine();
      }
      return coming.then(() => (chat[verb] as Verb)(...args));
    };
  });
  return chat;
}
