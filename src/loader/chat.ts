// The `chat` object from its first moment: it stands before the engine is fetched, fetches it on intent, and
// remembers in order what was asked of it until then. Knows the launcher and the required options, nothing else.

import type { Chat, ChatState, Engine, EngineContext, EngineModule } from '../widget/types.ts';
import { createLauncher, keepClear, type Launcher } from './launcher.ts';
import { findProblem, isMarked, matchesPath } from './required.ts';

export interface ChatParts extends Pick<EngineContext, 'raw' | 'name' | 'folder' | 'nonce'> {
  /** Fetches the engine; rejects where it can't be had, and may be called again then. */
  load: () => Promise<EngineModule>;
  onDestroy?: () => void;
}

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

export function createChat(parts: ChatParts): CreatedChat {
  const { raw, name } = parts;
  const html = document.documentElement;
  const host = document.createElement('bellhop-host');
  const life = new AbortController();
  let launcher: Launcher | undefined;
  let engine: Engine | undefined;
  let isLoading = false;
  let isWanted = false;
  let isHidden = false;
  let setReady: (chat: Chat) => void;
  let setEngine: (engine: Engine) => void;
  const coming = new Promise<Engine>((resolve) => {
    setEngine = resolve;
  });

  const emit: EngineContext['emit'] = (type, detail) => {
    host.dispatchEvent(
      new CustomEvent(`bellhop:${type}`, { detail, bubbles: true, composed: true }),
    );
  };

  const load = async (): Promise<void> => {
    if (!launcher || isLoading) return;
    try {
      isLoading = true;
      const { mount } = await parts.load();
      if (!host.isConnected) return;
      launcher.paint();
      engine = mount({ ...parts, ...launcher, host, emit });
      setEngine(engine);
    } catch (error) {
      isLoading = false;
      console.error('[bellhop]', error);
      if (isWanted) launcher.paint('Chat could not load. Try again.');
    }
  };

  const show = (): void => {
    const { isShown } = chat.state;
    host.style.display = isShown ? '' : 'none';
    if (!isShown) engine?.close();
  };

  const start = (): string => {
    const problem = findProblem(raw);
    if (problem || launcher) return problem;
    const { target } = raw as { target?: Element };
    const place = !target
      ? html
      : target instanceof Element
        ? target
        : document.querySelector(`${target}`);
    if (!place && document.readyState !== 'complete') return 'target';
    const isInline = !!place && place !== html;
    (place || html).append(host);
    launcher = createLauncher(host, isInline, raw);
    const { launcher: button } = launcher;
    launcher.paint();
    show();
    const { signal } = life;
    if (button) {
      button.onpointerenter = button.onfocus = button.ontouchstart = load;
      button.onclick = chat.toggle;
      addEventListener('focusin', ({ target }) => keepClear(button, target as Element), { signal });
    }
    // Where a single-page site tells of a new path.
    (window as { navigation?: EventTarget }).navigation?.addEventListener('navigatesuccess', show, {
      signal,
    });
    setReady(chat);
    emit('ready', { name });
    if (isWanted || (chat.state.isShown && isMarked(`${name}@${raw.gateway}`))) load();
    return '';
  };

  const chat = {
    ready: new Promise((resolve) => {
      setReady = resolve;
    }),
    get ToolError() {
      return engine?.ToolError;
    },
    get state(): ChatState {
      return {
        isOpen: false,
        unread: 0,
        sessionId: null,
        run: 'idle',
        ...engine?.state(),
        isLoaded: !!engine,
        isShown: !!launcher && !isHidden && !matchesPath(raw.hideOn, location.pathname),
      };
    },
    toggle: () => chat[chat.state.isOpen ? 'close' : 'open'](),
    show(isShown = true) {
      isHidden = !isShown;
      show();
    },
    hide: () => chat.show(false),
    configure(options) {
      Object.assign(raw, options);
      launcher?.paint();
      start();
      engine?.configure(options);
    },
    on(type, handler) {
      const listener = (event: Event) => handler((event as CustomEvent).detail);
      host.addEventListener(`bellhop:${type}`, listener);
      return () => host.removeEventListener(`bellhop:${type}`, listener);
    },
    destroy() {
      life.abort();
      engine?.destroy();
      host.remove();
      parts.onDestroy?.();
    },
  } as Chat;
  VERBS.forEach((verb, index) => {
    Object.assign(chat, {
      [verb](...args: [string]) {
        if (index < WISHES) {
          isWanted = true;
          load();
        }
        const asked = coming.then((engine) => engine[verb as 'send'](...args));
        // The page hears of a refusal in the console, whether or not it looks at the promise.
        asked.catch(console.error);
        return asked;
      },
    });
  });
  return { chat, start };
}
