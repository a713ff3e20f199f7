// The `chat` object from its first moment: it stands before the engine is fetched, fetches it on intent, and
// remembers in order what was asked of it until then. Knows the launcher and the required options, nothing else.

import { document } from '../dom/document.ts';
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
  let setEngine: (value: unknown) => void;
  let setReady: (value: Chat) => void;
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
        engine.mount(chat, host, raw, name, isInline as boolean, isShown);
        setEngine(0);
      }
    } catch (error) {
      isLoading = false;
      console.error('[bellhop]', error);
      if (isWanted) paint('Chat could not load. Try again.');
    }
  };

  const isShown = (): boolean => !isHidden && !matchesPath(raw.hideOn, location.pathname);

  /** Again at each path of a single-page site: hide-on may mean that one. */
  const look = (): void => chat.show(!isHidden);
  const pages = (window as { navigation?: EventTarget }).navigation;

  /** The launcher steps up when it would cover what the visitor has just focused. */
  const stepUp = ({ target }: FocusEvent): void => {
    button.style.translate = '';
    const own = button.getBoundingClientRect();
    const it = (target as Element).getBoundingClientRect();
    // Only where there is room above: what spans the page can't be stepped over, nor can it itself.
    if (target !== host && it.top > 80 && it.bottom > own.top && it.right > own.left) {
      button.style.translate = `0 ${it.top - own.bottom}px`;
    }
  };

  // The engine puts its own in the place of what it does better.
  const chat = {
    // Promises are resolved with it, and would ask Object.prototype for a `then`.
    __proto__: null,
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
    configure(options: RawOptions) {
      Object.assign(raw, options);
      const problem = findProblem(raw);
      if (!problem && isInline == null) {
        const { target } = raw;
        const place =
          target && (target instanceof Element ? target : document.querySelector(target as string));
        if (place === null && document.readyState !== 'complete') return 'target';
        ((place as Element) || document.documentElement).append(host);
        isInline = !!place;
        button.part = 'launcher';
        root.adoptedStyleSheets = [sheet];
        if (raw.launcher !== 'none') root.append(button);
        look();
        pages?.addEventListener('navigatesuccess', look);
        button.onfocus = button.onpointerenter = fetchEngine;
        button.onclick = () => chat.toggle();
        // An inline panel stands open: its engine comes as soon as the place is in view.
        if (isInline) {
          new IntersectionObserver((seen) => {
            if ((seen.pop() as IntersectionObserverEntry).isIntersecting) fetchEngine();
          }).observe(host);
        } else addEventListener('focusin', stepUp);
        host.dispatchEvent(
          new CustomEvent('bellhop:ready', { detail: { name }, bubbles: true, composed: true }),
        );
        setReady(chat);
        try {
          // An earlier page left something unfinished: the engine looks after it at once.
          isWanted ||= isShown() && localStorage[`bellhop:${name}@${raw.gateway}`];
        } catch {
          // A browser that refuses storage has nothing in it.
        }
        if (isWanted) fetchEngine();
      }
      paint();
      return problem;
    },
    on(type: string, handler: (detail: unknown) => void) {
      const listen = (event: Event) => handler((event as CustomEvent).detail);
      host.addEventListener(`bellhop:${type}`, listen);
      return () => host.removeEventListener(`bellhop:${type}`, listen);
    },
    destroy() {
      pages?.removeEventListener('navigatesuccess', look);
      removeEventListener('focusin', stepUp);
      host.remove();
      onDestroy();
    },
  } as unknown as Drawn;
  chat.ready = new Promise((resolve) => {
    setReady = resolve;
  });
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
