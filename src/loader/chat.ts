// The `chat` object before the engine has been fetched: it fetches the engine when the visitor shows interest, and
// keeps the calls made until then, in their order. It knows the launcher and the required options, nothing else.

import { document } from '../dom/document.ts';
import type { Chat, EngineModule, RawOptions } from '../widget/types.ts';
import { type Look, launcherCss } from './launcher.ts';
import { findProblem, matchesPath } from './required.ts';

/**
 * Verbs that only the engine can carry out. A call of one of the first five fetches it; the others wait for it. The first
 * is the page's wish, not the visitor's: where the engine can't be had, nobody is told.
 */
const VERBS = 'nudge open clear send newConversation draft close registerTool unregisterTool'.split(
  ' ',
);
const WISHES = 5;
type Verb = (...args: unknown[]) => unknown;
/** The `chat` while this file builds it: the verbs are added one by one. */
type Drawn = { -readonly [Name in keyof Chat]: Chat[Name] } & Record<string, unknown>;

/**
 * @param load fetches the engine, for the chat's element. If it rejects, it may be called again.
 * @param raw the options; `configure` changes this object. `configure` also draws the widget, once, as soon as no
 * required option is missing: call it with `{}`, and again when a missing one may have come.
 */
export function createChat(
  raw: RawOptions,
  name: string,
  load: (host: HTMLElement) => Promise<EngineModule>,
  onDestroy: () => unknown,
): Chat {
  const host = document.createElement('bellhop-host');
  host.hidden = true;
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  const button = document.createElement('button');
  /** Undefined until the widget is drawn. */
  let isLoading: boolean | undefined;
  let isInline: boolean | undefined;
  let isWanted: unknown;
  let isHidden: boolean | undefined;
  let setEngine: (value: unknown) => void;
  let setReady: (value: Chat) => void;
  const coming = new Promise((resolve) => {
    setEngine = resolve;
  });

  /** Draws the launcher in the owner's look; `sentence`, if given, replaces its text. */
  const paint = (sentence = raw.launcher as string): void => {
    button.textContent = sentence;
    button.ariaLabel = sentence || 'Chat';
    sheet.replaceSync(launcherCss(raw as Look, isInline));
  };

  const fetchEngine = async (): Promise<void> => {
    // What is wanted before anything is drawn waits for that.
    await chat.ready;
    if (isLoading) return;
    try {
      isLoading = true;
      const engine = await load(host);
      if (host.hidden) {
        engine.mount(chat, host, raw, name, isInline as boolean, isShown);
        setEngine(0);
      }
    } catch (error) {
      isLoading = false;
      console.error('[bellhop]', error);
      // Firefox never asks again for a module that it could not get once: there only a reload helps.
      if (isWanted) paint('Chat failed. Please reload.');
    }
    isWanted = false;
  };

  const isShown = (): boolean => !isHidden && !matchesPath(raw.hideOn, location.pathname);

  /** Runs again at each new path of a single-page site, since hide-on may name that path. */
  const look = (): void => chat.show(!isHidden);
  const pages = (window as { navigation?: EventTarget }).navigation;

  /** Moves the launcher up if it would cover the element that the visitor has just focused. */
  const stepUp = ({ target }: FocusEvent): void => {
    button.style.translate = '';
    const own = button.getBoundingClientRect();
    const it = (target as Element).getBoundingClientRect();
    // Only if there is room above the element. Not for the launcher itself: its host has no box, so its top is 0.
    if (it.top > 80 && it.bottom > own.top && it.right > own.left) {
      button.style.translate = `0 ${it.top - own.bottom}px`;
    }
  };

  // Stand-ins: the engine replaces most of these methods by its own.
  const chat = {
    // Promises resolve with this object: without a prototype, a `then` on Object.prototype isn't called.
    __proto__: null,
    get state() {
      return { unread: 0, isShown: isShown(), isOpen: false };
    },
    show(isWanted = true) {
      isHidden = !isWanted;
      // The host is hidden for good, and the sheet shows it.
      sheet.disabled = !isShown();
    },
    hide: () => chat.show(false),
    // A second press while the engine is being fetched still means: open.
    toggle: () => chat.open(),
    configure(options: RawOptions) {
      Object.assign(raw, options);
      // A site's sessions come from the gateway, and so does the script, as a rule.
      const problem = findProblem(raw);
      if (!problem && isInline == null) {
        const { target } = raw;
        const place =
          target &&
          ((target as Element).append ? target : document.querySelector(target as string));
        // Of its three values "complete" comes first.
        if (place === null && document.readyState > 'd') return 'target';
        ((place as Element) || document.documentElement).append(host);
        isInline = !!place;
        // How many bytes these take depends on their order.
        button.part = 'launcher';
        look();
        if (raw.launcher !== 'none') root.append(button);
        pages?.addEventListener('navigatesuccess', look);
        if (!isInline) {
          addEventListener('focusin', stepUp);
          // What is fixed would stand on every sheet of paper.
          (sheet as { media: string | MediaList }).media = 'screen';
        }
        button.onclick = () => chat.toggle();
        button.onfocus = button.onpointerenter = fetchEngine;
        // An inline panel is always open, so the engine is fetched as soon as its place comes into view. A launcher with an
        // offsetParent stands in the page's root, which has a transform or the like, and scrolls away with it: the
        // engine then lifts it above the page. A launcher that went with the page's root is brought back by the engine.
        new IntersectionObserver(([seen]) => {
          if (
            isInline
              ? (seen as IntersectionObserverEntry).isIntersecting
              : button.offsetParent || (host.hidden && !host.isConnected)
          ) {
            fetchEngine();
          }
        }).observe(isInline ? host : button);
        root.adoptedStyleSheets = [sheet];
        host.dispatchEvent(
          new CustomEvent('bellhop:ready', { composed: true, bubbles: true, detail: { name } }),
        );
        setReady(chat);
        try {
          // If an earlier page left something unfinished, fetch the engine at once to go on with it.
          isWanted ||= isShown() && localStorage[`bellhop:${name}@${raw.gateway}`];
          // Also for the owner, who is told what is wrong before anybody opens the chat; and for a nudge, unless nudge.ts has
          // noted in this tab that it was seen.
          if (
            isWanted ||
            raw.debug ||
            (raw.nudge && sessionStorage[`bellhop:${name}@${raw.gateway}`] !== raw.nudge)
          ) {
            fetchEngine();
          }
        } catch {
          // Storage is refused, so no earlier page can have left a mark; and a nudge would come again on each page.
        }
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
      removeEventListener('focusin', stepUp);
      // Nothing is mounted any more.
      host.hidden = false;
      pages?.removeEventListener('navigatesuccess', look);
      onDestroy();
      host.remove();
    },
  } as unknown as Drawn;
  chat.ready = new Promise((resolve) => {
    setReady = resolve;
  });
  VERBS.forEach((verb, index) => {
    chat[verb] = (...args: unknown[]) => {
      if (index < WISHES) {
        isWanted ||= index;
        fetchEngine();
        setTimeout(() => {
          // It has neither come nor failed yet. The word is the same in all languages, as none is there yet.
          // Firefox never asks again for a module that it could not get once: there only a reload helps.
          if (isWanted) paint('Chat…');
        }, 300);
      }
      return coming.then(() => (chat[verb] as Verb)(...args));
    };
  });
  return chat;
}
