// The `chat` object from its first moment: it stands before the engine is fetched, fetches it on intent, and
// remembers in order what was asked of it until then. Knows the launcher and the required options, nothing else.

import type { Chat, EngineModule, RawOptions } from '../widget/types.ts';
import { createLauncher, keepClear, type Launcher } from './launcher.ts';
import { findProblem, isMarked, matchesPath } from './required.ts';

export interface CreatedChat {
  chat: Chat;
  /**
   * Draws the widget, once, as soon as nothing required is missing; returns what still keeps it from that, or ''.
   * `configure` calls it again, since a page may hand in what its tag lacks.
   */
  start(): string;
}

/** Verbs that only the engine can carry out. The first four make it come, the others wait for it. */
const VERBS = 'open send newConversation clear close draft registerTool unregisterTool'.split(' ');
const WISHES = 4;

/**
 * @param load fetches the engine; rejects where it can't be had, and may be called again then.
 * @param raw is kept and changed by `configure`.
 */
export function createChat(
  raw: RawOptions,
  name: string,
  load: () => Promise<EngineModule>,
  onDestroy?: () => void,
): CreatedChat {
  const html = document.documentElement;
  const host = document.createElement('bellhop-host');
  let launcher: Launcher | undefined;
  let isLoading: boolean | undefined;
  let isWanted: boolean | undefined;
  let isHidden: boolean | undefined;
  let setReady: (chat: Chat) => void;
  let setEngine: (value: unknown) => void;
  const coming = new Promise((resolve) => {
    setEngine = resolve;
  });

  const fetchEngine = async (): Promise<void> => {
    if (!launcher || isLoading) return;
    try {
      isLoading = true;
      const { mount } = await load();
      if (!host.isConnected) return;
      launcher.paint();
      mount({ ...launcher, raw, name, host, chat, isShown });
      setEngine(0);
    } catch (error) {
      isLoading = false;
      console.error('[bellhop]', error);
      if (isWanted) launcher.paint('Chat could not load. Try again.');
    }
  };

  const isShown = (): boolean =>
    !!launcher && !isHidden && !matchesPath(raw.hideOn, location.pathname);

  const show = (): void => {
    host.style.display = isShown() ? '' : 'none';
  };

  const start = (): string => {
    const problem = findProblem(raw);
    if (problem || launcher) return problem;
    const { target } = raw as { target?: string | Element };
    const place = !target
      ? html
      : target instanceof Element
        ? target
        : document.querySelector(target);
    if (!place && document.readyState !== 'complete') return 'target';
    (place || html).append(host);
    launcher = createLauncher(host, !!place && place !== html, raw);
    const button = launcher.launcher;
    launcher.paint();
    show();
    if (button) {
      button.onpointerenter = button.onfocus = button.ontouchstart = fetchEngine;
      button.onclick = () => chat.toggle();
      addEventListener('focusin', (event) => keepClear(button, event.target as Element));
    }
    // Where a single-page site tells of a new path.
    (window as { navigation?: EventTarget }).navigation?.addEventListener('navigatesuccess', show);
    setReady(chat);
    host.dispatchEvent(
      new CustomEvent('bellhop:ready', { detail: { name }, bubbles: true, composed: true }),
    );
    if (isWanted || (isShown() && isMarked(`${name}@${raw.gateway}`))) fetchEngine();
    return '';
  };

  // The engine puts its own in the place of what it does better.
  const chat = {
    ready: new Promise((resolve) => {
      setReady = resolve;
    }),
    get state() {
      return { isLoaded: false, isOpen: false, isShown: isShown(), unread: 0, run: 'idle' };
    },
    toggle: () => chat.open(),
    show(isShown = true) {
      isHidden = !isShown;
      show();
    },
    hide: () => chat.show(false),
    configure(options) {
      Object.assign(raw, options);
      launcher?.paint();
      start();
    },
    on(type, handler) {
      const listener = (event: Event) => handler((event as CustomEvent).detail);
      host.addEventListener(`bellhop:${type}`, listener);
      return () => host.removeEventListener(`bellhop:${type}`, listener);
    },
    destroy() {
      host.remove();
      onDestroy?.();
    },
  } as Chat;
  const verbs = chat as unknown as Record<string, (...args: unknown[]) => unknown>;
  VERBS.forEach((verb, index) => {
    verbs[verb] = (...args) => {
      if (index < WISHES) {
        isWanted = true;
        fetchEngine();
      }
      return coming.then(() => verbs[verb]?.(...args));
    };
  });
  return { chat, start };
}
